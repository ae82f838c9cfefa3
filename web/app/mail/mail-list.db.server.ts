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

/** What decides whether a mail can be sent again. */
export const again = {
  isErased: sql<boolean>`${mails.bodyErasedAt} is not null`,
  hasSource: sql<boolean>`${mails.source} is not null`,
}

export const stateOf = ({ sentAt, tries }: { sentAt: Date | null; tries: number }): MailState => {
  if (sentAt) return 'sent'
  return tries < mostTries ? 'waiting' : 'failed'
}

const guardianNow = sql`(select email from guardian_addresses
  where account_id = ${mails.accountId} and confirmed_at is not null)`

/** Whose a mail is and what it is about. */
export async function mailFacts(db: Db, id: number) {
  const [mail] = await db
    .select({
      kind: mails.kind,
      accountId: mails.accountId,
      familyId: mails.familyId,
      recipient: mails.recipient,
      isCopy: mails.isCopy,
      /** Where it would go today; a copy to nobody, where no guardian gets copies any more. */
      to: sql<string | null>`case when ${mails.isCopy} then ${guardianNow} else ${mails.recipient} end`,
      source: mails.source,
      ...again,
    })
    .from(mails)
    .where(eq(mails.id, id))
  return mail
}

/** As it was kept: one that waits goes at once, if it is not under way; one that went out goes as a new mail, unless that waits already. */
export async function sendAsKept(tx: Db, id: number, recipient: string): Promise<void> {
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

/**
 * In place of one that did not go out, if it is not under way; beside one that did, unless it waits already. The mail
 * alone, or its copy alone.
 */
export async function sendAfresh(tx: Db, id: number, letter: MailToSend, copyTo?: string): Promise<void> {
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

type Words = { recipient: string; subject: string; text: string }
async function isWaiting(tx: Db, { recipient, subject, text }: Words): Promise<boolean> {
  // A copy has a line more.
  const isSame = sql`${mails.recipient} = ${recipient} and ${mails.subject} = ${subject}
    and position(${text} in ${mails.text}) > 0`
  return (await tx.$count(mails, and(mailsToSend, isSame))) > 0
}

/** What was not sent yet would lead nowhere. */
export const dropUnsent = (tx: Db, id: number) =>
  tx.delete(mails).where(and(eq(mails.id, id), isNull(mails.sentAt)))
