import { BraintreeError } from '../platform/errors.ts'
import { waits } from '../platform/waits.ts'

/** Fetches JSON from the gateway; every failure is a BraintreeError with a CLIENT_… code. */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await reach(url, init)
  const { ok, status } = response
  const broken = (problem: unknown) => {
    throw networkError(status, problem)
  }
  if (!ok) throw refusalOf(status, await response.text().catch(broken))
  return await response.json().catch(broken)
}

async function reach(url: string, init: RequestInit) {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(waits.gateway), ...init })
  } catch (problem) {
    throw networkError(500, problem)
  }
}

/** The error for a status, of HTTP or of a GraphQL answer. */
export function refusalOf(httpStatus: number, originalError: unknown) {
  const known = refusals[httpStatus]
  if (httpStatus >= 500) return networkError(httpStatus, originalError)
  if (known) return new BraintreeError({ ...known, type: 'MERCHANT', details: { httpStatus, originalError } })
  return new BraintreeError({
    code: 'CLIENT_REQUEST_ERROR',
    type: 'NETWORK',
    message: 'The gateway refused the request.',
    details: { httpStatus, originalError },
  })
}

const refusals: Record<number, { code: string; message: string }> = {
  401: { code: 'CLIENT_AUTHORIZATION_INVALID', message: 'The authorization is invalid or has expired.' },
  403: { code: 'CLIENT_AUTHORIZATION_INSUFFICIENT', message: 'The authorization does not allow this.' },
  429: { code: 'CLIENT_RATE_LIMITED', message: 'Too many requests in a short time.' },
}

function networkError(httpStatus: number, originalError: unknown) {
  return new BraintreeError({
    code: 'CLIENT_GATEWAY_NETWORK',
    type: 'NETWORK',
    message: 'The gateway cannot be reached.',
    details: { httpStatus, originalError },
  })
}
