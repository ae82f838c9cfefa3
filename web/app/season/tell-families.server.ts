import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import type { Attachment } from '#mail/mail.tables.ts'
import { mailLayout } from '#mail/mail-layout.ts'
import { addMail } from '#mail/outbox.server.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { dollars } from '#platform/money.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import type { Programme } from '#platform/programme.tables.ts'
import { calendarOf } from '#registrations/calendar.server.ts'
import { type RegistrationEntry, registrationEntries } from '#registrations/entries.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { wayWords } from '#registrations/ways-to-pay.ts'
import type { Move } from './session-moves.ts'

export type Told = {
  /** Families that get a mail. */
  families: number
  /** Those among them, or besides, where nothing but a text changes: told when whoever imports says so. */
  reworded: number
  /** What paid families of closed sessions are owed. */
  owed: string[]
}

/**
 * Writes a mail to each family whose sessions move or close, in the import's transaction. Their calendars know the
 * entries by their UIDs and take what has the higher SEQUENCE.
 */
export async function tellFamilies(
  tx: Db,
  moves: Move[],
  { siteUrl, tellReworded }: { siteUrl: string; tellReworded: boolean },
): Promise<Told> {
  const reworded = await familiesIn(
    tx,
    moves.filter(({ kind }) => kind === 'reworded'),
  )
  const told = moves.filter(({ kind }) => tellReworded || kind !== 'reworded')
  const families = await familiesIn(tx, told)
  const ids = told.map(({ sessionId }) => sessionId)
  if (ids.length > 0)
    await tx
      .update(sessions)
      .set({ revision: sql`${sessions.revision} + 1` })
      .where(inArray(sessions.id, ids))
  const programme = await readProgramme(tx)
  const owed: string[] = []
  for (const family of families) {
    const entries = await registrationEntries(tx, family.id, inArray(registrations.sessionId, ids))
    const places = entries.map((entry) => ({
      entry,
      move: told.find(({ sessionId }) => sessionId === entry.session.id),
    }))
    const known = places.flatMap(({ entry, move }) => (move ? [{ entry, move }] : []))
    await addMail(tx, movedMail(family.email, known, { siteUrl, programme }))
    for (const { entry, move } of known)
      if (move.kind === 'closed' && entry.paidBy)
        owed.push(
          `${family.email}: ${nameOf(entry)}, ${dollars(entry.priceCents)} paid ${wayWords[entry.paidBy]}`,
        )
  }
  return { families: families.length, reworded: reworded.length, owed }
}

function familiesIn(tx: Db, moves: Move[]) {
  const ids = moves.map(({ sessionId }) => sessionId)
  const isThere = and(
    inArray(registrations.sessionId, ids),
    isNull(registrations.removedAt),
    isNull(registrations.heldUntil),
    isNotNull(registrations.accountId),
  )
  return tx
    .selectDistinct({ id: accounts.id, email: accounts.email })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .where(isThere)
    .orderBy(accounts.email)
}

type Place = { entry: RegistrationEntry; move: Move }

function movedMail(to: string, places: Place[], from: { siteUrl: string; programme: Programme }) {
  const closed = places.filter(({ move }) => move.kind === 'closed')
  const others = places.filter(({ move }) => move.kind !== 'closed')
  const title = titleOf(closed.length, others.length)
  const layout = mailLayout({
    programme: from.programme,
    title,
    paragraphs: places.map(({ entry, move }) =>
      [`${nameOf(entry)}.`, ...move.words, ...(move.kind === 'closed' ? [moneyOf(entry)] : [])].join(' '),
    ),
    button: { text: 'Registration history', url: `${from.siteUrl}/pages/registration-history` },
    after: [
      'Open the attached file, and your calendar changes too. If the change does not suit you, answer this mail.',
    ],
  })
  const file = (filename: string, own: Place[], method: 'PUBLISH' | 'CANCEL'): Attachment[] =>
    own.length === 0
      ? []
      : [
          {
            filename,
            calendar: calendarOf(
              own.map(({ entry }) => entry),
              from,
              method,
            ),
          },
        ]
  const attachments = [
    ...file('changed-sessions.ics', others, 'PUBLISH'),
    ...file('cancelled-sessions.ics', closed, 'CANCEL'),
  ]
  return { to, subject: title, ...layout, attachments }
}

function titleOf(closed: number, others: number): string {
  if (others === 0) return closed === 1 ? 'A session does not take place' : 'Sessions do not take place'
  return closed + others === 1 ? 'A session of yours has changed' : 'Sessions of yours have changed'
}

const moneyOf = ({ paidBy, priceCents }: RegistrationEntry) =>
  paidBy
    ? `You paid ${dollars(priceCents)} for it: unregister in your registration history, and it goes back to you.`
    : 'You need not pay for it.'

const nameOf = ({ firstName, event, session }: RegistrationEntry) =>
  `${firstName}: ${event.name}, Session ${session.number}`
