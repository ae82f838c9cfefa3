import { decimal } from '#platform/format/money.ts'

export type PayerContact = { email?: string | undefined; phone?: string | undefined }

/**
 * Data for 3-D Secure: the more the bank knows, the less often it asks; an invalid field would refuse the whole
 * payment. `asksPayer`: requests a challenge.
 */
export function threeDSecureDetails(
  amountCents: number,
  { email = '', phone = '' }: PayerContact,
  asksPayer: boolean,
) {
  const mobilePhoneNumber = phone.replace(/\D/g, '')
  return {
    amount: decimal(amountCents),
    ...(/^[!-~]{3,254}$/.test(email) && { email }),
    ...(mobilePhoneNumber.length === 10 && { mobilePhoneNumber }),
    ...(asksPayer && { challengeRequested: true }),
  }
}

const notConfirmed = 'Your bank could not confirm that it is you.'
const noAnswer = 'Your bank did not answer.'

export const bankMessages = {
  'not-confirmed': notConfirmed,
  'to-be-confirmed': 'Your bank wants to confirm that it is you. Try once more: then it asks you.',
}

const atBank: Record<string, string> = {
  THREEDS_CARDINAL_SDK_CANCELED: 'You closed your bank’s page.',
  THREEDS_LOOKUP_TOKENIZED_CARD_NOT_FOUND_ERROR: 'Your card was given too long ago. Give it once more.',
  THREEDS_JWT_AUTHENTICATION_FAILED: notConfirmed,
  UNKNOWN_AUTH_RESPONSE: notConfirmed,
  THREEDS_CARDINAL_SDK_ERROR: notConfirmed,
  THREEDS_CARDINAL_SDK_RESPONSE_TIMEDOUT: noAnswer,
  THREEDS_CARDINAL_SDK_SETUP_TIMEDOUT: noAnswer,
  THREEDS_CARDINAL_SDK_SETUP_FAILED: noAnswer,
  THREEDS_CARDINAL_SDK_SCRIPT_LOAD_FAILED: noAnswer,
  THREEDS_LOOKUP_ERROR: noAnswer,
}

/** Undefined for failures that are not the bank's. */
export const bankMessageFor = (code = '') => (isSetupFault(code) ? setupFault : atBank[code])

/** No bank was asked, since our settings or gateway account are wrong. */
export const isSetupFault = (code = '') => code.startsWith('THREEDS_') && !(code in atBank)
export const setupFault = 'Something is set up wrongly on our side: it is neither your card nor your bank.'
