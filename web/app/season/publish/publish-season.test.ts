import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { events, sessions } from '#events/events.tables.ts'
import { deleteDemoPostings } from '#ledger/postings.db.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { attendance, meetingNotes } from '#meetings/attendance/attendance.tables.ts'
import { meetings } from '#meetings/meetings.tables.ts'
import { accounts } from '#people/people.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { listChangeNotices } from '#season/drafts/draft-notices.server.ts'
import { seasonAt } from '#season/drafts/revisions.server.ts'
import {
  formatSeason,
  parseStructure,
  type SeasonStructure,
  type StructureSession,
} from '#season/file/season-structure.server.ts'
import { seasonRevisions } from '#season/season.tables.ts'
import { aSeasonWithAFamily } from '../../../test/builders/a-season-with-a-family.ts'
import { anAccount } from '../../../test/builders/builders.ts'
import { test } from '../../../test/harness/database.ts'
import { newDraft, previewDraft, publishSeason } from './publish-season.server.ts'

const now = new Date('2027-06-02T19:00:00Z')
const desk = { by: 'member:robin', siteUrl: 'https://tennis.example', tellReworded: false, now } as const

/** A draft of now in which somebody changes the first session of the clinic. */
async function draftWith(db: Db, change: Partial<StructureSession>, whole: Partial<SeasonStructure> = {}) {
  const draft = await newDraft(db)
  const { structure } = draft
  Object.assign(structure, whole)
  Object.assign(structure.clinics?.[0]?.sessions[0] ?? {}, change)
  return draft
}
const sessionNow = async (db: Db, id: number) =>
  (await db.select().from(sessions).where(eq(sessions.id, id)))[0]
const meetingsNow = (db: Db) =>
  db
    .select({
      id: meetings.id,
      day: meetings.day,
      state: meetings.state,
      why: meetings.why,
      replacesId: meetings.replacesId,
    })
    .from(meetings)
    .orderBy(asc(meetings.day), asc(meetings.state))

test('everything that a draft changes, and who is told of it, is seen before it is written', async ({
  db,
}) => {
  const { session } = await aSeasonWithAFamily(db)
  const draft = await draftWith(db, { starts: '2027-07-12', ends: '2027-07-15', places: 12 })

  const preview = await previewDraft(db, draft.structure, now)
  const { structure: before } = await newDraft(db)
  const lines = await listChangeNotices(db, { before, after: draft.structure, moves: preview.moves })

  expect(preview).toMatchObject({ problems: [], moves: [{ sessionId: session.id, kind: 'moved' }] })
  const entity = 'Green Ball, Session 1 of 2027'
  const [was, becomes] = ['Mon, Jun 28, 2027 – Thu, Jul 1, 2027', 'Mon, Jul 12, 2027 – Thu, Jul 15, 2027']
  expect(lines).toMatchObject([
    { entity, name: 'Days', before: was, after: becomes, families: [0], kind: 'move' },
    { entity, name: 'Places', before: '8 places', after: '12 places', families: [], kind: 'quiet' },
  ])
  expect(await sessionNow(db, session.id)).toMatchObject({ startsOn: '2027-06-28', places: 8 })
  expect(await db.$count(mails)).toBe(0)
})

test('a published move is written whole: days, meetings with their ids, a mail to the family, the kept state and the log', async ({
  db,
}) => {
  const { session, email } = await aSeasonWithAFamily(db)
  await publishSeason(db, await draftWith(db, { court: 'Court 3' }), desk)
  const before = await meetingsNow(db)
  expect(before.map(({ day }) => day)).toEqual(['2027-06-28', '2027-06-29', '2027-06-30', '2027-07-01'])

  const moved = await publishSeason(
    db,
    await draftWith(db, { starts: '2027-07-05', ends: '2027-07-08', skips: ['2027-07-05'] }),
    desk,
  )

  expect(moved).toMatchObject({ did: 'published', notified: { families: 1 } })
  const after = await meetingsNow(db)
  const planned = after.filter(({ state }) => state === 'planned')
  expect(planned.map(({ day }) => day)).toEqual(['2027-07-06', '2027-07-07', '2027-07-08'])
  expect(new Set(after.map(({ id }) => id)), 'what is left over is cancelled').toEqual(
    new Set(before.map(({ id }) => id)),
  )
  expect(await db.select({ to: mails.recipient, subject: mails.subject }).from(mails)).toEqual([
    { to: email, subject: 'A session of yours has changed' },
  ])
  const states = await db.select().from(seasonRevisions).orderBy(seasonRevisions.id)
  expect(states.map(({ by, via }) => [by, via])).toEqual([
    ['site', 'start'],
    ['member:robin', 'desk'],
    ['member:robin', 'desk'],
  ])
  expect(
    (await db.select().from(changes).orderBy(changes.id)).map(({ actor, what }) => [actor, what]),
  ).toEqual([
    ['member:robin', 'season published'],
    ['member:robin', 'season published'],
  ])
  expect(await sessionNow(db, session.id)).toMatchObject({ court: 'Court 3', revision: 1 })
})

