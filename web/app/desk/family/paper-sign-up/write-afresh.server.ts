import { receiptMailAgain, registeredMailAgain } from '#checkout/mails.server.ts'
import { receiptMailAgain as giftMailAgain } from '#donations/receipt/visible-receipt.server.ts'
import type { MailSource } from '#mail/mail-kinds.ts'
import type { MailToSend } from '#mail/outbox.server.ts'
import { messageMailAgain } from '#messages/write-message.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { movedMailAgain } from '#season/publish/notify-families.server.ts'

type Written = { source: MailSource | null; accountId: string | null }

/** Rebuilds a mail from its source with current data; undefined if the source is gone. */
export async function writeAfresh(
  tx: Db,
  { env }: World,
  { source, accountId }: Written,
): Promise<MailToSend | undefined> {
  if (!source) return undefined
  if ('orderId' in source) return registeredMailAgain(tx, env, source.orderId)
  if ('chargeId' in source) return receiptMailAgain(tx, env, source.chargeId)
  if ('donationId' in source) return giftMailAgain(tx, source.donationId)
  if (!accountId) return undefined
  if ('messageId' in source) return messageMailAgain(tx, accountId, source.messageId)
  return movedMailAgain(tx, env.siteUrl, accountId, source.sessionIds)
}
