/** What a shop passes to `requestPaymentMethod`; every step of the request gets it. */
export type RequestOptions = {
  /** For strong authentication, such as the amount and the billing address. */
  threeDSecure?: Record<string, unknown>
}
