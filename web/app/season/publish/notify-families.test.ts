import { join } from 'node:path'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { events, sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { calendarMeetings, toCalendar } from '#meetings/calendar/calendar.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { registrationEntries } from '#registrations/entries.db.server.ts'
import { orders, registrations } from '#registrations/registrations.tables.ts'
import { readSeasonFile } from '#season/pictures/season-pictures.server.ts'
import { anAccount, aPlace, aPlayer, aProgramme } from '../../../test/builders/builders.ts'
import { calendarEntries } from '../../../test/harness/calendar-file.ts'
import { test } from '../../../test/harness/database.ts'
import { importSeason } from './import-season.server.ts'

const demo = await readSeasonFile(join(import.meta.dirname, '../../../../season.yaml'), 'season.yaml')
const real = demo.text
  .slice(0, demo.text.indexOf('# People who exist'))
  .replaceAll(/ +(demo: \{|coaches: ).*\n/g, '')
const siteUrl = 'https://tennis.example'

async function bringIn(
  db: Db,
  text: string,
  options: { write?: boolean; tellReworded?: boolean; now?: Date } = {},
) {
  const now = new Date('2027-06-02T19:00:00Z')
  const done = await importSeason(
    db,
    { ...demo, text },
    { write: true, withDemo: false, siteUrl, now, ...options },
  )
  if ('problems' in done) throw new Error(done.problems.join('\n'))
  return done.told
}

/** The season is in, and Pip and Juno of one family stand in sessions 4 and 5 of the green ball clinic. */
async function aSeasonWithAFamily(db: Db) {
  await bringIn(db, real)
  const { id: accountId, email } = await anAccount(db)
  const [order] = await db
    .insert(orders)
    .values({ accountId, method: 'later', idempotencyKey: crypto.randomUUID(), totalCents: 36_000 })
    .returning()
  for (const [firstName, number] of [
    ['Pip', 4],
    ['Juno', 5],
  ] as const) {
    const person = await aPlayer(db, { accountId, firstName })
    const [session] = await db
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(events, eq(events.id, sessions.eventId))
      .where(and(eq(events.key, 'green-ball'), eq(sessions.number, number)))
    const sessionId = orNotFound(session).id
    const place = {
      accountId,
      personId: person.id,
      sessionId,
      orderId: orNotFound(order).id,
      priceCents: 18_000,
    }
    await aPlace(db, place, number === 4 ? 'check' : undefined)
    await db.update(sessions).set({ taken: 1 }).where(eq(sessions.id, sessionId))
  }
  const entries = () => registrationEntries(db, accountId)
  const sent = () => db.select().from(mails).orderBy(asc(mails.id))
  return { accountId, email, entries, sent }
}

const days = 'starts: Monday +1 week\n        ends: Thursday'
const moved = real.replace(days, 'starts: 2027-06-28\n        ends: 2027-07-01')
const hours = 'note: Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)'

/** Session 4 of the green ball clinic is not in the file any more. */
const closed = real.replace(/ {6}- number: 4\n(?: {8}.*\n)+/, '')

/** One line of a calendar file by its name, each time it stands there. */
const valuesOf = (file: string | undefined, name: string) =>
  [...(file ?? '').replaceAll('\r\n ', '').matchAll(new RegExp(`^${name}[^:\r\n]*:(.*)\r$`, 'gm'))].map(
    ([, value]) => value,
  )

test('a family is told when its session moves, and its calendar entry moves along', async ({ db }) => {
  const { entries, email, sent } = await aSeasonWithAFamily(db)
  const programme = await aProgramme(db)
  const places = await entries()
  const known = await calendarMeetings(
    db,
    places.map(({ session }) => session.id),
  )
  const before = calendarEntries(toCalendar(places, known, { siteUrl, programme }))

  expect(await bringIn(db, moved)).toEqual({ families: 1, reworded: 0, owed: [] })

  const [mail, ...others] = await sent()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: email, subject: 'A session of yours has changed' })
  expect(mail?.text).toContain(
    'Pip: Green Ball Clinic, Session 4. New days: Jun 28 – Jul 1, 2027 (before: Jun 14 – 17, 2027).',
  )
  const [file] = mail?.attachments ?? []
  expect(file?.filename).toBe('changed-sessions.ics')
  expect(valuesOf(file?.calendar, 'METHOD')).toEqual(['PUBLISH'])
  const after = calendarEntries(file?.calendar ?? '')
  expect(after.map((entry) => entry.get('DTSTART'))).toEqual(
    ['28', '29', '30'].map((day) => `202706${day}T160000Z`).concat('20270701T160000Z'),
  )
  for (const entry of after) {
    const known = before.find((one) => one.get('UID') === entry.get('UID'))
    expect(Number(entry.get('SEQUENCE'))).toBeGreaterThan(Number(known?.get('SEQUENCE')))
  }
})

