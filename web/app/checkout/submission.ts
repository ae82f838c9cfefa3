import type { Dropin } from 'dropin'
import { ApiProblem, callApi, NoAnswer } from '#platform/call-api.ts'
import type { CartItem } from '#registrations/cart.ts'
import { markProblems } from './checked-cart.ts'

const sentences = {
  widget: 'Error occurred with your payment method',
  payment: 'We encountered an error processing your payment. Please try again or contact support.',
  registration:
    'We encountered an error during registration. Please fix any errors, try again or contact support.',
  noAnswer:
    'We lost the connection and cannot tell whether this went through. Press the button again: you will not be charged twice.',
}

export type SubmissionEnd =
  | { end: 'done'; orderId: string }
  | { end: 'signed-out' }
  | { end: 'failed'; message: string; where: 'widget' | 'payment' }

type Processed = { order_id: string; transaction_request: Record<string, unknown> }
type Paid = { order_id: string }

/**
 * One press of the button. The keys stay until an answer came, so that a press after a lost connection asks for
 * the same thing again and nothing is done twice.
 */
export class Submission {
  private keys = { process: crypto.randomUUID(), pay: crypto.randomUUID() }
  private nonce: { payment_method_nonce: string; device_data?: string | undefined } | undefined

  async payLater(owner: string, items: CartItem[]): Promise<SubmissionEnd> {
    return this.settle(async () => {
      const { order_id } = await this.process(owner, items, 'later')
      return { end: 'done', orderId: order_id }
    }, sentences.registration)
  }

  async payNow(owner: string, items: CartItem[], widget: Dropin): Promise<SubmissionEnd> {
    try {
      this.nonce ??= await nonceFrom(widget)
    } catch {
      // The widget says at its own fields what is wrong.
      return { end: 'failed', message: sentences.widget, where: 'widget' }
    }
    return this.settle(async () => {
      const { transaction_request } = await this.process(owner, items, 'card')
      const paid = await callApi<Paid>(
        '/post-transaction',
        { ...transaction_request, ...this.nonce },
        this.keys.pay,
      )
      return { end: 'done', orderId: paid.order_id }
    }, sentences.payment)
  }

  private async process(owner: string, items: CartItem[], method: 'card' | 'later'): Promise<Processed> {
    try {
      return await callApi<Processed>(
        '/process-all-cart-items',
        { cart: items, payment: method },
        this.keys.process,
      )
    } catch (problem) {
      const problems = problem instanceof ApiProblem ? problem.body.problems : undefined
      if (Array.isArray(problems)) markProblems(owner, items, problems)
      throw problem
    }
  }

  private async settle(work: () => Promise<SubmissionEnd>, sentence: string): Promise<SubmissionEnd> {
    try {
      return await work()
    } catch (problem) {
      if (problem instanceof NoAnswer) return { end: 'failed', message: sentences.noAnswer, where: 'payment' }
      if (!(problem instanceof ApiProblem)) throw problem
      this.keys = { process: crypto.randomUUID(), pay: crypto.randomUUID() }
      this.nonce = undefined
      if (problem.code === 'signed-out') return { end: 'signed-out' }
      return { end: 'failed', message: messageOf(problem, sentence), where: 'payment' }
    }
  }
}

/** The catalogue's sentence, and what the server knows beyond it. */
function messageOf(problem: ApiProblem, sentence: string): string {
  const says = ['total-changed', 'hold-ended', 'being-paid'].includes(problem.code)
  return says ? `${sentence} ${problem.message}` : sentence
}

async function nonceFrom(widget: Dropin) {
  const { nonce, deviceData } = await widget.requestPaymentMethod()
  return { payment_method_nonce: nonce, device_data: deviceData }
}
