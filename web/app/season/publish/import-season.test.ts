import { join } from 'node:path'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { eventById, listStaff } from '#events/events.db.server.ts'
import { events, sessions } from '#events/events.tables.ts'
import { postings } from '#ledger/postings.tables.ts'
import { absences, attendance, careViews } from '#meetings/attendance/attendance.tables.ts'
import { meetingGuests } from '#meetings/meetings.tables.ts'
import { noteReturned } from '#offline-payments/offline-payments.server.ts'
import { accounts, people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { toYear } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { familyLimits, readProgramme } from '#platform/settings/programme.db.server.ts'
import { registrationEntries } from '#registrations/entries.db.server.ts'
import { byFamily, freePlaces } from '#registrations/places.server.ts'
import { offlinePayments, refunds, registrations } from '#registrations/registrations.tables.ts'
import { cardDebts, endDemo } from '#season/demo/demo-season.server.ts'
import { readSeasonFile } from '#season/pictures/season-pictures.server.ts'
import { aMeeting } from '../../../test/builders/builders.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { importSeason } from './import-season.server.ts'

const demo = await readSeasonFile(join(import.meta.dirname, '../../../../season.yaml'), 'season.yaml')
const siteUrl = 'https://tennis.example'
const now = new Date('2027-06-02T19:00:00Z')
const real = demo.text
  .slice(0, demo.text.indexOf('# People who exist'))
  .replaceAll(/ +(demo: \{|coaches: ).*\n/g, '')

async function bringIn(db: Db, text: string, options: { write?: boolean; now?: Date } = {}) {
  const done = await importSeason(
    db,
    { ...demo, text },
    { write: true, withDemo: true, now, siteUrl, ...options },
  )
  if ('problems' in done) return { problems: done.problems, report: [] }
  const report = done.changes
    .filter(({ did }) => did !== 'unchanged')
    .map(({ did, what, how }) => [did, what, how].filter(Boolean).join(' '))
  return { problems: [], report }
}
const textWith = (text: string, piece: string, instead: string) => {
  expect(text).toContain(piece)
  return text.replace(piece, instead)
}
const countsOf = async (db: Db) => [
  await db.$count(events),
  await db.$count(sessions),
  await db.$count(registrations),
]

test('a season comes in with its events, formats, missions, prices and staff', async ({ db }) => {
  await bringIn(db, real)

  const [row] = await db.select().from(events).where(eq(events.key, 'green-ball'))
  const known = await eventById(db, 'clinic', row?.id ?? 0)
  expect(known?.event).toMatchObject({ name: 'Green Ball Clinic', priceCents: 18_000, isActive: true })
  expect(known?.event.formats).toHaveLength(4)
  expect(known?.event.missions).toHaveLength(3)
  expect(known?.sessions.map(({ startsOn }) => startsOn)).toContain('2027-06-14')
  expect(await eventById(db, 'lesson', row?.id ?? 0), 'the same id as another kind').toBeUndefined()
  expect((await readProgramme(db)).sections).toMatchObject({
    clinics: 'A few days in a row, in small groups.',
  })
  const team = await listStaff(db, 2027)
  expect(team.map(({ name }) => name)).toContain('Mara Quillfeather')
  expect(team[0]?.img).toMatch(/^data:image\/svg\+xml;base64,/)
})

test('a season says what one family may have; what it leaves out is as usual', async ({ db }) => {
  const { env } = aWorld(db)
  await bringIn(db, real)
  const usual = {
    ...{ holdMinutes: 15, players: 12, unpaidPlaces: 40, unpaidPlacesPerSession: 4 },
    givenBackByOneCents: 10_000,
  }
  expect(familyLimits(await readProgramme(db), env)).toEqual(usual)

  const limits = '  limits: { hold minutes: 20, players: 3 }\n  reliability page: true\n'
  const { report } = await bringIn(db, textWith(real, '  clubs:\n', `${limits}  clubs:\n`))
  expect(report).toHaveLength(1)
  const programme = await readProgramme(db)
  expect(familyLimits(programme, env)).toEqual({ ...usual, holdMinutes: 20, players: 3 })
  expect(programme.reliabilityPage).toBe(true)
})

test('the same file again changes nothing, and its counted days stay where they were', async ({ db }) => {
  await bringIn(db, demo.text)
  const before = await db.select().from(sessions).orderBy(sessions.id)

  const again = await bringIn(db, demo.text, { now: new Date('2027-09-09T19:00:00Z') })

  expect(again.report).toEqual([])
  expect(await db.select().from(sessions).orderBy(sessions.id)).toEqual(before)
  expect((await readProgramme(db)).seasonBase).toBe('2027-06-02')
})

test('a file with a mistake writes nothing at all', async ({ db }) => {
  await bringIn(db, real)
  const text = textWith(textWith(real, 'price: 140', 'price: 150'), 'places: 24', 'places: lots')

  const { problems } = await bringIn(db, text)

  expect(problems).toEqual([expect.stringMatching(/^season.yaml:\d+: places is “lots”; write/)])
  const [row] = await db.select().from(events).where(eq(events.key, 'first-rally'))
  expect(row?.priceCents).toBe(14_000)
})

test('what would change is said before it is written', async ({ db }) => {
  await bringIn(db, real)
  const text = textWith(real, 'price: 140', 'price: 150.50')

  const { report } = await bringIn(db, text, { write: false })

  expect(report).toEqual(['changed clinic First Rally, Red Ball price $140 → $150.50'])
  const [row] = await db.select().from(events).where(eq(events.key, 'first-rally'))
  expect(row?.priceCents).toBe(14_000)
})

test('a session moves with its registrations when its days change', async ({ db }) => {
  await bringIn(db, demo.text)
  const [before] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.number, 4), eq(sessions.taken, 16)))
  const text = textWith(
    demo.text,
    'starts: Monday +1 week\n        ends: Thursday',
    'starts: 2027-06-28\n        ends: 2027-07-01',
  )

  const { report } = await bringIn(db, text)

  expect(report).toEqual([
    expect.stringMatching(/starts “2027-06-14” → “2027-06-28”, ends “2027-06-17” → “2027-07-01”/),
  ])
  const [after] = await db
    .select()
    .from(sessions)
    .where(eq(sessions.id, before?.id ?? 0))
  expect(after).toMatchObject({ startsOn: '2027-06-28', taken: 16 })
})

