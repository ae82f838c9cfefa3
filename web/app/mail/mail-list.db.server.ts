import { and, eq, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { mails } from './mail.tables.ts'
import type { MailState } from './mail-states.ts'
import { addMail, type MailToSend, mailsToSend, mostTries } from './outbox.server.ts'

export const isInState: Record<MailState, SQL | undefined> = {
  sent: isNotNull(mails.sentAt),
  waiting: mailsToSend,
  failed: and(isNull(mails.sentAt), gte(mails.tries, mostTries)),
}

export const resendColumns = {
  isErased: sql<boolean>`${mails.bodyErasedAt} is not null`,
  hasSource: sql<boolean>`${mails.source} is not null`,
}

export const mailState = ({ sentAt, tries }: { sentAt: Date | null; tries: number }): MailState => {
  if (sentAt) return 'sent'
  return tries < mostTries ? 'waiting' : 'failed'
}

const guardianNow = sql`(select email from guardian_addresses
  where account_id = ${mails.accountId} and confirmed_at is not null)`

export async function findMailMeta(db: Db, id: number) {
  const [mail] = await db
    .select({
      kind: mails.kind,
      accountId: mails.accountId,
      familyId: mails.familyId,
      recipient: mails.recipient,
      isCopy: mails.isCopy,
      /** Today's recipient; null for a copy where no guardian gets copies any more. */
      to: sql<string | null>`case when ${mails.isCopy} then ${guardianNow} else ${mails.recipient} end`,
      source: mails.source,
      ...resendColumns,
    })
    .from(mails)
    .where(eq(mails.id, id))
  return mail
}

/** An unsent mail becomes due now if it is not leased; a sent one is sent as a new mail, unless already queued. */
export async function resendStored(tx: Db, id: number, recipient: string): Promise<void> {
  const mail = await lockMail(tx, id)
  if (!mail) return
  const due = { recipient, tries: 0, dueAt: sql`now()` }
  if (!mail.sentAt)
    await tx
      .update(mails)
      .set(due)
      .where(and(eq(mails.id, id), isIdle))
  else if (!(await isWaiting(tx, { ...mail, recipient }))) {
    const { accountId, familyId, kind, isCopy, replyTo, source, subject, text, html, attachments } = mail
    await tx.insert(mails).values({
      accountId,
      familyId,
      kind,
      recipient,
      isCopy,
      replyTo,
      source,
      subject,
      text,
      html,
      attachments,
    })
  }
}

/** Replaces an unleased unsent mail, or adds to a sent one unless already queued; the mail or its copy alone. */
export async function resendRegenerated(
  tx: Db,
  id: number,
  letter: MailToSend,
  copyTo?: string,
): Promise<void> {
  const mail = await lockMail(tx, id)
  if (mail && !mail.sentAt) {
    const dropped = await tx
      .delete(mails)
      .where(and(eq(mails.id, id), isIdle))
      .returning({ id: mails.id })
    if (dropped.length === 0) return
  }
  const { subject, text } = letter
  const recipient = copyTo ?? letter.to
  if (!recipient || (await isWaiting(tx, { recipient, subject, text }))) return
  const added = await addMail(tx, letter, copyTo !== undefined)
  if (copyTo && added) await tx.delete(mails).where(eq(mails.id, added.id))
}

async function lockMail(tx: Db, id: number) {
  const [mail] = await tx.select().from(mails).where(eq(mails.id, id)).for('update')
  return mail
}

const isIdle = sql`coalesce(${mails.leasedUntil} < now(), true)`

type MailText = { recipient: string; subject: string; text: string }
async function isWaiting(tx: Db, { recipient, subject, text }: MailText): Promise<boolean> {
  // A copy has a line more.
  const isSame = sql`${mails.recipient} = ${recipient} and ${mails.subject} = ${subject}
    and position(${text} in ${mails.text}) > 0`
  return (await tx.$count(mails, and(mailsToSend, isSame))) > 0
}

/** Its link would be dead. */
export const dropUnsent = (tx: Db, id: number) =>
  tx.delete(mails).where(and(eq(mails.id, id), isNull(mails.sentAt)))
