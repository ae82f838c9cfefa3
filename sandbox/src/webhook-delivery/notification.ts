import { createHash, createHmac } from 'node:crypto'
import type { Gateway } from '../platform/gateway.ts'
import { toXml, type XmlValue } from '../platform/http/xml.ts'
import { disputeAnswer } from '../transactions/dispute-answer.ts'
import { disputeById } from '../transactions/disputes.ts'
import { transactionAnswers } from '../transactions/transaction-answer.ts'
import { transactionById } from '../transactions/transactions.ts'
import type { Webhook } from '../webhook-outbox/webhooks.ts'

/** `bt_payload` in base64, for Braintree's webhookNotification.parse; undefined when its subject is gone. */
export async function writePayload(gateway: Gateway, webhook: Webhook): Promise<string | undefined> {
  const { kind, createdAt: timestamp } = webhook
  const subject = await readSubject(gateway, webhook)
  if (!subject) return undefined
  const document = toXml('notification', { timestamp, kind, subject })
  return `${Buffer.from(document).toString('base64')}\n`
}

/** `bt_signature`: the public key, and the payload's keyed digest. */
export function signPayload({ merchant }: Gateway, payload: string): string {
  return `${merchant.publicKey}|${digest(merchant.privateKey, payload)}`
}

/** HMAC-SHA1 under the SHA-1 of the private key, as Braintree signs. */
function digest(privateKey: string, text: string): string {
  const key = createHash('sha1').update(privateKey).digest()
  return createHmac('sha1', key).update(text).digest('hex')
}

async function readSubject(gateway: Gateway, { subject, subjectId }: Webhook): Promise<XmlValue> {
  if (subject === 'check') return { check: true }
  const dispute = subject === 'dispute' ? await disputeById(gateway, subjectId) : undefined
  const row = await transactionById(gateway, dispute?.transactionId ?? subjectId)
  if (!row) return undefined
  if (dispute) return { dispute: disputeAnswer(dispute, row) }
  const [transaction] = await transactionAnswers(gateway, [row])
  return { transaction }
}