test('an event that vanishes goes, but its sessions with registrations are kept and closed', async ({
  db,
}) => {
  await bringIn(db, demo.text)
  const from = demo.text.indexOf('  - key: orange-ball-open')
  const to = demo.text.indexOf('  - key: junior-championships')
  const [whole] = await countsOf(db)

  const { report } = await bringIn(db, demo.text.slice(0, from) + demo.text.slice(to))

  expect(report.map((line) => line.split(' ')[0])).toEqual(['kept', 'kept', 'removed', 'removed', 'kept'])
  expect((await countsOf(db))[0]).toBe(whole)
  const [event] = await db.select().from(events).where(eq(events.key, 'orange-ball-open'))
  expect(event?.isActive).toBe(false)
  const remaining = await db
    .select()
    .from(sessions)
    .where(eq(sessions.eventId, event?.id ?? 0))
  expect(remaining.map(({ isActive, taken }) => [isActive, taken > 0])).toEqual([
    [false, true],
    [false, true],
  ])
  expect((await bringIn(db, demo.text)).report.map((line) => line.split(' ')[0])).toEqual(
    expect.arrayContaining(['changed', 'added']),
  )
})

test('a session that everybody gave up is kept: a receipt still names it', async ({ db }) => {
  await bringIn(db, demo.text)
  const [event] = await db.select().from(events).where(eq(events.key, 'serve-and-return'))
  const firstSession = and(eq(sessions.eventId, event?.id ?? 0), eq(sessions.number, 1))
  const [session] = await db.select().from(sessions).where(firstSession)
  const isThere = eq(registrations.sessionId, session?.id ?? 0)
  await db.update(registrations).set({ removedAt: sql`now()` }).where(isThere)
  await db.update(sessions).set({ taken: 0 }).where(firstSession)
  const from = demo.text.indexOf('  - key: serve-and-return')
  const to = demo.text.indexOf('  - key: parent-and-child')

  await bringIn(db, demo.text.slice(0, from) + demo.text.slice(to))

  expect(await db.select().from(sessions).where(firstSession)).toMatchObject([{ isActive: false }])
})

