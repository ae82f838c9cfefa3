import type { FieldKey } from '#agreed/fields.ts'
import type { GatewayResponse } from './client.ts'

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

export function tokenizationFailure({ status: httpStatus, body }: GatewayResponse): Failure {
  if (httpStatus === 403)
    return failure(
      'CLIENT_AUTHORIZATION_INSUFFICIENT',
      'MERCHANT',
      'The authorization does not allow this.',
      {
        httpStatus,
      },
    )
  const isBroken = httpStatus >= 500
  const originalError = {
    name: 'BraintreeError',
    code: `CLIENT_${isBroken ? 'GATEWAY_NETWORK' : 'REQUEST_ERROR'}`,
    type: 'NETWORK',
    message: `The gateway answered ${httpStatus}.`,
    details: { httpStatus, ...(!isBroken && { originalError: body }) },
  }
  const [code, message] = isBroken ? unreachable : (refusals[firstNestedCode(body) ?? ''] ?? refused)
  return failure(`HOSTED_FIELDS_${code}`, isBroken ? 'NETWORK' : 'CUSTOMER', message, { originalError })
}

type Known = [code: string, message: string]
const unreachable: Known = ['TOKENIZATION_NETWORK_ERROR', 'The card could not reach the gateway.']
const refused: Known = ['FAILED_TOKENIZATION', 'The gateway refused the card data.']
const duplicate: Known = ['TOKENIZATION_FAIL_ON_DUPLICATE', 'This card is in the vault already.']

/** Rejections with a code of their own, by the gateway's error code. */
const refusals: Record<string, Known> = {
  81724: duplicate,
  81763: duplicate,
  81736: ['TOKENIZATION_CVV_VERIFICATION_FAILED', 'CVV verification failed.'],
}

/** Only the first nested error counts, as in Braintree's own fields. */
function firstNestedCode(body: unknown) {
  type Body = { fieldErrors?: { fieldErrors?: { code?: string }[] }[] } | null
  return (body as Body)?.fieldErrors?.[0]?.fieldErrors?.[0]?.code
}

function failure(code: string, type: Failure['type'], message: string, details?: unknown): Failure {
  return { name: 'BraintreeError', code, type, message, details }
}
