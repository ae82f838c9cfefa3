import type { Dropin } from 'dropin'
import { ApiProblem, callApi, NoAnswer } from '#platform/call-api.ts'
import { inDollars } from '#platform/money.ts'
import { declined } from './donations.ts'

const sentences = {
  widget: 'Error occurred with your payment method',
  botCheck: 'The bot check did not finish. Check your connection and try again.',
  noAnswer:
    'We lost the connection and cannot tell whether your gift went through. Press the button again: you will not be charged twice.',
}

export type GiftEnd =
  | { end: 'given'; donationId: string }
  | { end: 'failed'; message: string; where: 'widget' | 'payment'; isFixed?: boolean }

export type Gift = Record<string, unknown> & { cents: number }

/**
 * One gift. Until an answer came, a further press sends the same request with the same key, so that nobody is
 * charged twice; after an answer the next press begins anew.
 */
export function newSubmission() {
  let key = crypto.randomUUID()
  let request: Record<string, unknown> | undefined

  return async function send(gift: Gift, widget: Dropin, botCheck: () => Promise<string>): Promise<GiftEnd> {
    if (!request) {
      const card = await cardOf(widget)
      if (!card) return { end: 'failed', message: sentences.widget, where: 'widget' }
      const answer = await botCheck().catch(() => undefined)
      if (!answer) return { end: 'failed', message: sentences.botCheck, where: 'payment' }
      const { cents, amount: _, custom_amount: __, ...donor } = gift
      request = { ...donor, ...card, transaction_amount: inDollars(cents), g_recaptcha_response: answer }
    }
    try {
      const { donation_id } = await callApi<{ donation_id: string }>('/submit-donation', request, key)
      return { end: 'given', donationId: donation_id }
    } catch (problem) {
      if (problem instanceof NoAnswer)
        return { end: 'failed', message: sentences.noAnswer, where: 'payment', isFixed: true }
      if (!(problem instanceof ApiProblem)) throw problem
      key = crypto.randomUUID()
      request = undefined
      return { end: 'failed', message: messageOf(problem), where: 'payment' }
    }
  }
}

/** The card's nonce; undefined when the widget says at its own fields what is wrong. */
async function cardOf(widget: Dropin) {
  try {
    const { nonce, deviceData } = await widget.requestPaymentMethod()
    return { payment_method_nonce: nonce, device_data: deviceData }
  } catch {
    return undefined
  }
}

/** The catalogue's sentence, and what the server knows beyond it. */
const messageOf = ({ code, message }: ApiProblem) =>
  ['bot-check-failed', 'too-many-tries', 'invalid'].includes(code) ? `${declined} ${message}` : declined
