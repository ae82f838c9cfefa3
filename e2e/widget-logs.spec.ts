import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { BraintreeHosts } from './braintree-hosts.ts'
import { test } from './braintree-page.ts'
import { cardField, cards } from './cards.ts'
import { withoutListed } from './widget-differences.ts'
import { keepLog, type Log } from './widget-log.ts'

const builtFile = (path: string) => readFileSync(new URL(`../dropin/dist/${path}`, import.meta.url), 'utf8')
const filesOfOurs = Object.fromEntries(
  ['dropin.js', 'dropin.css', 'options/paypal.js'].map((file) => [`/${file}`, builtFile(file)]),
)
const scripts = { original: 'braintree-web-drop-in/dist/browser/dropin.js', ours: 'dropin.js' }
type Name = keyof typeof scripts
const key = 'sandbox_courtside_integration_merchant_id'
const cardThatBanksRefuse = '4000111111111115'

type Walk = { page: Page; hosts: BraintreeHosts; log: Log; name: Name }

const journeys: Record<string, (walk: Walk) => Promise<void>> = {
  async guest(walk) {
    const { page, log } = walk
    await open(walk)
    await log.step('create', () => log.create({ authorization: key }))
    await typeCard(walk, cards.accepted.number, { byKey: true })
    await request(walk)
    await log.step('request the same', () => log.call('requestPaymentMethod'))
    await log.step('clear', () => log.call('clearSelectedPaymentMethod'), 'card:focus')
    await log.step('request nothing', () => log.call('requestPaymentMethod'))
    await expect(part(page, 'sheet-error-text')).toHaveText(/check your information/)
  },

  async customer(walk) {
    const { page, hosts, log } = walk
    const { customer } = await hosts.merchant.customer.create({ paymentMethodNonce: 'fake-valid-visa-nonce' })
    const another = { customerId: customer.id, paymentMethodNonce: 'fake-valid-mastercard-nonce' }
    await hosts.merchant.paymentMethod.create(another)
    const authorization = await tokenOf(hosts, { customerId: customer.id })
    const other = page.getByRole('button', { name: /Ending in .*4444/ })
    await open(walk)
    await log.step('create', () => log.create({ authorization, vaultManager: true }))
    await log.step('request', () => log.callBack('requestPaymentMethod'))
    await log.step('choose the other', () => other.click(), 'paymentMethodRequestable')
    await log.step('request the other', () => log.callBack('requestPaymentMethod'))
    await log.step('edit', () => part(page, 'methods-edit').click(), 'noPaymentMethodRequestable')
    await log.step('ask to delete', () => other.click(), 'changeActiveView')
    await log.step('keep', () => part(page, 'delete-confirmation__no').click(), 'changeActiveView')
    await log.step('ask again', () => other.click(), 'changeActiveView')
    await log.step('delete', () => part(page, 'delete-confirmation__yes').click(), 'paymentMethodRequestable')
    await log.step('another way', () => part(page, 'toggle').click(), 'card:focus')
    await typeCard(walk, '5105105105105100')
    await request(walk)
  },

  async overrides(walk) {
    const { log } = walk
    const fields = {
      number: { placeholder: 'Number', maskInput: true, supportedCardBrands: { visa: true, jcb: false } },
      cvv: null,
      postalCode: { minlength: 5 },
    }
    const card = {
      cardholderName: { required: true },
      clearFieldsAfterTokenization: false,
      overrides: { fields, styles: { input: { color: 'green' } } },
    }
    await open(walk)
    await log.step('create', () => log.create({ authorization: key, card }))
    await typeInto(walk, 'Cardholder Name', cards.accepted.name)
    await typeCard(walk, cards.accepted.number, { hasCvv: false })
    await request(walk)
    await log.step('clear', () => log.call('clearSelectedPaymentMethod'), 'card:focus')
    await request(walk)
  },

  async 'script tag'(walk) {
    const { page, log, name } = walk
    await open(
      walk,
      `<script src="/${scripts[name]}" data-braintree-dropin-authorization="${key}"
        data-card.cardholder-name="true"></script>`,
    )
    await log.step('create', () => cardField(page, 'Postal Code').waitFor())
    await typeCard(walk, cards.accepted.number)
    await log.step('pay', async () => {
      await payButton(page).click()
      await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    })
  },

  async PayPal(walk) {
    const { page, hosts, log } = walk
    const paypal = { flow: 'checkout', amount: '26.00', currency: 'USD' }
    const option = (id: string) => page.locator(`.braintree-option__${id}`)
    const authorization = await tokenOf(hosts, {})
    await open(walk)
    await log.step('create', () => log.create({ authorization, paypal }))
    await log.step('choose PayPal', () => option('paypal').click(), 'paymentOptionSelected')
    await log.step('request', () => log.call('requestPaymentMethod'))
    await log.step('other ways', () => part(page, 'toggle').click(), 'changeActiveView')
    await log.step('choose card', () => option('card').click(), 'card:focus')
  },

  async decline(walk) {
    const { page, hosts, log } = walk
    const { customer } = await hosts.merchant.customer.create({})
    const authorization = await tokenOf(hosts, { customerId: customer.id, options: { verifyCard: true } })
    await open(walk)
    await log.step('create', () => log.create({ authorization }))
    await typeCard(walk, cardThatBanksRefuse)
    await log.step('press Pay', () => payButton(page).click(), 'card:blur')
    await log.step('request', () => log.call('requestPaymentMethod'))
    const number = cardField(page, 'Credit Card Number')
    await log.step('another number', () => number.fill('5555555555554444'), 'card:binAvailable')
    await request(walk)
    await log.step('clear', () => log.call('clearSelectedPaymentMethod'), 'noPaymentMethodRequestable')
    await log.step('another way', () => part(page, 'toggle').click(), 'card:focus')
    await typeCard(walk, cards.accepted.number)
    await request(walk)
  },

  async again(walk) {
    const { hosts, log } = walk
    const authorization = await tokenOf(hosts, {})
    await open(walk)
    await log.step('create', () => log.create({ authorization }))
    await log.step('tear down', () => log.call('teardown'))
    await log.step('create again', () => log.create({ authorization }))
    await typeCard(walk, cards.accepted.number)
    await request(walk)
    await log.step('tear down', () => log.callBack('teardown'))
  },
}

