/** Braintree's `client.getConfiguration()`. */
export type Client = {
  authorization: string
  authorizationType: 'CLIENT_TOKEN' | 'TOKENIZATION_KEY'
  authorizationFingerprint?: string
  analyticsMetadata: Record<string, string>
  gatewayConfiguration: {
    clientApiUrl: string
    graphQL?: { url: string; features: string[] }
    creditCards?: { supportedCardTypes: string[] }
  }
}

/**
 * Network failures, timeouts and unreadable bodies have status 500. `isUnreached`: the connection was lost or the
 * request came incomplete (408). `isLate`: timeout.
 */
export type GatewayResponse = { status: number; body: unknown; isUnreached?: boolean; isLate?: boolean }

/** The Content-Security-Policy of the frame allows requests to the gateway alone. */
export async function post(
  url: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<GatewayResponse> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    })
    const { status } = response
    if (status === 408) return { status, body: await response.text(), isUnreached: true }
    return { status, body: await response.json() }
  } catch (problem) {
    const body = problem instanceof Error ? problem.message : problem
    const isLate = problem instanceof DOMException && problem.name === 'TimeoutError'
    return { status: 500, body, isUnreached: problem instanceof TypeError, isLate }
  }
}
