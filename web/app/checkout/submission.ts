import { checkedCart } from '#cart/checked-cart.ts'
import { NotSent, type PaymentMethod } from '#payments/widget/payment-attempt.ts'
import { inDollars, parseCents } from '#platform/format/money.ts'
import { ApiProblem, callApi, wait } from '#platform/http/call-api.ts'
import { type CartItem, markSent } from '#registrations/cart.ts'

export type TransactionRequest = { user_id: string; total_amount: number } & Record<string, unknown>
/** `order_id`: null where parts of several orders were paid. `success`: false while the bank is asked. */
export type Paid = { success: boolean; order_id: string | null }
export type Processed = {
  order_id: string
  transaction_request: TransactionRequest
  /** Null where they are not held. */
  held_seconds: number | null
}

export const failedPayment =
  'We encountered an error processing your payment. Please try again or contact support.'
export const failedRegistration =
  'We encountered an error during registration. Please fix any errors, try again or contact support.'

/** Called with each place in line, until aborted. */
export type Line = { onPlace: (ahead: number) => void; signal: AbortSignal }

/** Queues while the checkout is crowded; items that cannot be had are marked in the cart. */
export async function sendCart(
  owner: string,
  cart: CartItem[],
  payment: 'card' | 'later',
  key: string,
  line: Line,
) {
  markSent(cart, key)
  try {
    return await sendInTurn(() => callApi<Processed>('/process-all-cart-items', { cart, payment }, key), line)
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.code === 'cart-changed') await checkedCart(owner)
    throw problem
  }
}

async function sendInTurn<Answer>(send: () => Promise<Answer>, { onPlace, signal }: Line): Promise<Answer> {
  for (;;) {
    try {
      return await send()
    } catch (problem) {
      if (!(problem instanceof ApiProblem && problem.code === 'in-line')) throw problem
      onPlace(Number(problem.body.ahead))
      await wait(Number(problem.body.ask_again_seconds) * 1000)
      if (signal.aborted) throw new NotSent('You have left the line.')
    }
  }
}

export const postTransaction = (request: TransactionRequest, method: PaymentMethod, key: string) =>
  callApi<Paid>('/post-transaction', { ...request, ...method }, key)

/** Pays for the order; sessions that were closed or moved meanwhile are marked in the cart. */
export async function payForCart(
  owner: string,
  { transaction_request }: Processed,
  { creditCents, ...method }: PaymentMethod & { creditCents: number },
  key: string,
) {
  return withRecheck(owner, () => postTransaction(lessCredit(transaction_request, creditCents), method, key))
}

function lessCredit(request: TransactionRequest, creditCents: number): TransactionRequest {
  if (creditCents === 0) return request
  const total_amount = inDollars((parseCents(request.total_amount) ?? 0) - creditCents)
  return { ...request, total_amount, credit: inDollars(creditCents) }
}

/** For an order that credit pays in full. */
export const postCreditRegistration = (owner: string, { transaction_request }: Processed, key: string) => {
  const { total_amount: credit, ...places } = transaction_request
  return withRecheck(owner, () => callApi<Paid>('/register-with-credit', { ...places, credit }, key))
}

async function withRecheck<Answer>(owner: string, send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.code === 'session-moved') await checkedCart(owner)
    throw problem
  }
}