for (const [journey, walk] of Object.entries(journeys))
  test(`${journey}: our widget and the original tell the page and the gateway the same, but for what the reference lists`, async ({
    page,
    context,
    hosts,
  }) => {
    const pages = { original: page, ours: await context.newPage() }
    const logs = { original: keepLog(pages.original), ours: keepLog(pages.ours) }
    const walkWith = (name: Name) => walk({ page: pages[name], log: logs[name], hosts, name })
    await Promise.all([walkWith('original'), walkWith('ours')])

    // The last analytics may still be on their way.
    await expect(() => {
      const { original, ours, unseen } = withoutListed(journey, {
        original: logs.original.read(),
        ours: logs.ours.read(),
      })
      expect(ours).toEqual(original)
      expect(unseen).toEqual([])
    }).toPass({ timeout: 3000 })
  })

/** The same page with the one widget or the other; or a form with its script tag, which needs no more. */
async function open({ page, hosts, name }: Walk, scriptTag = '') {
  const path = `/${name}-${scriptTag ? 'form' : 'page'}.html`
  const body = scriptTag
    ? `<form action="/paid" method="post">${scriptTag}<button>Pay</button></form>`
    : `<div id="place"></div><button>Pay</button><script src="/${scripts[name]}"></script>`
  Object.assign(hosts.own, filesOfOurs, {
    [path]: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A shop</title>
      <link rel="icon" href="data:,"><main>${body}</main></html>`,
    '/paid': '<h1>Thank you</h1>',
  })
  await page.goto(hosts.shop + path.slice(1))
}

const part = (page: Page, id: string) => page.locator(`[data-braintree-id="${id}"]`)
const payButton = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true })

async function tokenOf({ merchant }: BraintreeHosts, request: object) {
  const { clientToken } = await merchant.clientToken.generate(request)
  return clientToken
}

/** As a shop's button does, which takes the focus out of the card fields. */
async function request({ page, log }: Walk) {
  await log.step('press Pay', () => payButton(page).click(), 'card:blur')
  await log.step('request', () => log.call('requestPaymentMethod'), 'paymentMethodRequestable')
}

async function typeCard(walk: Walk, number: string, { byKey = false, hasCvv = true } = {}) {
  const { expires, cvv, postalCode } = cards.accepted
  await typeInto(walk, 'Credit Card Number', number, byKey)
  await typeInto(walk, 'Expiration Date', expires, byKey)
  if (hasCvv) await typeInto(walk, 'CVV', cvv, byKey)
  await typeInto(walk, 'Postal Code', postalCode, byKey)
}

const containers: Record<string, string> = {
  'Cardholder Name': 'cardholder-name',
  'Credit Card Number': 'number',
  'Expiration Date': 'expiration',
  CVV: 'cvv',
  'Postal Code': 'postal-code',
}

/** A frame tells the page a moment later what was typed. */
async function typeInto({ page, log }: Walk, label: string, value: string, byKey = false) {
  const field = cardField(page, label)
  await log.step(`type ${label}`, async () => {
    await (byKey ? field.pressSequentially(value) : field.fill(value))
    await expect(page.locator(`.braintree-form-${containers[label]}`)).toHaveClass(/hosted-fields-valid/)
  })
}
