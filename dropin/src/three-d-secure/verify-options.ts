import { threeDSecureError } from './failures.ts'
import type { LookedUp } from './lookup.ts'

export type Address = {
  givenName?: string
  surname?: string
  phoneNumber?: string
  streetAddress?: string
  extendedAddress?: string
  line3?: string
  locality?: string
  region?: string
  postalCode?: string
  countryCodeAlpha2?: string
}

export type VerifyOptions = {
  nonce?: string
  bin?: string
  amount?: string | number
  email?: string
  mobilePhoneNumber?: string
  billingAddress?: Address
  shippingAddress?: Address
  additionalInformation?: { shippingAddress?: Address; acsWindowSize?: string; [name: string]: unknown }
  accountType?: string
  challengeRequested?: boolean
  requestedExemptionType?: string
  exemptionRequested?: boolean
  dataOnlyRequested?: boolean
  requestVisaDAF?: boolean
  cardAdd?: boolean
  cardAddChallengeRequested?: boolean
  merchantName?: string
  customFields?: object
  collectDeviceData?: boolean
  onLookupComplete?: (lookedUp: LookedUp, next: () => void) => void
  /** For showing the older flow's frame; both or none. */
  addFrame?: (error: Error | undefined, frame: HTMLIFrameElement) => void
  removeFrame?: () => void
}

type Now = { isRunning: boolean; isHeard: boolean }

const exemptions = ['low_value', 'transaction_risk_analysis']

/** Throws for the first missing option, and while another verification runs. */
export function completeOptions(options: VerifyOptions, { isRunning, isHeard }: Now) {
  const { bin, nonce, amount, onLookupComplete, addFrame, removeFrame, requestedExemptionType } = options
  if (!bin) throw lacks('a BIN.')
  if (isRunning) throw threeDSecureError('THREEDS_AUTHENTICATION_IN_PROGRESS')
  if (!nonce) throw lacks('a nonce.')
  if (amount === undefined || amount === null || amount === '') throw lacks('an amount.')
  if (onLookupComplete ? typeof onLookupComplete !== 'function' : !isHeard)
    throw lacks('an onLookupComplete function.')
  if (removeFrame && !addFrame) throw lacks('an addFrame function')
  if (addFrame && !removeFrame) throw lacks('a removeFrame function')
  if (requestedExemptionType && !exemptions.includes(requestedExemptionType)) {
    const accepted = exemptions.map((each) => `\`${each}\``).join(', ')
    const message = `requestedExemptionType \`${requestedExemptionType}\` is not a valid exemption. The accepted values are: ${accepted}`
    throw threeDSecureError('THREEDS_REQUESTED_EXEMPTION_TYPE_INVALID', undefined, message)
  }
  return { ...options, bin, nonce, amount }
}

export type CompleteOptions = ReturnType<typeof completeOptions>

function lacks(what: string) {
  const message = `verifyCard options must include ${what}`
  return threeDSecureError('THREEDS_MISSING_VERIFY_CARD_OPTION', undefined, message)
}
