import type {
  ActiveView,
  ChangeActiveViewPayload,
  cardPaymentMethodPayload,
  Dropin,
  Options,
  PaymentMethodPayload,
  PaymentMethodRequestablePayload,
  PaymentOptionSelectedPayload,
  RequestPaymentMethodCallback,
  UpdatableConfigurationOption,
} from 'braintree-web-drop-in'
import * as dropin from 'braintree-web-drop-in'

/** A shop's page, written against the types of the original. It must compile with ours, too (tsconfig.json here). */
const options: Options = {
  authorization: 'sandbox_key_merchant',
  container: '#payment',
  locale: 'de_DE',
  translations: { payWithCard: 'Karte' },
  paymentOptionPriority: ['paypal', 'card'],
  card: {
    cardholderName: { required: true },
    overrides: {
      fields: {
        number: {
          placeholder: '1111',
          maskInput: { showLastFour: true },
          supportedCardBrands: { visa: true },
        },
        cvv: { type: 'password', select: { options: ['a'] } },
      },
      styles: { input: { 'font-size': '18px' }, ':focus': null },
    },
    vault: { allowVaultCardOverride: true },
  },
  paypal: { flow: 'checkout', amount: 10, currency: 'USD', buttonStyle: { tagline: false } },
  venmo: { allowNewBrowserTab: false },
  applePay: {
    displayName: 'Shop',
    paymentRequest: {
      total: { label: 'Shop', amount: '10.00' },
      countryCode: 'US',
      currencyCode: 'USD',
      merchantCapabilities: [],
      supportedNetworks: [],
    },
  },
  googlePay: {
    merchantId: 'merchant',
    transactionInfo: { currencyCode: 'USD', totalPriceStatus: 'FINAL', totalPrice: '10.00' },
  },
  dataCollector: { kount: true },
  threeDSecure: { amount: '10.00' },
  vaultManager: true,
}

function describePayload(payload: PaymentMethodPayload): string {
  switch (payload.type) {
    case 'CreditCard':
      return `${payload.details.cardType} ${payload.details.lastFour} ${payload.binData.debit}`
    case 'PayPalAccount':
      return payload.details.shippingAddress?.countryCode ?? payload.details.email
    case 'VenmoAccount':
      return payload.details.username
    case 'ApplePayCard':
      return `${payload.details.dpanLastTwo} ${payload.details.rawPaymentData.token.transactionIdentifier}`
    case 'AndroidPayCard':
      return `${payload.details.lastFour} ${payload.details.rawPaymentData.paymentMethodData.type}`
  }
}

const send: RequestPaymentMethodCallback = (error, payload) => console.log(error ?? describePayload(payload))
const views: ActiveView[] = ['card', 'delete-confirmation']
const changed: UpdatableConfigurationOption = 'paypal'

async function open() {
  const widget: Dropin = await dropin.create(options)
  widget.on(
    'paymentMethodRequestable',
    ({ type, paymentMethodIsSelected }: PaymentMethodRequestablePayload) =>
      console.log(type === 'LocalPayment', paymentMethodIsSelected),
  )
  widget.on('noPaymentMethodRequestable', () => undefined)
  widget.on('paymentOptionSelected', ({ paymentOption }: PaymentOptionSelectedPayload) =>
    console.log(paymentOption),
  )
  widget.on('changeActiveView', (payload: ChangeActiveViewPayload) => views.push(payload.newViewId))
  widget.on('card:validityChange', ({ cards, emittedBy, fields }) =>
    console.log(cards[0]?.niceType, emittedBy, fields.number.isValid, fields.cvv.container.className),
  )
  widget.on('card:binAvailable', (event) => console.log(event))
  const payload = await widget.requestPaymentMethod({
    threeDSecure: { amount: '10.00', email: 'a@example.org' },
  })
  const { nonce, deviceData }: PaymentMethodPayload = payload
  const card = payload as cardPaymentMethodPayload
  console.log(nonce, deviceData, card.liabilityShifted, card.threeDSecureInfo)
  widget.requestPaymentMethod(send)
  widget.requestPaymentMethod({ threeDSecure: { amount: '10.00' } }, send)
  widget.updateConfiguration(changed, 'amount', '12.00')
  widget.clearSelectedPaymentMethod()
  if (widget.isPaymentMethodRequestable()) widget.teardown((error) => console.log(error))
  await widget.teardown()
}

dropin.create(options, (error, widget) =>
  console.log(error, widget?.isPaymentMethodRequestable(), dropin.VERSION),
)
braintree.dropin.create(options).then(open, console.error)
