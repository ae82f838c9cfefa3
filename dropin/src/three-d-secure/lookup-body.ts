import { sdkVersion } from '../gateway/gateway.ts'
import type { Address, CompleteOptions } from './verify-options.ts'

export type Device = {
  /** The provider's session id, if its set-up succeeded. */
  dfReferenceId?: string
  cardinalDeviceDataCollectionTimeElapsed?: number
  issuerDeviceDataCollectionTimeElapsed?: number
  issuerDeviceDataCollectionResult?: boolean
}

/** The gateway's suffixes of address fields, after `billing` or `shipping`. */
const lines = {
  streetAddress: 'Line1',
  extendedAddress: 'Line2',
  line3: 'Line3',
  locality: 'City',
  region: 'State',
  postalCode: 'PostalCode',
  countryCodeAlpha2: 'CountryCode',
  givenName: 'GivenName',
  surname: 'Surname',
}

const parts = {
  billing: { ...lines, phoneNumber: 'PhoneNumber' },
  shipping: { ...lines, phoneNumber: 'Phone' },
}

/** Options sent under their own names. */
const passedThrough = [
  ...(['bin', 'accountType', 'merchantName', 'customFields', 'challengeRequested'] as const),
  ...(['requestedExemptionType', 'exemptionRequested', 'dataOnlyRequested', 'requestVisaDAF'] as const),
]

export function lookupBody(options: CompleteOptions, device: Device) {
  return {
    amount: options.amount,
    ...Object.fromEntries(passedThrough.map((name) => [name, options[name] || undefined])),
    ...(options.collectDeviceData === true && browserData()),
    additionalInfo: additionalInfo(options),
    cardAdd: options.cardAddChallengeRequested ?? options.cardAdd,
    ...deviceFields(device),
  }
}

/** Device fields, also of lookups that a server sends. */
export function deviceFields({ dfReferenceId, ...measured }: Device) {
  return {
    dfReferenceId,
    clientMetadata: { requestedThreeDSecureVersion: '2', sdkVersion: `web/${sdkVersion}`, ...measured },
  }
}

function additionalInfo({ email, mobilePhoneNumber, ...options }: CompleteOptions) {
  const { shippingAddress, ...rest } = options.additionalInformation ?? {}
  return {
    ...rest,
    ...addressFields('billing', options.billingAddress),
    ...addressFields('shipping', options.shippingAddress),
    ...addressFields('shipping', shippingAddress),
    email,
    mobilePhoneNumber,
  }
}

function addressFields(kind: keyof typeof parts, address: Address = {}) {
  const named = Object.entries(parts[kind]).map(([part, name]) => [
    kind + name,
    address[part as keyof Address],
  ])
  return Object.fromEntries(named.filter(([, value]) => value !== undefined))
}

function browserData() {
  return {
    browserColorDepth: screen.colorDepth,
    browserJavaEnabled: navigator.javaEnabled(),
    browserJavascriptEnabled: true,
    browserLanguage: navigator.language,
    browserScreenHeight: screen.height,
    browserScreenWidth: screen.width,
    browserTimeZone: new Date().getTimezoneOffset(),
    deviceChannel: 'Browser',
  }
}

export function customerFields({ billingAddress }: CompleteOptions) {
  return billingAddress && { customer: { billingAddress } }
}
