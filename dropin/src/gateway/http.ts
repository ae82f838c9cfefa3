import { BraintreeError } from '../platform/errors.ts'
import { waits } from '../platform/waits.ts'

/** Fetches JSON from the gateway; failures are BraintreeErrors with a CLIENT_… code. */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  let status = 500
  let response: Response
  let body: unknown
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(waits.gateway), ...init })
    status = response.status
    const json = response.clone().json()
    // A proxy may reject with a body that is no JSON.
    body = await (response.ok ? json : json.catch(() => response.text()))
  } catch (problem) {
    throw networkError(status, problem)
  }
  if (response.ok) return body
  throw httpError(status, body)
}

export function httpError(httpStatus: number, originalError: unknown) {
  const known = refusals[httpStatus]
  if (httpStatus >= 500) return networkError(httpStatus, originalError)
  return new BraintreeError({
    code: 'CLIENT_REQUEST_ERROR',
    message: 'The gateway refused the request.',
    ...known,
    type: known ? 'MERCHANT' : 'NETWORK',
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
