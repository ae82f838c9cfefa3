export type ErrorType = 'CUSTOMER' | 'MERCHANT' | 'NETWORK' | 'INTERNAL' | 'UNKNOWN'

type ErrorFields = { code: string; type: ErrorType; message: string; details?: unknown }

/** A failure of client, card fields or vault; `code` as in Braintree's SDK. */
export class BraintreeError extends Error {
  override name = 'BraintreeError'
  readonly code: string
  readonly type: ErrorType
  readonly details: unknown

  constructor({ code, type, message, details }: ErrorFields) {
    super(message)
    this.code = code
    this.type = type
    this.details = details
  }
}

/** Factory of a module's errors: each code has its type and default message. */
export function errorFactory<Code extends string>(
  failures: Record<Code, [type: ErrorType, message: string]>,
) {
  return (code: Code, originalError?: unknown, message?: string) => {
    const [type, usual] = failures[code]
    const details = originalError !== undefined && { details: { originalError } }
    return new BraintreeError({ code, type, message: message ?? usual, ...details })
  }
}

/** By name: separately loaded modules have their own class. */
const isBraintreeError = (problem: unknown): problem is BraintreeError =>
  problem instanceof Error && problem.name === 'BraintreeError'

/** Thrown by every public function; `_braintreeWebError` is the cause, if any. */
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
