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

export type Answer = { status: number; body: unknown }

/** Posts JSON to the gateway; what cannot be reached or read counts as status 500. */
export async function post(url: string, headers: Record<string, string>, body: unknown): Promise<Answer> {
  // Whatever page holds this frame, card data goes to the gateway that served it and nowhere else.
  if (!isGateway(new URL(url))) return { status: 403, body: `Refused to send to ${url}` }
  try {
    const signal = AbortSignal.timeout(60_000)
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal,
    })
    return { status: response.status, body: await response.json() }
  } catch (problem) {
    // Network loss, a timeout and an unreadable answer all count as a gateway that failed.
    return { status: 500, body: problem instanceof Error ? problem.message : problem }
  }
}

const domains = ['braintreegateway.com', 'braintree-api.com']

/** The origin of this frame; when it is one of Braintree's hosts, the others are the same gateway. */
function isGateway(url: URL) {
  if (url.origin === window.location.origin) return true
  return [url, new URL(window.location.href)].every(
    ({ protocol, hostname }) =>
      protocol === 'https:' && domains.some((domain) => hostname.endsWith(`.${domain}`)),
  )
}
