import { eq } from 'drizzle-orm'
import { addMails, type MailToSend } from '#mail/outbox.server.ts'
import { isCoachable } from '#meetings/attendance/window.ts'
import { ensureFamily } from '#people/families.db.server.ts'
import { accounts } from '#people/people.tables.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dayRange } from '#platform/format/dates.ts'
import { isBeyond, refuseBeyond } from '#platform/http/rate-limit.server.ts'
import { refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { Member } from '#team/member.server.ts'
import { mayAll } from '#team/rights.ts'
import type { Audience } from './audience.ts'
import { type FamilyToWrite, listFamilies } from './families.db.server.ts'
import type { MessageForm } from './message.schema.ts'
import { messageMail } from './message-mail.ts'
import { messageFamilies, messageSessions, messages } from './messages.tables.ts'
import { listMessageSessions, type MessageSession, sessionsFor } from './sessions.db.server.ts'

/** Recipients, and families that mail does not reach. */
export async function previewMessage(db: Db, member: Member, audience: Audience, now = new Date()) {
  const sessions = await sessionsToWriteTo(db, member, audience, now)
  const families = await listAudience(db, audience, sessions)
  const named = ({ number, name }: FamilyToWrite) => ({ number, name })
  return {
    sessions: sessions.map((session) => ({ id: session.id, name: sessionName(session) })),
    families: families.length,
    onPaper: families.filter(({ email }) => email === null).map(named),
    withoutGuardian: families.filter(({ lacksGuardian }) => lacksGuardian).map(named),
  }
}

export async function listWritableSessions(db: Db, member: Member, now = new Date()) {
  const sessions = await sessionsToWriteTo(db, member, { to: 'all' }, now)
  return sessions.map(({ span: _, isOwn: __, ...session }) => ({ ...session, title: sessionTitle(session) }))
}

/** Idempotent by `id`: one mail per family, however many children and sessions. */
export function writeMessage(
  db: Db,
  member: Member,
  { audience, id, ...message }: MessageForm & { audience: Audience },
  now = new Date(),
): Promise<void> {
  return db.transaction(async (tx) => {
    const open = await sessionsToWriteTo(tx, member, audience, now)
    const sessionId = open.length === 1 ? (open[0]?.id ?? null) : null
    const isNew = await tx
      .insert(messages)
      .values({ id, sessionId, ...message, writtenBy: member.actor })
      .onConflictDoNothing()
      .returning({ id: messages.id })
    if (isNew.length === 0) return
    await limitMessages(tx, member)
    const families = await withFamilyIds(tx, await listAudience(tx, audience, open))
    if (families.length === 0) refuse('not-possible', 'Nobody has a place there.')
    const sessions = open.filter((session) =>
      families.some(({ sessionIds }) => sessionIds.includes(session.id)),
    )
    await tx
      .insert(messageSessions)
      .values(sessions.map((session) => ({ messageId: id, sessionId: session.id })))
    const mailFor = await mailing(tx, member.accountId, { id, ...message }, sessions)
    const written = await addMails(tx, families.map(mailFor))
    const mailIds = new Map(written.map((row) => [row.familyId, row.id]))
    await tx
      .insert(messageFamilies)
      .values(families.map(({ familyId }) => ({ messageId: id, familyId, mailId: mailIds.get(familyId) })))
    const after = { families: families.length, mails: written.length, sessions: sessions.length }
    await addChange(tx, { actor: member.actor, what: 'message written', sessionId, after })
  })
}

const listAudience = async (db: Db, { to }: Audience, sessions: MessageSession[]) =>
  sessions.length === 0
    ? []
    : await listFamilies(
        db,
        sessions.map(({ id }) => id),
        { isUnsigned: to === 'unsigned' },
      )

/** Mail builder; names the sessions in which the family has places. */
async function mailing(
  tx: Db,
  writerId: string,
  { id, ...message }: MessageForm,
  sessions: MessageSession[],
) {
  const programme = await readProgramme(tx)
  const isCoach = sessions.every(({ isOwn }) => isOwn)
  const writer = await writerName(tx, writerId, isCoach, programme.name)
  return <Family extends FamilyToWrite>({ accountId, familyId, email, sessionIds }: Family) => {
    const theirs = sessions.filter((session) => sessionIds.includes(session.id)).map(sessionName)
    return {
      kind: 'message' as const,
      replyTo: programme.email,
      source: { messageId: id },
      ...messageMail(message, { programme, sessions: theirs, writer }),
      accountId,
      familyId,
      to: email,
    }
  }
}

/** Per hour. A rainy day closes many sessions at the desk; a coach has a few. */
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
async function writerName(tx: Db, accountId: string, isCoach: boolean, programmeName: string) {
  const [account] = await tx
    .select({ firstName: accounts.firstName })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  if (!account) return programmeName
  return `${account.firstName}, ${isCoach ? 'coach' : `for ${programmeName}`}`
}

/** Sessions of an audience that the member may write to now; refuses explicitly named foreign ones. */
async function sessionsToWriteTo(db: Db, member: Member, audience: Audience, now: Date) {
  const coach = mayAll(member, 'message') ? undefined : member.accountId
  const sessions = await sessionsFor(db, member.accountId, audience, coach)
  if (audience.to === 'sessions' && sessions.length < audience.sessions.length) refuse('not-found')
  const open = coach ? sessions.filter(({ span }) => isCoachable(span, now)) : sessions
  if (audience.to === 'sessions' && open.length < sessions.length) refuse('not-your-work', notOpen)
  return open
}

const notOpen = 'You write to families from 7 days before the first meeting to 7 days after the last.'

/** Rebuilds the mail with current address and names; undefined without a place, or once erased. */
export async function messageMailAgain(
  tx: Db,
  accountId: string,
  messageId: string,
): Promise<MailToSend | undefined> {
  const [message] = await tx.select().from(messages).where(eq(messages.id, messageId))
  if (!message?.text) return undefined
  const writerId = message.writtenBy.replace('member:', '')
  const sessions = await listMessageSessions(tx, writerId, messageId)
  const ids = sessions.map(({ id }) => id)
  const [family] = ids.length === 0 ? [] : await listFamilies(tx, ids, { accountId })
  if (!family) return undefined
  const { familyId: _, ...mail } = (await mailing(tx, writerId, message, sessions))(family)
  return mail
}

const sessionName = (session: MessageSession) => `${session.event}, ${sessionTitle(session)}`
const sessionTitle = ({ number, startsOn, endsOn }: { number: number; startsOn: string; endsOn: string }) =>
  `Session ${number}, ${dayRange(startsOn, endsOn)}`

async function withFamilyIds(tx: Db, families: FamilyToWrite[]) {
  const known = []
  for (const family of families)
    known.push({ ...family, familyId: family.familyId ?? (await ensureFamily(tx, family.accountId)) })
  return known
}
