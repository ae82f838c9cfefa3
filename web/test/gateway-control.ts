const ours = '/control/merchants/integration_merchant_id'

/** What the gateway's own panel, its bank and its webhooks are told to do; answers what it says. */
export async function controlGateway(gatewayUrl: string, method: string, path: string, body: object) {
  const response = await fetch(gatewayUrl + ours + path, {
    method,
    headers: { 'Content-Type': 'application/json', Connection: 'close' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  const answer: { id?: string } = await response.json()
  return answer
}

/** The holder of the card denies a sale at the bank; answers the dispute. */
export const disputeAtBank = async (gatewayUrl: string, transactionId: string) =>
  (await controlGateway(gatewayUrl, 'POST', `/transactions/${transactionId}/dispute`, {})).id ?? ''

export const decideDispute = (gatewayUrl: string, id: string, status: 'won' | 'lost' | 'accepted') =>
  controlGateway(gatewayUrl, 'PUT', `/disputes/${id}`, { status })