test('a family is told when its session closes, and whoever imports what was paid for it', async ({ db }) => {
  const { email, sent } = await aSeasonWithAFamily(db)

  const summary = await bringIn(db, closed)

  expect(summary).toEqual({
    families: 1,
    reworded: 0,
    owed: [`${email}: Pip: Green Ball Clinic, Session 4, $180.00 paid by check`],
  })
  const [mail] = await sent()
  expect(mail?.subject).toBe('A session does not take place')
  expect(mail?.text).toContain('You paid $180.00 for it: unregister in your registration history')
  const [file] = mail?.attachments ?? []
  expect(valuesOf(file?.calendar, 'METHOD')).toEqual(['CANCEL'])
  const [span, ...days] = calendarEntries(file?.calendar ?? '')
  expect(span?.get('UID')).toMatch(/^registration-/)
  expect(days.map((entry) => [entry.get('STATUS'), entry.get('SEQUENCE')])).toEqual(
    [1, 2, 3, 4].map(() => ['CANCELLED', '2']),
  )
})

test('a session that is closed after its first day: the family is asked to write or call, since it cannot unregister any more, and the session counts as called off until it opens again', async ({
  db,
}) => {
  const { sent } = await aSeasonWithAFamily(db)
  const calledOff = () => db.$count(sessions, isNotNull(sessions.calledOffAt))
  await bringIn(db, closed, { now: new Date('2027-06-16T19:00:00Z') })

  const [mail] = await sent()
  expect(mail?.text).toContain('It does not take place. Write or call us: we give your $180.00 back')
  expect(mail?.text).not.toContain('unregister in your')
  expect(await calledOff()).toBe(1)

  await bringIn(db, real, { now: new Date('2027-06-16T19:00:00Z') })
  expect(await calledOff()).toBe(0)
})

test('all that changes for a family stands in one mail', async ({ db }) => {
  const { sent } = await aSeasonWithAFamily(db)
  await bringIn(db, closed.replace('starts: Monday +2 weeks', 'starts: Monday +4 weeks'))

  const [mail, ...others] = await sent()

  expect(others).toEqual([])
  expect(mail?.subject).toBe('Sessions of yours have changed')
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual([
    'changed-sessions.ics',
    'cancelled-sessions.ics',
  ])
})

test('of a changed text a family is told when whoever imports says so', async ({ db }) => {
  const { sent, entries } = await aSeasonWithAFamily(db)
  const text = real.replaceAll(hours, 'note: Mon to Thu, 9:30 to noon (Ages 8 to 10)')

  expect(await bringIn(db, text, { write: false })).toMatchObject({ families: 0, reworded: 1 })
  expect(await sent()).toEqual([])
  await bringIn(db, text, { tellReworded: true })

  const [mail] = await sent()
  expect(mail?.text).toContain('New days and hours: Mon to Thu, 9:30 to noon (Ages 8 to 10)')
  expect((await entries()).map(({ session }) => session.revision)).toEqual([1, 1])
})

test('nobody is told twice, of what is over, or of a place given up', async ({ db }) => {
  const { sent, accountId } = await aSeasonWithAFamily(db)
  await bringIn(db, moved)
  expect(await bringIn(db, moved)).toEqual({ families: 0, reworded: 0, owed: [] })
  await db.update(registrations).set({ removedAt: new Date() }).where(eq(registrations.accountId, accountId))
  await bringIn(db, real)
  expect(await sent()).toHaveLength(1)
})
