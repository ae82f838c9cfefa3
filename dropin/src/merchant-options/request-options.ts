export type RequestOptions = {
  threeDSecure?: Record<string, unknown>
}
