import { checkedCart } from '#cart/checked-cart.ts'
import { NotSent, type PaymentMethod } from '#payments/widget/payment-attempt.ts'
import { centsOf, inDollars } from '#platform/format/money.ts'
import { ApiProblem, callApi, wait } from '#platform/http/call-api.ts'
import { type CartItem, markSent } from '#registrations/cart.ts'

export type TransactionRequest = { user_id: string; total_amount: number } & Record<string, unknown>
/** Where the order is told of; null where parts of several were paid. `success` is false while the bank is asked. */
export type Paid = { success: boolean; order_id: string | null }
export type Processed = {
  order_id: string
  transaction_request: TransactionRequest
  /** How long the places are held for the payment; null where they are not. */
  held_seconds: number | null
}

export const failedPayment =
  'We encountered an error processing your payment. Please try again or contact support.'
export const failedRegistration =
  'We encountered an error during registration. Please fix any errors, try again or contact support.'

/** Stands in line for as long as many families check out: told of each place in it, until it has been left. */
export type Line = { stand: (ahead: number) => void; left: AbortSignal }

/** Makes an order of the cart, when it is its turn; what cannot be had any more is marked in it. */
export async function sendCart(
  owner: string,
  cart: CartItem[],
  payment: 'card' | 'later',
  key: string,
  line: Line,
) {
  markSent(cart, key)
  try {
    return await inTurn(() => callApi<Processed>('/process-all-cart-items', { cart, payment }, key), line)
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.code === 'cart-changed') await checkedCart(owner)
    throw problem
  }
}

async function inTurn<Answer>(send: () => Promise<Answer>, { stand, left }: Line): Promise<Answer> {
  for (;;) {
    try {
      return await send()
    } catch (problem) {
      if (!(problem instanceof ApiProblem && problem.code === 'in-line')) throw problem
      stand(Number(problem.body.ahead))
      await wait(Number(problem.body.ask_again_seconds) * 1000)
      if (left.aborted) throw new NotSent('You have left the line.')
    }
  }
}

/** Charges for registrations. */
export const postTransaction = (request: TransactionRequest, method: PaymentMethod, key: string) =>
  callApi<Paid>('/post-transaction', { ...request, ...method }, key)

/** Pays for what a cart was made into; what was closed or moved meanwhile is marked in it. */
export async function payForCart(
  owner: string,
  { transaction_request }: Processed,
  { creditCents, ...method }: PaymentMethod & { creditCents: number },
  key: string,
) {
  return withNews(owner, () => postTransaction(lessCredit(transaction_request, creditCents), method, key))
}

/** The card pays what the credit does not. */
function lessCredit(request: TransactionRequest, creditCents: number): TransactionRequest {
  if (creditCents === 0) return request
  const total_amount = inDollars((centsOf(request.total_amount) ?? 0) - creditCents)
  return { ...request, total_amount, credit: inDollars(creditCents) }
}

/** Registers what a cart was made into where credit pays all of it: no card is charged. */
export const registerWithCredit = (owner: string, { transaction_request }: Processed, key: string) => {
  const { total_amount: credit, ...places } = transaction_request
  return withNews(owner, () => callApi<Paid>('/register-with-credit', { ...places, credit }, key))
}

async function withNews<Answer>(owner: string, send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.code === 'session-moved') await checkedCart(owner)
    throw problem
  }
}
