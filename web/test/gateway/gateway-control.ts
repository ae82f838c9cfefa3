import type { Gateway } from '../harness/world.ts'

const usual = 'integration_merchant_id'

/** What the gateway's own panel, its bank and its webhooks are told to do; answers what it says. */
export async function controlGateway(
  gatewayUrl: string,
  method: string,
  path: string,
  body: object,
  merchant = usual,
) {
  const response = await fetch(`${gatewayUrl}/control/merchants/${merchant}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Connection: 'close' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  const answer: { id?: string } = await response.json()
  return answer
}

/** The holder of the card denies a sale at the bank; answers the dispute. */
export const disputeAtBank = async (gatewayUrl: string, transactionId: string, merchant = usual) =>
  (await controlGateway(gatewayUrl, 'POST', `/transactions/${transactionId}/dispute`, {}, merchant)).id ?? ''

export const decideDispute = (gatewayUrl: string, id: string, status: 'won' | 'lost' | 'accepted') =>
  controlGateway(gatewayUrl, 'PUT', `/disputes/${id}`, { status })

/** The gateway as a merchant sees it of whom nobody else in the tests knows, and that merchant's panel. */
export async function aMerchant(gateway: Gateway) {
  const url = gateway.settings.GATEWAY_URL
  const id = `m${crypto.randomUUID().replaceAll('-', '')}`
  const added = await fetch(`${url}/control/merchants`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Connection: 'close' },
    body: JSON.stringify({ id }),
  })
  const keys: { public_key: string; private_key: string } = await added.json()
  const settings = {
    ...gateway.settings,
    GATEWAY_MERCHANT_ID: id,
    GATEWAY_PUBLIC_KEY: keys.public_key,
    GATEWAY_PRIVATE_KEY: keys.private_key,
  }
  const control = (method: string, path: string, body: object) => controlGateway(url, method, path, body, id)
  return {
    gateway: { ...gateway, settings },
    dispute: (transactionId: string) => disputeAtBank(url, transactionId, id),
    end: (transactionId: string, status: 'settled' | 'settlement_declined') =>
      control('PUT', `/transactions/${transactionId}`, { status }),
    /** Money that a person gives back in the panel; answers the refund's transaction. */
    refund: async (transactionId: string, amount?: string) =>
      (await control('POST', `/transactions/${transactionId}/refund`, { amount })).id ?? '',
  }
}
