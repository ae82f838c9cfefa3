import type { FieldKey } from '#agreed/fields.ts'
import { Refusal } from './tokenize.ts'

/** A BraintreeError as it travels over the bus. */
export type Failure = {
  name: 'BraintreeError'
  code: string
  type: 'CUSTOMER' | 'NETWORK' | 'MERCHANT'
  message: string
  details?: unknown
}

export function fieldsEmpty(): Failure {
  return failure('HOSTED_FIELDS_FIELDS_EMPTY', 'CUSTOMER', 'Every card field is empty.')
}

export function fieldsInvalid(invalidFieldKeys: FieldKey[]): Failure {
  const details = { invalidFieldKeys }
  return failure('HOSTED_FIELDS_FIELDS_INVALID', 'CUSTOMER', 'Some card fields are invalid.', details)
}

/** The error of a tokenization that the gateway refused or could not answer. */
export function tokenizationFailure(problem: unknown): Failure {
  if (!(problem instanceof Refusal)) throw problem
  const { status, body } = problem.answer
  if (status === 403) {
    const details = { httpStatus: status }
    return failure(
      'CLIENT_AUTHORIZATION_INSUFFICIENT',
      'MERCHANT',
      'The authorization does not allow this.',
      details,
    )
  }
  if (status >= 500) {
    const code = 'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR'
    return failure(
      code,
      'NETWORK',
      'The card could not reach the gateway.',
      original(problem, 'CLIENT_GATEWAY_NETWORK'),
    )
  }
  const known = refusals[firstNestedCode(body) ?? '']
  if (known) return failure(...known, original(problem, 'CLIENT_REQUEST_ERROR'))
  const code = 'HOSTED_FIELDS_FAILED_TOKENIZATION'
  return failure(
    code,
    'CUSTOMER',
    'The gateway refused the card data.',
    original(problem, 'CLIENT_REQUEST_ERROR'),
  )
}

type Known = [code: string, type: 'CUSTOMER', message: string]
const duplicate: Known = [
  'HOSTED_FIELDS_TOKENIZATION_FAIL_ON_DUPLICATE',
  'CUSTOMER',
  'This card is in the vault already.',
]

/** Refusals that have a code of their own, by the gateway's error code. */
const refusals: Record<string, Known> = {
  81724: duplicate,
  81763: duplicate,
  81736: ['HOSTED_FIELDS_TOKENIZATION_CVV_VERIFICATION_FAILED', 'CUSTOMER', 'CVV verification failed.'],
}

function original({ answer, message }: Refusal, code: string) {
  const details = { httpStatus: answer.status, ...(answer.status < 500 && { originalError: answer.body }) }
  return { originalError: { name: 'BraintreeError', code, type: 'NETWORK', message, details } }
}

/** Only the first nested error counts, as in Braintree's own fields. */
function firstNestedCode(body: unknown) {
  type Body = { fieldErrors?: { fieldErrors?: { code?: string }[] }[] } | null
  return (body as Body)?.fieldErrors?.[0]?.fieldErrors?.[0]?.code
}

function failure(code: string, type: Failure['type'], message: string, details?: unknown): Failure {
  return { name: 'BraintreeError', code, type, message, details }
}
