import { eq } from 'drizzle-orm'
import { addMails, type MailToSend } from '#mail/outbox.server.ts'
import { sessionFor } from '#meetings/roster.db.server.ts'
import { isCoachable } from '#meetings/window.ts'
import { familyOf } from '#people/families.db.server.ts'
import { accounts } from '#people/people.tables.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database.server.ts'
import { dayRange } from '#platform/dates.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { isBeyond, refuseBeyond } from '#platform/rate-limit.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import type { Member } from '#team/member.server.ts'
import { mayAll } from '#team/rights.ts'
import { type FamilyInSession, familiesIn } from './families.db.server.ts'
import type { MessageForm } from './message.schema.ts'
import { messageMail } from './message-mail.ts'
import { messageFamilies, messages } from './messages.tables.ts'

/** Who would get a message to a session, and whom it does not reach by mail. */
export async function previewMessage(db: Db, member: Member, sessionId: number, now = new Date()) {
  const session = await sessionToWriteTo(db, member, sessionId, now)
  const families = await familiesIn(db, sessionId)
  const named = ({ number, name }: FamilyInSession) => ({ number, name })
  return {
    session: { id: session.id, event: session.event, title: titleOf(session) },
    families: families.length,
    onPaper: families.filter(({ email }) => email === null).map(named),
    withoutGuardian: families.filter(({ lacksGuardian }) => lacksGuardian).map(named),
  }
}

/**
 * Writes a message to the families of a session: one mail each, however many children. Sent twice, it is written once.
 */
export function writeMessage(
  db: Db,
  member: Member,
  { sessionId, id, ...message }: MessageForm & { sessionId: number },
  now = new Date(),
): Promise<void> {
  return db.transaction(async (tx) => {
    const session = await sessionToWriteTo(tx, member, sessionId, now)
    const isNew = await tx
      .insert(messages)
      .values({ id, sessionId, ...message, writtenBy: member.actor })
      .onConflictDoNothing()
      .returning({ id: messages.id })
    if (isNew.length === 0) return
    await limitMessages(tx, member)
    const families = await withFamilyIds(tx, await familiesIn(tx, sessionId))
    if (families.length === 0) refuse('not-possible', 'Nobody has a place in this session.')
    const programme = await readProgramme(tx)
    const writer = await writerOf(tx, member.accountId, session.isOwn, programme.name)
    const about = { programme, session: `${session.event}, ${titleOf(session)}`, writer }
    const facts = { kind: 'message', replyTo: programme.email, source: { messageId: id } } as const
    const mail = messageMail(message, about)
    const written = await addMails(
      tx,
      families.map(({ accountId, familyId, email }) => ({
        ...facts,
        ...mail,
        accountId,
        familyId,
        to: email,
      })),
    )
    const mailOf = new Map(written.map((row) => [row.familyId, row.id]))
    await tx
      .insert(messageFamilies)
      .values(families.map(({ familyId }) => ({ messageId: id, familyId, mailId: mailOf.get(familyId) })))
    const after = { families: families.length, mails: written.length }
    await addChange(tx, { actor: member.actor, what: 'message written', sessionId, after })
  })
}

/** In an hour. A rainy day closes many sessions at the desk; a coach has a few. */
const most = { desk: 40, coach: 10 }

async function limitMessages(tx: Db, member: Member) {
  const tries = mayAll(member, 'message') ? most.desk : most.coach
  const key = `message:${member.accountId}`
  if (!(await isBeyond(tx, key, { tries, minutes: 60 }))) return
  refuseBeyond(
    key,
    `You have sent ${tries} messages in this hour, and nothing more was sent. What you wrote is still here: send it in the next hour.`,
  )
}

/** "Robin, coach": families know their coach by the first name. */
async function writerOf(tx: Db, accountId: string, isCoach: boolean, programmeName: string) {
  const [account] = await tx
    .select({ firstName: accounts.firstName })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  if (!account) return programmeName
  return `${account.firstName}, ${isCoach ? 'coach' : `for ${programmeName}`}`
}

/** The session, for whoever may write to its families now. */
async function sessionToWriteTo(db: Db, member: Member, sessionId: number, now: Date) {
  const session = found(await sessionFor(db, sessionId, member.accountId))
  if (mayAll(member, 'message')) return session
  if (!session.isOwn) refuse('not-found')
  if (!isCoachable(session.span, now)) refuse('not-your-work', notOpen)
  return session
}

const notOpen = 'You write to families from 7 days before the first meeting to 7 days after the last.'

/** A mail of a message with today's address and names; nothing where the family has no place there now, or the message is erased. */
export async function messageMailAgain(
  tx: Db,
  accountId: string,
  messageId: string,
): Promise<MailToSend | undefined> {
  const [message] = await tx.select().from(messages).where(eq(messages.id, messageId))
  if (!message?.sessionId || !message.text) return undefined
  const family = (await familiesIn(tx, message.sessionId)).find((one) => one.accountId === accountId)
  if (!family) return undefined
  const writerId = message.writtenBy.replace('member:', '')
  const session = found(await sessionFor(tx, message.sessionId, writerId))
  const programme = await readProgramme(tx)
  const writer = await writerOf(tx, writerId, session.isOwn, programme.name)
  const about = { programme, session: `${session.event}, ${titleOf(session)}`, writer }
  const words = messageMail(message, about)
  return {
    kind: 'message',
    replyTo: programme.email,
    source: { messageId },
    accountId,
    to: family.email,
    ...words,
  }
}

const titleOf = ({ number, startsOn, endsOn }: { number: number; startsOn: string; endsOn: string }) =>
  `Session ${number}, ${dayRange(startsOn, endsOn)}`

async function withFamilyIds(tx: Db, families: FamilyInSession[]) {
  const known = []
  for (const family of families)
    known.push({ ...family, familyId: family.familyId ?? (await familyOf(tx, family.accountId)) })
  return known
}
