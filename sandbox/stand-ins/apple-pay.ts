import { deviceBase, showSheet } from './wallet-sheet.ts'

/**
 * A device with Apple Pay, as far as Safari's `ApplePaySession` tells of it and Braintree's SDK uses it. What the device
 * can do stands in the script's address: `?payments=none`, `?cards=none`, `?newest=1`.
 */
type Request = {
  countryCode?: string
  currencyCode?: string
  merchantCapabilities?: string[]
  supportedNetworks?: string[]
  total?: { label?: string; amount?: string }
  requiredBillingContactFields?: string[]
  requiredShippingContactFields?: string[]
}
type MerchantSession = { domainName?: string; expiresAt?: number; merchantSessionIdentifier?: string }
type Listener<Payload> = ((event: Payload) => void) | null

const device = new URL((document.currentScript as HTMLScriptElement).src).searchParams
const newest = Number(device.get('newest') ?? 14)
const validationURL = 'https://apple-pay-gateway.apple.com/paymentservices/startSession'
const contact = {
  givenName: 'Robin',
  familyName: 'Demo',
  emailAddress: 'robin@example.com',
  postalCode: '60607',
}
const statuses = {
  STATUS_SUCCESS: 0,
  STATUS_FAILURE: 1,
  STATUS_INVALID_BILLING_POSTAL_ADDRESS: 2,
  STATUS_INVALID_SHIPPING_POSTAL_ADDRESS: 3,
  STATUS_INVALID_SHIPPING_CONTACT: 4,
  STATUS_PIN_REQUIRED: 5,
  STATUS_PIN_INCORRECT: 6,
  STATUS_PIN_LOCKOUT: 7,
}

let current: ApplePaySession | undefined

class ApplePaySession {
  onvalidatemerchant: Listener<{ validationURL: string }> = null
  onpaymentauthorized: Listener<{ payment: object }> = null
  oncancel: Listener<object> = null
  readonly #request: Request
  #validated: (session: MerchantSession) => void = () => undefined
  #close: () => void = () => undefined

  constructor(version: number, request: Request) {
    if (!supportsVersion(version)) throw new TypeError(`"${version}" is not a supported version.`)
    checkRequest(request)
    if (!navigator.userActivation.isActive)
      throw invalidAccess('Must create a new ApplePaySession from a user gesture handler.')
    this.#request = request
  }

  begin() {
    if (current) throw invalidAccess('Page already has an active payment session.')
    current = this
    this.#run().catch((problem) => {
      console.warn(`Apple Pay (demo): ${problem.message}`)
      this.#cancel()
    })
  }

  abort() {
    if (current !== this) throw invalidAccess('There is no active payment session.')
    this.#end()
  }

  completeMerchantValidation(session: MerchantSession) {
    this.#validated(session)
  }

  completePayment(_result: number | { status: number }) {
    this.#end()
  }

  async #run() {
    const { total, supportedNetworks = [] } = this.#request
    const shown = {
      wallet: 'Apple Pay' as const,
      shop: total?.label ?? '',
      total: `${total?.amount} ${this.#request.currencyCode}`,
      networks: supportedNetworks,
    }
    const sheet = showSheet(shown)
    this.#close = sheet.close
    const validated = new Promise<MerchantSession>((resolve) => {
      this.#validated = resolve
    })
    this.onvalidatemerchant?.({ validationURL })
    const card = await sheet.chosen
    if (current !== this) return
    if (card === undefined) return this.#cancel()
    const session = await validated
    if (current !== this) return
    const payment = await paymentWith(card, session, this.#request)
    if (current === this) this.onpaymentauthorized?.({ payment })
  }

  #cancel() {
    if (current !== this) return
    this.#end()
    this.oncancel?.({ sessionError: { code: 'unknown' } })
  }

  #end() {
    this.#close()
    if (current === this) current = undefined
  }
}

function checkRequest({
  countryCode,
  currencyCode,
  merchantCapabilities,
  supportedNetworks,
  total,
}: Request) {
  if (!/^[A-Z]{2}$/.test(countryCode ?? '')) throw new TypeError('countryCode is not a valid country code.')
  if (!/^[A-Z]{3}$/.test(currencyCode ?? ''))
    throw new TypeError('currencyCode is not a valid currency code.')
  if (!merchantCapabilities?.includes('supports3DS'))
    throw new TypeError('merchantCapabilities must contain supports3DS.')
  const known = ['visa', 'masterCard', 'amex', 'discover']
  const unknown = supportedNetworks?.find((network) => !known.includes(network))
  if (!supportedNetworks?.length || unknown)
    throw new TypeError(`"${unknown}" is not a valid payment network.`)
  if (!total?.label || !(Number(total.amount) > 0))
    throw new TypeError('total must have a label and an amount.')
}

/** The chip's payment token for a card and the merchant's session. */
async function paymentWith(card: unknown, session: MerchantSession, request: Request) {
  const isForThisPage = session?.domainName === location.hostname && (session.expiresAt ?? 0) > Date.now()
  if (!isForThisPage) throw new Error('The merchant session is not of this page.')
  const answer = await fetch(`${deviceBase}/devices/apple-pay/payments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ card, session }),
  })
  if (!answer.ok) throw new Error((await answer.json()).error.message)
  return {
    token: await answer.json(),
    ...(request.requiredBillingContactFields && { billingContact: contact }),
    ...(request.requiredShippingContactFields && { shippingContact: contact }),
  }
}

function supportsVersion(version: number) {
  if (!Number.isInteger(version) || version < 1) throw invalidAccess('Invalid version.')
  return version <= newest
}

function canMakePayments() {
  if (!window.isSecureContext)
    throw invalidAccess('Trying to call ApplePaySession from an insecure document.')
  return device.get('payments') !== 'none'
}

const canMakePaymentsWithActiveCard = async (merchantIdentifier: string) =>
  Boolean(merchantIdentifier) && canMakePayments() && device.get('cards') !== 'none'

const invalidAccess = (message: string) => new DOMException(message, 'InvalidAccessError')

Object.assign(ApplePaySession, statuses, { supportsVersion, canMakePayments, canMakePaymentsWithActiveCard })
Object.assign(window, { ApplePaySession })
