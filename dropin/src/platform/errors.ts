export type ErrorType = 'CUSTOMER' | 'MERCHANT' | 'NETWORK' | 'INTERNAL' | 'UNKNOWN'

type Facts = { code: string; type: ErrorType; message: string; details?: unknown }

/** A failure of the client, the card fields or the vault; `code` says which, as in Braintree's SDK. */
export class BraintreeError extends Error {
  override name = 'BraintreeError'
  readonly code: string
  readonly type: ErrorType
  readonly details: unknown

  constructor({ code, type, message, details }: Facts) {
    super(message)
    this.code = code
    this.type = type
    this.details = details
  }
}

/** Makes the errors of a part, of which each code says its type and what is usual to say. */
export function errorsBy<Code extends string>(failures: Record<Code, [type: ErrorType, message: string]>) {
  return (code: Code, originalError?: unknown, message?: string) => {
    const [type, usual] = failures[code]
    const details = originalError !== undefined && { details: { originalError } }
    return new BraintreeError({ code, type, message: message ?? usual, ...details })
  }
}

/** By its name: parts that load on their own bring a class of their own. */
const isBraintreeError = (problem: unknown): problem is BraintreeError =>
  problem instanceof Error && problem.name === 'BraintreeError'

/** The error that every public function of the widget gives; the cause, if any, is `_braintreeWebError`. */
export class DropinError extends Error {
  override name = 'DropinError'
  readonly _braintreeWebError: BraintreeError | undefined

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this._braintreeWebError = isBraintreeError(cause) ? cause : undefined
  }
}

export const noPaymentMethod = 'No payment method is available.'

export function calledAfterTeardown(method: string) {
  return new BraintreeError({
    code: 'METHOD_CALLED_AFTER_TEARDOWN',
    type: 'MERCHANT',
    message: `${method} was called after teardown.`,
  })
}
