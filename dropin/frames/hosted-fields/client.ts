/** The configuration that the page's client hands to the fields (Braintree's `client.getConfiguration()`). */
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
 * A gateway that fails, or cannot be reached or read, has a status of 500 and more. It was not reached where the connection
 * was lost, or where a request did not come whole (408); it is late where it has not answered in time.
 */
export type Answer = { status: number; body: unknown; isUnreached?: boolean; isLate?: boolean }

/**
 * Posts JSON to the gateway. Whatever page holds this frame, its Content-Security-Policy lets card data go to the gateway
 * and nowhere else.
 */
export async function post(url: string, headers: Record<string, string>, body: unknown): Promise<Answer> {
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
    // Network loss, a timeout and an unreadable answer all count as a gateway that failed.
    const body = problem instanceof Error ? problem.message : problem
    const isLate = problem instanceof DOMException && problem.name === 'TimeoutError'
    return { status: 500, body, isUnreached: problem instanceof TypeError, isLate }
  }
}