test('fewer places than registrations is a problem of the file, with its line', async ({ db }) => {
  await bringIn(db, demo.text)
  const text = textWith(
    demo.text,
    'places: 8\n        demo: { Juno Lobwell: venmo-transfer, others: 7 }',
    'places: 6',
  )
  expect((await bringIn(db, text)).problems).toEqual([
    expect.stringMatching(/^season.yaml:\d+: places is 6, but 8 are registered; write 8 or more$/),
  ])
})

test('the demo family has paid and unpaid registrations of last year and this, and one session is full', async ({
  db,
}) => {
  await bringIn(db, demo.text)

  const [parent] = await db.select().from(accounts).where(eq(accounts.email, 'demo.parent@courtside.example'))
  const entries = await registrationEntries(db, orNotFound(parent).id)
  expect(new Set(entries.map(({ way, standing }) => way ?? standing))).toEqual(
    new Set(['check', 'cash', 'venmo-transfer', 'unpaid']),
  )
  expect(new Set(entries.map(({ session }) => toYear(session.startsOn)))).toEqual(new Set([2026, 2027]))
  expect(await cardDebts(db), 'left to the gateway').toHaveLength(3)
  const full = await db.$count(
    sessions,
    sql`${sessions.taken} = ${sessions.places} and ${sessions.startsOn} > '2027-06-02'`,
  )
  expect(full).toBeGreaterThan(0)
})

test('places taken are the registrations there are', async ({ db }) => {
  await bringIn(db, demo.text)
  const wrong = await db
    .select({ id: sessions.id })
    .from(sessions)
    .leftJoin(registrations, and(eq(registrations.sessionId, sessions.id), isNull(registrations.removedAt)))
    .groupBy(sessions.id)
    .having(sql`count(${registrations.id}) <> ${sessions.taken}`)
  expect(wrong).toEqual([])
})

test('a season of one’s own takes the demo accounts away, what they booked and what was marked of them', async ({
  db,
}) => {
  await bringIn(db, demo.text)
  const isPaid = and(eq(registrations.dueCents, 0), gt(registrations.priceCents, 0))
  const [registration, ...others] = await db.select().from(registrations).where(isPaid).limit(2)
  const { id: registrationId, personId, sessionId } = orNotFound(registration)
  const ids = [registrationId, ...others.map(({ id }) => id)]
  expect(await freePlaces(db, inArray(registrations.id, ids), byFamily(null))).toHaveLength(2)
  await noteReturned({ db }, registrationId, 'command:treasurer')
  const { id: meetingId } = await aMeeting(db, { sessionId })
  const atMeeting = { meetingId, personId, registrationId }
  const mark = { id: crypto.randomUUID(), mark: 'here', at: now, phone: crypto.randomUUID(), seq: 1 } as const
  await db.insert(attendance).values({ ...atMeeting, ...mark })
  await db.insert(absences).values(atMeeting)
  await db.insert(careViews).values({ meetingId, personId, how: 'opened' })
  await db.insert(meetingGuests).values({ meetingId, personId, addedBy: 'site' })

  const { report } = await bringIn(db, real)

  expect(report).toEqual(['removed 7 demo accounts with everything that they booked'])
  for (const table of [accounts, people, registrations, refunds, offlinePayments, postings])
    expect(await db.$count(table)).toBe(0)
  expect(await db.$count(sessions, sql`${sessions.taken} <> 0`)).toBe(0)
})

test('demo accounts come in with the built-in gateway alone, and go with it', async ({ db }) => {
  await importSeason(db, demo, { write: true, withDemo: true, now, siteUrl })
  await endDemo(aWorld(db))
  expect(await db.$count(accounts)).toBe(7)

  await endDemo(
    aWorld(db, {
      GATEWAY_ENVIRONMENT: 'production',
      GATEWAY_TOKENIZATION_KEY: 'production_club_integration_merchant_id',
    }),
  )

  expect(await db.$count(accounts)).toBe(0)
  expect(await db.$count(events)).toBe(10)
})
