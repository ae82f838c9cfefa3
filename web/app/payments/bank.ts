import { decimal } from '#platform/format/money.ts'

/** How the payer can be reached, as far as the page knows. */
export type Payer = { email?: string | undefined; phone?: string | undefined }

/**
 * What the bank of a card is told of a payment (3-D Secure). The more it knows, the less it asks; what it could not
 * read would refuse the whole of it. `asksPayer`: it is to put its question in any case.
 */
export function bankFacts(amountCents: number, { email = '', phone = '' }: Payer, asksPayer: boolean) {
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

/** What became of a payment at the bank of the card, by the reason of the server's no. */
export const bankWords = {
  'not-confirmed': notConfirmed,
  'to-be-confirmed': 'Your bank wants to confirm that it is you. Try once more: then it asks you.',
}

/** The codes of the widget by which a bank, its payer or who asks it ended it. */
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

/** The same by the code with which the widget gave up; undefined where it was not at the bank. */
export const bankWordsFor = (code = '') => (isOwnFault(code) ? ownFault : atBank[code])

/** Whether no bank was asked because of how we, or our account at the gateway, are set up. */
export const isOwnFault = (code = '') => code.startsWith('THREEDS_') && !(code in atBank)
export const ownFault = 'Something is set up wrongly on our side: it is neither your card nor your bank.'
