import type { Gateway } from './braintree.server.ts'

/** Its money is not read: the gateway is asked. */
export type WebhookMessage = { kind: string; subjectId: string; happenedAt: Date }

type Parsed = { kind?: string; timestamp?: string; transaction?: Subject; dispute?: Subject }
type Subject = { id?: string } | undefined

const maxIdLength = 100

/**
 * Parses a message with the gateway's signature; undefined for anything else. Our answer to a challenge signs whatever
 * a stranger sent, so a signed message may still be invalid.
 */
export async function parseWebhook(
  gateway: Gateway,
  signature: string,
  payload: string,
): Promise<WebhookMessage | undefined> {
  const parsed: Parsed | undefined = await gateway
    .call((sdk) => sdk.webhookNotification.parse(signature, payload))
    .catch(() => undefined)
  const happenedAt = new Date(parsed?.timestamp ?? '')
  if (!parsed?.kind || Number.isNaN(happenedAt.getTime())) return undefined
  const subjectId = parsed.dispute?.id ?? parsed.transaction?.id ?? ''
  return { kind: parsed.kind.slice(0, maxIdLength), subjectId: subjectId.slice(0, maxIdLength), happenedAt }
}

/** The gateway's check that we know the keys, before it sends to an address; undefined for an invalid challenge. */
export const answerChallenge = (gateway: Gateway, challenge: string): Promise<string | undefined> =>
  gateway.call(async (sdk) => sdk.webhookNotification.verify(challenge)).catch(() => undefined)
