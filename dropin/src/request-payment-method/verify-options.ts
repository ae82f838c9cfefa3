import type { RequestOptions } from '../merchant-options/request-options.ts'
import type { ThreeDSecureSettings } from '../merchant-options/three-d-secure-settings.ts'
import type { PaymentMethod } from '../payment-methods/payment-method.ts'
import type { VerifyOptions } from '../three-d-secure/verify-options.ts'

/** Cards, once. A card in Google's wallet that its network knows by another number is confirmed by that already. */
export function isToBeVerified({ type, details, liabilityShifted }: PaymentMethod) {
  if (liabilityShifted !== undefined) return false
  return type === 'CreditCard' || (type === 'AndroidPayCard' && details.isNetworkTokenized === false)
}

/** How a card of the widget is verified: what the shop passes with a request counts more than what is usual. */
export function verifyOptions(
  { nonce, details, billingAddress }: PaymentMethod,
  { amount }: ThreeDSecureSettings,
  { threeDSecure }: RequestOptions,
): VerifyOptions {
  const { additionalInformation, ...asked }: VerifyOptions = threeDSecure ?? {}
  const sum = asked.amount ?? amount
  return {
    ...(billingAddress && { billingAddress: asBank(billingAddress) }),
    ...asked,
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

/** The parts of an address by the names that the bank has for them. */
function asBank({ firstName, lastName, company: _, ...same }: Record<string, string>) {
  return { ...same, ...(firstName && { givenName: firstName }), ...(lastName && { surname: lastName }) }
}
