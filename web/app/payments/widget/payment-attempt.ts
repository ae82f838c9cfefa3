import type { BraintreeError, DropinError } from '@courtside/dropin'
import { bankWords, bankWordsFor } from '#payments/bank.ts'
import { listOf } from '#platform/format/list-of.ts'
import { ApiProblem, NoAnswer } from '#platform/http/call-api.ts'
import { buttonOf } from '#platform/settings/payment-options.ts'

/** What the widget gives for a card or a PayPal account, in the words of the API. */
export type PaymentMethod = { payment_method_nonce: string; device_data: string | undefined }

/** What an attempt wants of the widget. */
export type PaymentForm = {
  /** `asksPayer`: the bank of a card is to put a question to the payer. */
  requestPaymentMethod(asksPayer: boolean): Promise<{
    nonce: string
    type: string
    vaulted?: boolean | undefined
    details: Record<string, unknown>
    deviceData?: string | undefined
  }>
  editPaymentMethod(): boolean
  clearSelectedPaymentMethod(): void
  /** Puts the cursor to what is to be chosen or pressed. */
  focus(): void
}

export type Failure = {
  end: 'failed'
  /** The sentence of the catalogue. */
  message: string
  /** What is known beyond it. */
  more?: string
  /** It is the payment form's: `wrong` until it is edited, or `not sent`, and the next press may do it. */
  ofForm?: 'wrong' | 'not sent'
  /** Nobody knows whether it went through: the next press asks for the same thing again. */
  isOpen?: boolean
  /** The cursor stands where something is missing: it stays there. */
  hasCursor?: boolean
  /** It is not about how it is paid: another way would not mend it. */
  isOfPurchase?: boolean
  /** The card or PayPal account was tried: it has to be given anew. */
  isMethodSpent?: boolean
}
export type AttemptEnd<Answer> = { end: 'answered'; answer: Answer } | { end: 'signed-out' } | Failure
export type PaymentAttempt = ReturnType<typeof openAttempt>

/** It was not sent at all; the message says why, after the sentence of the catalogue. */
export class NotSent extends Error {}

const sentences = {
  method: 'Error occurred with your payment method',
  choose: 'Choose how you want to pay.',
  lostConnection:
    'We lost the connection and cannot tell whether this went through. Press the button again: you will not be charged twice.',
  cannotTell:
    'We cannot tell whether this went through. Press the button again: you will not be charged twice.',
  nothingCharged: 'Nothing was charged.',
  offline: 'You were offline, so nothing was sent.',
  stillHere: 'What you chose is still here: press the button again once you are online.',
  offlineOpen:
    'You were offline, and we cannot tell yet whether this went through. Press the button again once you are online: you will not be charged twice.',
}
/** In place of the server's own sentence. */
const reasons: Record<string, string> = {
  'cart-changed': 'Something in your cart has changed: look at your sessions.',
}
const decliners: Record<string, string> = { PayPalAccount: 'PayPal', VenmoAccount: 'Venmo' }
/** A saved card is one of several: it is told which. */
function declinedBy({ type = '', vaulted, details = {} }: Partial<MethodKind>) {
  if (decliners[type]) return `${decliners[type]} declined the payment.`
  return vaulted
    ? `Your ${details.cardType} ending in ${details.lastFour} was declined.`
    : 'The card was declined.'
}
/** Another payment, which may have gone through, or a sentence that says it. */
const saysOfMoney = ({ code, message }: ApiProblem) =>
  code === 'being-paid' || /nothing was charged/i.test(message)

/**
 * One attempt to take money, or to register. Its key stays until an answer says how it ended, so that another press
 * after a lost connection or a failure of ours asks for the same thing again and nothing is done twice.
 */
