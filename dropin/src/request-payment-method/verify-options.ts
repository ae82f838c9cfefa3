import type { RequestOptions } from '../merchant-options/request-options.ts'
import type { ThreeDSecureSettings } from '../merchant-options/three-d-secure-settings.ts'
import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import type { VerifyOptions } from '../three-d-secure/verify-options.ts'

/** Cards, once. Network tokens of Google's wallet are authenticated already. */
export function needsVerification({ type, details, liabilityShifted }: PaymentMethod) {
  if (liabilityShifted !== undefined) return false
  return type === 'CreditCard' || (type === 'AndroidPayCard' && details.isNetworkTokenized === false)
}

/** The request's options override the widget's. */
export function verifyOptions(
  { nonce, details, billingAddress }: PaymentMethod,
  { amount }: ThreeDSecureSettings,
  { threeDSecure }: RequestOptions,
): VerifyOptions {
  const { additionalInformation, ...requested }: VerifyOptions = threeDSecure ?? {}
  const sum = requested.amount ?? amount
  return {
    ...(billingAddress && { billingAddress: asBank(billingAddress) }),
    ...requested,
    ...(sum !== undefined && { amount: sum }),
    additionalInformation: {
      ...additionalInformation,
      acsWindowSize: additionalInformation?.acsWindowSize || '03',
    },
    nonce,
    bin: `${details.bin ?? ''}`,
    onLookupComplete: (_, next) => next(),
  }
}

/** The bank's names of the address fields. */
function asBank({ firstName, lastName, company: _, ...same }: Record<string, string>) {
  return { ...same, ...(firstName && { givenName: firstName }), ...(lastName && { surname: lastName }) }
}
