import type { Dropin } from 'dropin'
import type { CartItem } from '#cart/cart.ts'
import { markProblems } from '#cart/checked-cart.ts'
import { ApiProblem, callApi, NoAnswer } from '#platform/call-api.ts'

const sentences = {
  widget: 'Error occurred with your payment method',
  payment: 'We encountered an error processing your payment. Please try again or contact support.',
  registration:
    'We encountered an error during registration. Please fix any errors, try again or contact support.',
  noAnswer:
    'We lost the connection and cannot tell whether this went through. Press the button again: you will not be charged twice.',
}

export type Failure = { end: 'failed'; message: string; where: 'widget' | 'payment' }
export type SubmissionEnd =
  | { end: 'done'; orderId: string }
  /** The bank has not confirmed yet; the server asks until it has. */
  | { end: 'asking' }
  | { end: 'signed-out' }
  | Failure

export type TransactionRequest = { user_id: string; total_amount: number } & Record<string, unknown>
type Processed = { order_id: string; transaction_request: TransactionRequest }
type Paid = { success: boolean; order_id: string | null }
export type Submission = ReturnType<typeof openSubmission>

/**
 * One attempt to check out or to pay. Its keys stay until an answer came, so that another press after a lost
 * connection asks for the same thing again and nothing is done twice.
 */
export function openSubmission() {
  let keys = newKeys()
  let nonce: { payment_method_nonce: string; device_data?: string | undefined } | undefined

  async function process(owner: string, cart: CartItem[], payment: 'card' | 'later'): Promise<Processed> {
    try {
      return await callApi<Processed>('/process-all-cart-items', { cart, payment }, keys.process)
    } catch (problem) {
      const problems = problem instanceof ApiProblem ? problem.body.problems : undefined
      if (Array.isArray(problems)) markProblems(owner, cart, problems)
      throw problem
    }
  }

  async function settle(work: () => Promise<SubmissionEnd>, sentence: string): Promise<SubmissionEnd> {
    try {
      return await work()
    } catch (problem) {
      if (problem instanceof NoAnswer) return { end: 'failed', message: sentences.noAnswer, where: 'payment' }
      if (!(problem instanceof ApiProblem)) throw problem
      keys = newKeys()
      nonce = undefined
      if (problem.code === 'signed-out') return { end: 'signed-out' }
      return { end: 'failed', message: messageOf(problem, sentence), where: 'payment' }
    }
  }

  async function charge(widget: Dropin, request: () => Promise<TransactionRequest>): Promise<SubmissionEnd> {
    try {
      nonce ??= await nonceFrom(widget)
    } catch {
      // The widget says at its own fields what is wrong.
      return { end: 'failed', message: sentences.widget, where: 'widget' }
    }
    return settle(async () => {
      const paid = await callApi<Paid>('/post-transaction', { ...(await request()), ...nonce }, keys.pay)
      if (paid.order_id) return { end: 'done', orderId: paid.order_id }
      return paid.success ? { end: 'done', orderId: '' } : { end: 'asking' }
    }, sentences.payment)
  }

  return {
    payLater: (owner: string, cart: CartItem[]) =>
      settle(async () => {
        const { order_id } = await process(owner, cart, 'later')
        return { end: 'done', orderId: order_id }
      }, sentences.registration),
    payNow: (owner: string, cart: CartItem[], widget: Dropin) =>
      charge(widget, async () => (await process(owner, cart, 'card')).transaction_request),
    /** Pays for registrations that are there already. */
    payUnpaid: (request: TransactionRequest, widget: Dropin) => charge(widget, async () => request),
  }
}

const newKeys = () => ({ process: crypto.randomUUID(), pay: crypto.randomUUID() })

/** The catalogue's sentence, and what the server knows beyond it. */
function messageOf(problem: ApiProblem, sentence: string): string {
  const says = ['total-changed', 'hold-ended', 'being-paid', 'too-many-tries'].includes(problem.code)
  return says ? `${sentence} ${problem.message}` : sentence
}

async function nonceFrom(widget: Dropin) {
  const { nonce, deviceData } = await widget.requestPaymentMethod()
  return { payment_method_nonce: nonce, device_data: deviceData }
}