test('a marked meeting is never deleted: it is cancelled where it moves, and counts again where the move is taken back', async ({
  db,
}) => {
  const { player } = await aSeasonWithAFamily(db)
  await publishSeason(db, await draftWith(db, { court: 'Court 3' }), desk)
  const [first] = await meetingsNow(db)
  const marked = {
    id: crypto.randomUUID(),
    meetingId: first?.id ?? '',
    personId: player.id,
    phone: crypto.randomUUID(),
  }
  await db.insert(attendance).values({ ...marked, mark: 'excused', seq: 1, at: now })

  const move = { skips: ['2027-06-28'], extra: ['2027-07-02, 9:00 to 11:30 am'] }
  await publishSeason(db, await draftWith(db, move), desk)
  const moved = await meetingsNow(db)
  await publishSeason(db, await draftWith(db, { skips: [], extra: [] }), desk)

  expect(moved[0]).toEqual({ ...first, state: 'cancelled', why: 'Moved to Jul 2, 2027.' })
  expect(moved.at(-1)).toMatchObject({ day: '2027-07-02', state: 'planned', replacesId: first?.id })
  expect((await meetingsNow(db)).map(({ day, state }) => `${day} ${state}`)).toEqual([
    '2027-06-28 planned',
    '2027-06-29 planned',
    '2027-06-30 planned',
    '2027-07-01 planned',
    '2027-07-02 cancelled',
  ])
})

test('a meeting of which somebody wrote a note is never deleted, nor is its session', async ({ db }) => {
  const { session } = await aSeasonWithAFamily(db)
  await db.update(accounts).set({ isDemo: true })
  await deleteDemoPostings(db)
  await db.delete(registrations)
  await publishSeason(db, await draftWith(db, { court: 'Court 3', places: 9 }), desk)
  const [first] = await meetingsNow(db)
  const { id: accountId } = await anAccount(db)
  await db.insert(meetingNotes).values({ meetingId: orNotFound(first).id, accountId, note: 'Wet court' })

  await publishSeason(db, await draftWith(db, { skips: ['2027-06-28'] }), desk)
  expect((await meetingsNow(db))[0]).toEqual({
    ...first,
    state: 'cancelled',
    why: 'It does not take place.',
  })

  expect(await publishSeason(db, await draftWith(db, {}, { clinics: [] }), desk)).toMatchObject({
    did: 'published',
  })
  expect(await sessionNow(db, session.id)).toMatchObject({ isActive: false })
})

test('a closed session tells its family, and its meetings do not take place', async ({ db }) => {
  await aSeasonWithAFamily(db)
  await publishSeason(db, await draftWith(db, { court: 'Court 3' }), desk)
  const closed = await publishSeason(db, await draftWith(db, { active: false }), desk)
  expect(closed).toMatchObject({ notified: { families: 1 } })
  expect((await db.select().from(mails)).map(({ subject }) => subject)).toEqual([
    'A session does not take place',
  ])
  expect(new Set((await meetingsNow(db)).map(({ state, why }) => `${state}: ${why}`))).toEqual(
    new Set(['cancelled: It does not take place.']),
  )
})

for (const [title, change, field, message] of [
  [
    'a first day in the past',
    { starts: '2027-05-31' },
    'starts',
    'starts is 2027-05-31, which is past; write 2027-06-02 or later',
  ],
  ['fewer places than taken', { places: 2 }, 'places', 'places is 2, but 3 are registered; write 3 or more'],
  [
    'a coach without an account',
    { coaches: ['nobody@example.test'] },
    'coaches',
    'coaches has nobody@example.test, who has no account; invite them to the team first, or write somebody who has one',
  ],
  [
    'hours that end before they start',
    { meets: 'Mon, 11:00 to 9:00 am' },
    'meets',
    'meets is “Mon, 11:00 to 9:00 am”; it ends before it starts; write the earlier hour first',
  ],
] as const)
  test(`${title} is refused at its field, and nothing is written`, async ({ db }) => {
    const { session } = await aSeasonWithAFamily(db)
    await db.update(sessions).set({ taken: 3 }).where(eq(sessions.id, session.id))
    const draft = await draftWith(db, { ...change, court: 'Court 9' } as Partial<StructureSession>)

    const path = ['clinics', 0, 'sessions', 0, field]
    const refused = { problems: [expect.objectContaining({ path, message })] }
    expect(await previewDraft(db, draft.structure, now)).toMatchObject(refused)
    expect(await publishSeason(db, draft, desk)).toMatchObject({ did: 'problems', ...refused })
    expect((await sessionNow(db, session.id))?.court).toBeNull()
  })

test('a draft on an older state is refused with what others changed', async ({ db }) => {
  const { session } = await aSeasonWithAFamily(db)
  const mine = await draftWith(db, { note: 'Mornings (Ages 8 to 10)' })
  await publishSeason(db, await draftWith(db, { places: 12 }), desk)

  const stale = [
    { entity: 'Green Ball, Session 1 of 2027', name: 'Places', before: '8 places', after: '12 places' },
  ]
  expect(await publishSeason(db, mine, desk)).toMatchObject({ did: 'stale', stale })
  expect(await sessionNow(db, session.id)).toMatchObject({ places: 12, description: session.description })
})

test('a price changes nothing for who is registered, and the state before can be published again', async ({
  db,
}) => {
  const { event } = await aSeasonWithAFamily(db)
  const draft = await newDraft(db)
  const dearer = parseStructure(formatSeason(draft.structure).replace('price: 180', 'price: 200'))
  await publishSeason(db, { ...draft, structure: dearer }, desk)
  expect((await db.select().from(registrations))[0]?.priceCents).toBe(18_000)

  const { base } = await newDraft(db)
  await publishSeason(db, { base, structure: await seasonAt(db, draft.base) }, desk)
  expect((await db.select().from(events).where(eq(events.id, event.id)))[0]?.priceCents).toBe(18_000)
})