export function openAttempt(failed: string, keyOfBefore?: string) {
  let key = keyOfBefore ?? crypto.randomUUID()
  let isOpen = keyOfBefore !== undefined
  /** The bank has declined because it was not asked: it is, once. */
  let asksPayer = false

  /** `paidWith`: nothing where no money is taken. */
  async function settle<Answer>(
    work: () => Promise<Answer>,
    paidWith?: MethodKind,
  ): Promise<AttemptEnd<Answer>> {
    try {
      return { end: 'answered', answer: await work() }
    } catch (problem) {
      if (problem instanceof NotSent) {
        const more = paidWith && !isOpen ? `${problem.message} ${sentences.nothingCharged}` : problem.message
        return { end: 'failed', message: failed, more, isOpen }
      }
      if (problem instanceof NoAnswer) {
        isOpen = true
        return { end: 'failed', message: failed, more: sentences.lostConnection, isOpen }
      }
      if (!(problem instanceof ApiProblem)) throw problem
      return endOf(problem, paidWith)
    }
  }

  function endOf(
    problem: ApiProblem,
    paidWith: MethodKind | undefined,
  ): Exclude<AttemptEnd<never>, { end: 'answered' }> {
    if (problem.status >= 500) {
      isOpen = true
      return { end: 'failed', message: failed, more: sentences.cannotTell, isOpen }
    }
    // Said before the server has looked at the key.
    if (problem.status === 429 && isOpen)
      return { end: 'failed', message: failed, more: problem.message, isOpen }
    const isMethodSpent = isOpen || problem.code === 'declined'
    isOpen = false
    key = crypto.randomUUID()
    if (problem.code === 'signed-out') return { end: 'signed-out' }
    const bank = bankSays(problem)
    if (bank)
      return { end: 'failed', message: failed, more: `${sentences.nothingCharged} ${bank}`, isMethodSpent }
    const reason =
      problem.code === 'declined' ? declinedBy(paidWith ?? {}) : (reasons[problem.code] ?? problem.message)
    const more = paidWith && !saysOfMoney(problem) ? `${reason} ${sentences.nothingCharged}` : reason
    return { end: 'failed', message: failed, more, isOfPurchase: problem.status === 409, isMethodSpent }
  }

  function bankSays({ body: { reason } }: ApiProblem): string | undefined {
    const isAskedNext = reason === 'to-be-confirmed' && !asksPayer
    asksPayer = isAskedNext
    return isAskedNext || reason === 'not-confirmed' ? bankWords[reason] : undefined
  }

  return {
    /** Asks the widget for what pays, which it keeps while that may be used again. */
    async byWidget<Answer>(
      widget: PaymentForm,
      work: (key: string, method: PaymentMethod) => Promise<Answer>,
    ): Promise<AttemptEnd<Answer>> {
      const asked = await methodOf(widget, asksPayer)
      if ('end' in asked) return asked
      const ended = await settle(() => work(key, asked.method), asked.kind)
      if (ended.end === 'failed' && ended.isMethodSpent) askAgain(widget, asked.kind)
      return ended
    },
    withoutWidget: <Answer>(work: (key: string) => Promise<Answer>) => settle(() => work(key)),
    /** Pressed without a network. */
    offline(isCharge: boolean): Failure {
      if (isOpen) return { end: 'failed', message: failed, more: sentences.offlineOpen, isOpen }
      const { offline, nothingCharged, stillHere } = sentences
      const more = [offline, ...(isCharge ? [nothingCharged] : []), stillHere].join(' ')
      return { end: 'failed', message: failed, more, ofForm: 'not sent', isOfPurchase: true }
    },
  }
}

/** What pays, in the words of the widget. */
type MethodKind = { type: string; vaulted: boolean | undefined; details: Record<string, unknown> }

/** Of a card that was typed, the CVV alone is to be typed again; anything else is forgotten. */
function askAgain(widget: PaymentForm, { type, vaulted }: MethodKind) {
  const isTyped = type === 'CreditCard' && !vaulted
  if (!(isTyped && widget.editPaymentMethod())) widget.clearSelectedPaymentMethod()
}

async function methodOf(
  widget: PaymentForm,
  asksPayer: boolean,
): Promise<{ kind: MethodKind; method: PaymentMethod } | Failure> {
  try {
    const { nonce, type, vaulted, details, deviceData } = await widget.requestPaymentMethod(asksPayer)
    return {
      kind: { type, vaulted, details },
      method: { payment_method_nonce: nonce, device_data: deviceData },
    }
  } catch (problem) {
    const { _braintreeWebError: refusal, cause } = problem as Partial<DropinError>
    if (!refusal) return incomplete(widget, (cause ?? {}) as Missing)
    const bank = bankWordsFor(refusal.code)
    return {
      end: 'failed',
      message: sentences.method,
      ...(bank && { more: `${sentences.nothingCharged} ${bank}` }),
      ofForm: !bank && isWrong(refusal) ? 'wrong' : 'not sent',
    }
  }
}

/** What the widget still needs: in which of its views, and in which fields. */
type Missing = { view?: string; fields?: string[] }

const fieldNames: Record<string, string> = {
  cardholderName: 'name on the card',
  number: 'card number',
  expirationDate: 'expiration date',
  cvv: 'CVV',
  postalCode: 'postal code',
}

function incomplete(widget: PaymentForm, { view = '', fields = [] }: Missing): Failure {
  const failure = { end: 'failed', message: sentences.method, hasCursor: true } as const
  if (fields.length > 0) {
    const names = listOf(fields.map((field) => fieldNames[field] ?? field))
    return { ...failure, more: `Fill in or correct: ${names}.`, ofForm: 'wrong' }
  }
  widget.focus()
  const button = buttonOf(view)
  return {
    ...failure,
    more: button ? `Use the ${button} button to continue.` : sentences.choose,
    ofForm: 'not sent',
  }
}

/** Neither a broken line nor a card that is saved already is mended in the card's fields. */
const isWrong = ({ type, code }: BraintreeError) =>
  type === 'CUSTOMER' && code !== 'HOSTED_FIELDS_TOKENIZATION_FAIL_ON_DUPLICATE'
