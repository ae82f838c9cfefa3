import type { Gateway } from './braintree.server.ts'

/** What a message of the gateway is about. What it says of money is not read: the gateway is asked. */
export type Message = { kind: string; subjectId: string; happenedAt: Date }

type Parsed = { kind?: string; timestamp?: string; transaction?: Subject; dispute?: Subject }
type Subject = { id?: string } | undefined

const longestId = 100

/**
 * Reads a message that bears the gateway's signature; undefined for anything else. The answer to a challenge is a
 * signature of ours for whatever a stranger sent, so that one which is signed may still be none.
 */
export async function readMessage(
  gateway: Gateway,
  signature: string,
  payload: string,
): Promise<Message | undefined> {
  const parsed: Parsed | undefined = await gateway
    .call((sdk) => sdk.webhookNotification.parse(signature, payload))
    .catch(() => undefined)
  const happenedAt = new Date(parsed?.timestamp ?? '')
  if (!parsed?.kind || Number.isNaN(happenedAt.getTime())) return undefined
  const subjectId = parsed.dispute?.id ?? parsed.transaction?.id ?? ''
  return { kind: parsed.kind.slice(0, longestId), subjectId: subjectId.slice(0, longestId), happenedAt }
}

/** Proves that we know the keys, as the gateway asks before it sends to an address; undefined where that was no challenge. */
export const answerChallenge = (gateway: Gateway, challenge: string): Promise<string | undefined> =>
  gateway.call(async (sdk) => sdk.webhookNotification.verify(challenge)).catch(() => undefined)
