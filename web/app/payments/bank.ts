import { decimal } from '#platform/money.ts'

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

const atBank: Record<string, string> = {
  THREEDS_CARDINAL_SDK_CANCELED: 'You closed your bank’s page.',
  THREEDS_CARDINAL_SDK_RESPONSE_TIMEDOUT: noAnswer,
  THREEDS_CARDINAL_SDK_SETUP_TIMEDOUT: noAnswer,
  THREEDS_LOOKUP_ERROR: noAnswer,
}

/** The same by the code with which the widget gave up; undefined where it was not at the bank. */
export const bankWordsFor = (code = '') =>
  code.startsWith('THREEDS_') ? (atBank[code] ?? notConfirmed) : undefined
