import { expect } from '@playwright/test'
import { cardField, cards } from '../support/ways-to-pay/cards.ts'
import { test } from '../support/widget/braintree-page.ts'
import {
  compareLogs,
  makeClientToken,
  open,
  part,
  payButton,
  request,
  scripts,
  typeCard,
  typeInto,
  type Walk,
} from '../support/widget/widget-walk.ts'

const key = 'sandbox_courtside_integration_merchant_id'
const cardThatBanksRefuse = '4000111111111115'

const journeys: Record<string, (walk: Walk) => Promise<void>> = {
  async guest(walk) {
    const { page, log } = walk
    await open(walk)
    const unsaid = { locale: null, translations: null, card: null, paymentOptionPriority: null }
    await log.step('create', () => log.create({ authorization: key, ...unsaid }))
    await log.step('clear nothing', () => log.call('clearSelectedPaymentMethod'))
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
    const authorization = await makeClientToken(hosts, { customerId: customer.id })
    const other = page.getByRole('button', { name: /Ending in .*4444/ })
    await open(walk)
    const unsaid = { hiddenVaultedPaymentMethodTypes: null, preselectVaultedPaymentMethod: null }
    await log.step('create', () => log.create({ authorization, vaultManager: true, ...unsaid }))
    await log.step('request', () => log.callBack('requestPaymentMethod'))
    await log.step('choose the other', () => other.click(), 'paymentMethodRequestable')
    await log.step('request the other', () => log.callBack('requestPaymentMethod'))
    await log.step('edit', () => part(page, 'methods-edit').click(), 'noPaymentMethodRequestable')
    await log.step('ask to delete', () => other.click(), 'changeActiveView')
    await log.step('keep', () => part(page, 'delete-confirmation__no').click(), 'changeActiveView')
    await log.step('stop editing', () => part(page, 'methods-edit').click(), 'paymentMethodRequestable')
    await log.step('edit again', () => part(page, 'methods-edit').click(), 'noPaymentMethodRequestable')
    await log.step('ask again', () => other.click(), 'changeActiveView')
    await log.step('delete', () => part(page, 'delete-confirmation__yes').click(), 'paymentMethodRequestable')
    await log.step('another way', () => part(page, 'toggle').click(), 'card:focus')
    await typeCard(walk, '5105105105105100')
    await request(walk)
  },

  async overrides(walk) {
    const { page, log } = walk
    const styles = {
      input: { color: 'green', 'text-align': 'center' },
      '::placeholder': { color: 'rgb(1, 2, 3)' },
    }
    const fields = {
      number: { placeholder: 'Number', maskInput: true, supportedCardBrands: { visa: true, jcb: false } },
      cvv: null,
      postalCode: { minlength: 5 },
    }
    const card = {
      cardholderName: { required: true },
      clearFieldsAfterTokenization: false,
      overrides: { fields, styles },
    }
    await open(walk)
    await log.step('create', () => log.create({ authorization: key, card }))
    await log.step('look', () => cardField(page, 'Credit Card Number').evaluate(looksOf))
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
    const authorization = await makeClientToken(hosts, {})
    await open(walk)
    await log.step('create', () => log.create({ authorization, paypal }))
    await log.step('another amount', () => log.call('updateConfiguration', 'paypal', 'amount', '27.00'))
    await log.step('choose PayPal', () => option('paypal').click(), 'paymentOptionSelected')
    await log.step('request', () => log.call('requestPaymentMethod'))
    await log.step('other ways', () => part(page, 'toggle').click(), 'changeActiveView')
    await log.step('choose card', () => option('card').click(), 'card:focus')
  },

  async decline(walk) {
    const { page, hosts, log } = walk
    const { customer } = await hosts.merchant.customer.create({})
    const authorization = await makeClientToken(hosts, {
      customerId: customer.id,
      options: { verifyCard: true },
    })
    await open(walk)
    await log.step('create', () => log.create({ authorization }))
    await typeCard(walk, cardThatBanksRefuse)
    await log.step('press Pay', () => payButton(page).click(), 'card:blur')
    await log.step('request', () => log.call('requestPaymentMethod'))
    const number = cardField(page, 'Credit Card Number')
    await log.step('another number', () => number.fill('5555555555554444'), 'card:binAvailable')
    await request(walk)
    await log.step('clear', () => log.call('clearSelectedPaymentMethod'), 'noPaymentMethodRequestable')
    // The saved cards are read afresh.
    await expect(page.locator('.braintree-loading')).toHaveCount(0)
    await log.step('another way', () => part(page, 'toggle').click(), 'card:focus')
    await typeCard(walk, cards.accepted.number)
    await request(walk)
  },

  async again(walk) {
    const { hosts, log } = walk
    const authorization = await makeClientToken(hosts, {})
    const card = { overrides: { fields: null, styles: null } }
    await open(walk)
    await log.step('create', () => log.create({ authorization, card }))
    await log.step('tear down', () => log.call('teardown'))
    await log.step('create again', () => log.create({ authorization }))
    await typeCard(walk, cards.accepted.number)
    await request(walk)
    await log.step('tear down', () => log.callBack('teardown'))
  },
}

/** Runs in the frame of a field. */
function looksOf(input: Element) {
  const { color, textAlign } = getComputedStyle(input)
  return { color, textAlign, placeholder: getComputedStyle(input, '::placeholder').color }
}

for (const [journey, walk] of Object.entries(journeys))
  test(`${journey}: our widget and the original tell the page and the gateway the same, but for what the reference lists`, ({
    context,
    hosts,
  }) => compareLogs(journey, walk, context, hosts))
