import { checkedCart } from '#cart/checked-cart.ts'
import type { PaymentMethod } from '#payments/payment-attempt.ts'
import { ApiProblem, callApi } from '#platform/call-api.ts'
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

/** Makes an order of the cart; what cannot be had any more is marked in it. */
export async function sendCart(owner: string, cart: CartItem[], payment: 'card' | 'later', key: string) {
  markSent(cart, key)
  try {
    return await callApi<Processed>('/process-all-cart-items', { cart, payment }, key)
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.code === 'cart-changed') await checkedCart(owner)
    throw problem
  }
}

/** Charges for registrations. */
export const postTransaction = (request: TransactionRequest, method: PaymentMethod, key: string) =>
  callApi<Paid>('/post-transaction', { ...request, ...method }, key)
