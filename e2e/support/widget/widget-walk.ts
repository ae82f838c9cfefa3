import { readdirSync, readFileSync } from 'node:fs'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { cardField, cards } from '../ways-to-pay/cards.ts'
import type { BraintreeHosts } from './braintree-hosts.ts'
import { withoutListed } from './widget-differences.ts'
import { keepLog, type Log } from './widget-log.ts'

const dist = new URL('../../../dropin/dist/', import.meta.url)
const builtFile = (path: string) => readFileSync(new URL(path, dist), 'utf8')
const optionFiles = readdirSync(new URL('options', dist)).map((file) => `options/${file}`)
const filesOfOurs = Object.fromEntries(
  ['dropin.js', 'dropin.css', ...optionFiles].map((file) => [`/${file}`, builtFile(file)]),
)
export const scripts = { original: 'braintree-web-drop-in/dist/browser/dropin.js', ours: 'dropin.js' }
type Name = keyof typeof scripts

/** One of the two widgets, with its page, its log and the internet of both. */
export type Walk = { page: Page; hosts: BraintreeHosts; log: Log; name: Name }

/** Walks both widgets, each on a page of its own, and compares their logs. */
export async function compareLogs(
  journey: string,
  walk: (walk: Walk) => Promise<void>,
  context: BrowserContext,
  hosts: BraintreeHosts,
) {
  const pages = { original: await context.newPage(), ours: await context.newPage() }
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
}

/** The same page with the one widget or the other; or a form with its script tag, which needs no more. */
export async function open({ page, hosts, name }: Walk, scriptTag = '') {
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

export const part = (page: Page, id: string) => page.locator(`[data-braintree-id="${id}"]`)
export const payButton = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true })

export async function makeClientToken({ merchant }: BraintreeHosts, request: object) {
  const { clientToken } = await merchant.clientToken.generate(request)
  return clientToken
}

/** As a shop's button does, which takes the focus out of the card fields. `confirm` is what the payer does meanwhile. */
export async function request({ page, log }: Walk, options?: object, confirm?: () => Promise<void>) {
  await log.step('press Pay', () => payButton(page).click(), 'card:blur')
  async function act() {
    const [outcome] = await Promise.all([log.call('requestPaymentMethod', options), confirm?.()])
    return outcome
  }
  return await log.step('request', act, 'changeActiveView', 'paymentMethodRequestable')
}

export async function typeCard(walk: Walk, number: string, { byKey = false, hasCvv = true } = {}) {
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
export async function typeInto({ page, log }: Walk, label: string, value: string, byKey = false) {
  const field = cardField(page, label)
  await log.step(`type ${label}`, async () => {
    await (byKey ? field.pressSequentially(value) : field.fill(value))
    await expect(page.locator(`.braintree-form-${containers[label]}`)).toHaveClass(/hosted-fields-valid/)
  })
}
