import { deviceBase, showSheet } from './wallet-sheet.ts'

/** Google's script for Google Pay, as Braintree's SDK uses it: `google.payments.api.PaymentsClient`, versions 1 and 2. */
type Parameters = Record<string, string | undefined>
type Specification = { type?: string; parameters?: Parameters }
type Method = {
  type: string
  parameters?: { allowedAuthMethods?: string[]; allowedCardNetworks?: string[] }
  tokenizationSpecification?: Specification
}
type Request = {
  apiVersion?: number
  allowedPaymentMethods?: (string | Method)[]
  paymentMethodTokenizationParameters?: Specification
  cardRequirements?: { allowedCardNetworks?: string[] }
  transactionInfo?: { totalPrice?: string; currencyCode?: string; totalPriceStatus?: string }
  merchantInfo?: { merchantName?: string }
}
type Choice = { network?: string; lastFour?: string; androidPayCard?: object; paypalAccount?: object }
type ButtonOptions = {
  onClick?: (event: Event) => void
  buttonColor?: string
  buttonType?: string
  buttonSizeMode?: string
}

const version1AuthMethods: Record<string, string> = { CARD: 'PAN_ONLY', TOKENIZED_CARD: 'CRYPTOGRAM_3DS' }
const buttonTypes: Record<string, string> = {
  book: 'Book with',
  buy: 'Buy with',
  checkout: 'Checkout with',
  donate: 'Donate with',
  long: 'Buy with',
  order: 'Order with',
  pay: 'Pay with',
  plain: '',
  short: '',
  subscribe: 'Subscribe with',
}

/** Abilities of the device are in the script's address: `?payments=none`. */
const device = new URL((document.currentScript as HTMLScriptElement).src).searchParams
let isOpen = false

class PaymentsClient {
  readonly environment: string

  constructor({ environment = 'TEST' }: { environment?: string } = {}) {
    if (!['TEST', 'PRODUCTION'].includes(environment)) throw new Error(`Unknown environment: ${environment}`)
    this.environment = environment
  }

  async isReadyToPay(request: Request) {
    if (!request?.allowedPaymentMethods?.length) throw developerError('allowedPaymentMethods must be given')
    return { result: device.get('payments') !== 'none' }
  }

  async loadPaymentData(request: Request) {
    const { specifications, networks, methods } = readRequest(request)
    if (isOpen) throw developerError('A payment sheet is open already')
    if (!navigator.userActivation.isActive) throw developerError('A payment must begin with a click')
    isOpen = true
    const { totalPrice, currencyCode } = request.transactionInfo ?? {}
    const summary = { shop: request.merchantInfo?.merchantName ?? '', total: `${totalPrice} ${currencyCode}` }
    const sheet = showSheet({ wallet: 'Google Pay', ...summary, networks, methods })
    try {
      const choice = await sheet.chosen
      if (choice === undefined)
        throw { statusCode: 'CANCELED', statusMessage: 'User closed the Payment Request UI.' }
      return await toPayment(choice as Choice, specifications, request.apiVersion === 2)
    } finally {
      sheet.close()
      isOpen = false
    }
  }

  prefetchPaymentData() {}

  createButton({ onClick, buttonColor, buttonType = 'buy', buttonSizeMode }: ButtonOptions) {
    const label = buttonTypes[buttonType]
    if (typeof onClick !== 'function' || label === undefined)
      throw new TypeError('createButton needs an onClick and a known buttonType')
    const place = document.createElement('div')
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'gpay-button'
    button.textContent = [label, 'Google Pay'].join(' ').trim()
    const isLight = buttonColor === 'white'
    Object.assign(button.style, {
      ...{ minHeight: '40px', minWidth: '90px', padding: '12px 24px', border: '1px solid #747775' },
      ...{ borderRadius: '4px', cursor: 'pointer', font: '500 16px/1 system-ui, sans-serif' },
      ...(isLight ? { color: '#1f1f1f', background: '#fff' } : { color: '#fff', background: '#1f1f1f' }),
      ...(buttonSizeMode === 'fill' && { width: '100%', height: '100%' }),
    })
    button.addEventListener('click', onClick)
    place.append(button)
    return place
  }
}

function readRequest(request: Request) {
  if (!request?.transactionInfo?.totalPriceStatus)
    throw developerError('transactionInfo.totalPriceStatus must be given')
  const methods = request.allowedPaymentMethods ?? []
  if (request.apiVersion !== 2) {
    const card = request.paymentMethodTokenizationParameters
    if (card?.parameters?.gateway !== 'braintree') throw developerError('There is no gateway to tokenize for')
    const names = methods.flatMap((method) => version1AuthMethods[String(method)] ?? [])
    const networks = request.cardRequirements?.allowedCardNetworks ?? []
    return { specifications: { card, payPal: undefined }, networks, methods: names }
  }
  const known = methods.filter((method) => typeof method === 'object')
  const [card, payPal] = ['CARD', 'PAYPAL'].map((type) => known.find((method) => method.type === type))
  for (const method of [card, payPal])
    if (method && method.tokenizationSpecification?.parameters?.gateway !== 'braintree')
      throw developerError('There is no gateway to tokenize for')
  const specifications = {
    card: card?.tokenizationSpecification,
    payPal: payPal?.tokenizationSpecification,
  }
  const names = [...(card?.parameters?.allowedAuthMethods ?? []), ...(payPal ? ['PAYPAL'] : [])]
  return { specifications, networks: card?.parameters?.allowedCardNetworks ?? [], methods: names }
}

type Specifications = ReturnType<typeof readRequest>['specifications']

async function toPayment(choice: Choice, { card, payPal }: Specifications, isVersion2: boolean) {
  const { network, lastFour, ...sent } = choice
  const parameters = { ...card?.parameters, ...(choice.paypalAccount && payPal?.parameters) }
  const token = await fetchToken(parameters, sent)
  const description = choice.paypalAccount ? 'PayPal' : `${network} •••• ${lastFour}`
  if (!isVersion2)
    return {
      cardInfo: {
        cardDescription: description,
        cardClass: 'CREDIT',
        cardDetails: lastFour,
        cardNetwork: network,
      },
      paymentMethodToken: { tokenizationType: 'PAYMENT_GATEWAY', token },
    }
  const info = choice.paypalAccount ? {} : { cardNetwork: network, cardDetails: lastFour }
  return {
    apiVersion: 2,
    apiVersionMinor: 0,
    paymentMethodData: {
      type: choice.paypalAccount ? 'PAYPAL' : 'CARD',
      description,
      info,
      tokenizationData: { type: 'PAYMENT_GATEWAY', token },
    },
  }
}

/** Google asks the gateway in the merchant's name: whatever it answers is the token. */
async function fetchToken(parameters: Parameters, sent: object) {
  const { 'braintree:merchantId': merchant, 'braintree:authorizationFingerprint': fingerprint } = parameters
  const path = `/merchants/${merchant}/client_api/v1/payment_methods/android_pay_cards`
  const authorization = fingerprint
    ? { authorizationFingerprint: fingerprint }
    : { tokenizationKey: parameters['braintree:clientKey'] }
  const answer = await fetch(deviceBase + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...authorization, ...sent }),
  })
  return await answer.text()
}

const developerError = (statusMessage: string) => ({ statusCode: 'DEVELOPER_ERROR', statusMessage })

const page = window as Window & { google?: object }
Object.assign(window, { google: { ...page.google, payments: { api: { PaymentsClient } } } })
