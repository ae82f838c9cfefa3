import type { BraintreeError, DropinError } from '@courtside/dropin'
import { bankMessageFor, bankMessages } from '#payments/bank.ts'
import { formatList } from '#platform/format/format-list.ts'
import { ApiProblem, NoAnswer } from '#platform/http/call-api.ts'
import { buttonLabel } from '#platform/settings/payment-options.ts'

export type PaymentMethod = { payment_method_nonce: string; device_data: string | undefined }

export type PaymentForm = {
  /** `asksPayer`: requests a challenge from the card's bank. */
  requestPaymentMethod(asksPayer: boolean): Promise<{
    nonce: string
    type: string
    vaulted?: boolean | undefined
    details: Record<string, unknown>
    deviceData?: string | undefined
  }>
  editPaymentMethod(): boolean
  clearSelectedPaymentMethod(): void
  focus(): void
}

export type Failure = {
  end: 'failed'
  message: string
  more?: string
  /** Caused by the form: `wrong` until it is edited; `not sent` may succeed at the next press. */
  formState?: 'wrong' | 'not sent'
  /** The outcome is unknown: the next press retries with the same key. */
  isOpen?: boolean
  /** The cursor is at the missing field, and stays there. */
  hasCursor?: boolean
  /** Another way to pay would not help. */
  concernsPurchase?: boolean
  /** The nonce is used: the card or account must be chosen again. */
  isMethodSpent?: boolean
}
export type AttemptEnd<Answer> = { end: 'answered'; answer: Answer } | { end: 'signed-out' } | Failure
export type PaymentAttempt = ReturnType<typeof openAttempt>

/** Not sent at all; the message is appended to the catalogue's sentence. */
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
const reasons: Record<string, string> = {
  'cart-changed': 'Something in your cart has changed: look at your sessions.',
}
const decliners: Record<string, string> = { PayPalAccount: 'PayPal', VenmoAccount: 'Venmo' }
function declineSentence({ type = '', vaulted, details = {} }: Partial<MethodKind>) {
  if (decliners[type]) return `${decliners[type]} declined the payment.`
  return vaulted
    ? `Your ${details.cardType} ending in ${details.lastFour} was declined.`
    : 'The card was declined.'
}
const mentionsMoney = ({ code, message }: ApiProblem) =>
  code === 'being-paid' || /nothing was charged/i.test(message)

/**
 * One attempt to pay or register. Its key stays until the outcome is known, so that a retry after a lost connection or
 * a server error is idempotent.
 */
export function openAttempt(failed: string, earlierKey?: string) {
  let key = earlierKey ?? crypto.randomUUID()
  let isOpen = earlierKey !== undefined
  /** The bank declined without 3-D Secure: the next try requests a challenge, once. */
  let asksPayer = false

  /** `paidWith`: undefined where no money is taken. */
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
      return toFailure(problem, paidWith)
    }
  }

  function toFailure(
    problem: ApiProblem,
    paidWith: MethodKind | undefined,
  ): Exclude<AttemptEnd<never>, { end: 'answered' }> {
    if (problem.status >= 500) {
      isOpen = true
      return { end: 'failed', message: failed, more: sentences.cannotTell, isOpen }
    }
    // Rate-limited before the server has looked at the key.
    if (problem.status === 429 && isOpen)
      return { end: 'failed', message: failed, more: problem.message, isOpen }
    const isMethodSpent = isOpen || problem.code === 'declined'
    isOpen = false
    key = crypto.randomUUID()
    if (problem.code === 'signed-out') return { end: 'signed-out' }
    const bank = bankMessage(problem)
    if (bank)
      return { end: 'failed', message: failed, more: `${sentences.nothingCharged} ${bank}`, isMethodSpent }
    const reason =
      problem.code === 'declined'
        ? declineSentence(paidWith ?? {})
        : (reasons[problem.code] ?? problem.message)
    const more = paidWith && !mentionsMoney(problem) ? `${reason} ${sentences.nothingCharged}` : reason
    return { end: 'failed', message: failed, more, concernsPurchase: problem.status === 409, isMethodSpent }
  }

  function bankMessage({ body: { reason } }: ApiProblem): string | undefined {
    const isAskedNext = reason === 'to-be-confirmed' && !asksPayer
    asksPayer = isAskedNext
    return isAskedNext || reason === 'not-confirmed' ? bankMessages[reason] : undefined
  }

  return {
    async byWidget<Answer>(
      widget: PaymentForm,
      work: (key: string, method: PaymentMethod) => Promise<Answer>,
    ): Promise<AttemptEnd<Answer>> {
      const asked = await requestMethod(widget, asksPayer)
      if ('end' in asked) return asked
      const ended = await settle(() => work(key, asked.method), asked.kind)
      if (ended.end === 'failed' && ended.isMethodSpent) askAgain(widget, asked.kind)
      return ended
    },
    withoutWidget: <Answer>(work: (key: string) => Promise<Answer>) => settle(() => work(key)),
    offline(isCharge: boolean): Failure {
      if (isOpen) return { end: 'failed', message: failed, more: sentences.offlineOpen, isOpen }
      const { offline, nothingCharged, stillHere } = sentences
      const more = [offline, ...(isCharge ? [nothingCharged] : []), stillHere].join(' ')
      return { end: 'failed', message: failed, more, formState: 'not sent', concernsPurchase: true }
    },
  }
}

type MethodKind = { type: string; vaulted: boolean | undefined; details: Record<string, unknown> }

/** After a decline a typed card keeps everything but the CVV; any other method is cleared. */
function askAgain(widget: PaymentForm, { type, vaulted }: MethodKind) {
  const isTyped = type === 'CreditCard' && !vaulted
  if (!(isTyped && widget.editPaymentMethod())) widget.clearSelectedPaymentMethod()
}

async function requestMethod(
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
    const bank = bankMessageFor(refusal.code)
    return {
      end: 'failed',
      message: sentences.method,
      ...(bank && { more: `${sentences.nothingCharged} ${bank}` }),
      formState: !bank && isWrong(refusal) ? 'wrong' : 'not sent',
    }
  }
}

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
    const names = formatList(fields.map((field) => fieldNames[field] ?? field))
    return { ...failure, more: `Fill in or correct: ${names}.`, formState: 'wrong' }
  }
  widget.focus()
  const button = buttonLabel(view)
  return {
    ...failure,
    more: button ? `Use the ${button} button to continue.` : sentences.choose,
    formState: 'not sent',
  }
}

/** A network failure or a duplicate card cannot be fixed in the card's fields. */
const isWrong = ({ type, code }: BraintreeError) =>
  type === 'CUSTOMER' && code !== 'HOSTED_FIELDS_TOKENIZATION_FAIL_ON_DUPLICATE'
