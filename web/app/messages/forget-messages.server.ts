import { and, eq, not, sql } from 'drizzle-orm'
import { eraseMailText } from '#mail/erase-mail-text.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { mailsToSend } from '#mail/outbox.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { messageFamilies, messages } from './messages.tables.ts'

/** Erases a writer's messages, in sent mails too; queued mails are kept until sent. */
export async function forgetMessages(tx: Db, writer: Actor): Promise<void> {
  const isTheirs = eq(messages.writtenBy, writer)
  const ids = tx
    .select({ id: sql`${messages.id}::text` })
    .from(messages)
    .where(isTheirs)
  const families = tx
    .select({ id: messageFamilies.familyId })
    .from(messageFamilies)
    .innerJoin(messages, eq(messages.id, messageFamilies.messageId))
    .where(isTheirs)
  const isMailOfWriter = sql`${mails.familyId} in ${families} and ${mails.source} ->> 'messageId' in ${ids}`
  await eraseMailText(tx, and(isMailOfWriter, not(sql`(${mailsToSend})`)))
  await tx.update(messages).set({ subject: '', text: '' }).where(isTheirs)
}
