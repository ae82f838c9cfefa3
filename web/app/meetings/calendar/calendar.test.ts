import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { meetings } from '#meetings/meetings.tables.ts'
import { type SessionMeetings, syncMeetings } from '#meetings/sync-meetings.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { type RegistrationEntry, registrationEntries } from '#registrations/entries.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { aMeeting, aProgramme, aSession } from '../../../test/builders/builders.ts'
import { aPlaceIn } from '../../../test/builders/court.ts'
import { calendarEntries } from '../../../test/harness/calendar-file.ts'
import { test } from '../../../test/harness/database.ts'
import { calendarMeetings, toCalendar } from './calendar.server.ts'

const programme = { name: 'Courtside, Inc.', email: 'help@courtside.example' }
const entry: RegistrationEntry = {
  id: 12,
  personId: 'p',
  createdAt: new Date('2027-03-01T17:00:00Z'),
  dueOn: '2027-06-21',
  firstName: 'Zoë',
  lastName: 'Vale',
  priceCents: 18_000,
  standing: 'unpaid',
  owedCents: 18_000,
  beingPaidCents: 0,
  weOweCents: 0,
  paidCents: 0,
  paymentCents: null,
  way: null,
  chargeId: null,
  isHeld: false,
  removedAt: null,
  transactionId: null,
  means: null,
  meansLabel: null,
  recordedHow: null,
  recordedId: null,
  recordedAt: null,
  session: {
    id: 3,
    number: 2,
    startsOn: '2027-12-29',
    endsOn: '2027-12-31',
    description: 'Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)',
    revision: 0,
  },
  event: {
    id: 7,
    key: 'green',
    name: 'Green Ball; Winter, and a name that goes on until it must be folded, é after é after é',
    kind: 'clinic',
    coach: null,
    bring: [],
    location: 'Fairmeadow Park, Courts 3 to 6<br>18 Orchard Way<br>Mondays, 9:00 am',
  },
}

const siteUrl = 'https://tennis.example'
const read = (file: string) => orNotFound(calendarEntries(file)[0])

describe('the calendar file of a session whose hours are words', () => {
  const file = toCalendar([entry], [], { siteUrl, programme })

  it('spans whole days and ends, as the standard counts, on the day after the last', () => {
    const facts = read(file)
    expect(facts.get('DTSTART;VALUE=DATE')).toBe('20271229')
    expect(facts.get('DTEND;VALUE=DATE')).toBe('20280101')
    expect(facts.get('UID')).toBe('registration-12@tennis.example')
    expect(facts.get('URL;VALUE=URI')).toBe('https://tennis.example/pages/clinic/7')
  })

  it('escapes what the format reserves, and says the hours in words', () => {
    const facts = read(file)
    expect(facts.get('SUMMARY')).toContain('Zoë: Green Ball\\; Winter\\, and a name')
    expect(facts.get('LOCATION')).toBe('Fairmeadow Park\\, Courts 3 to 6\\, 18 Orchard Way')
    expect(facts.get('DESCRIPTION')).toContain('Session 2: Mon to Thu\\, 9:00 to 11:30 am (Ages 8 to 10)\\n')
  })

  it.each(['Nguyễn Thị Phương Thảo', 'يوسف عبد الرحمن', '山田さくら'])('spells the name %s', (firstName) => {
    const named = toCalendar([{ ...entry, firstName }], [], { siteUrl, programme })
    expect(read(named).get('SUMMARY')).toContain(`${firstName}: Green Ball`)
    for (const line of named.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  it('has no line over 75 bytes, and each ends as the standard asks', () => {
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(file.replaceAll('\r\n', '')).not.toContain('\n')
  })
})

/** A family's place in a session of two Wednesdays, between which clocks are set back. */
async function aPlace(db: Db) {
  await aProgramme(db)
  const days = { startsOn: '2027-11-03', endsOn: '2027-11-10' }
  const session = await aSession(db, days)
  const [first, second] = [
    await aMeeting(db, { sessionId: session.id, day: days.startsOn, court: 'Court 2' }),
    await aMeeting(db, { sessionId: session.id, day: days.endsOn }),
  ]
  const { accountId, registrationId } = await aPlaceIn(db, session.id, { firstName: 'Zoë' })
  const file = async (method?: 'CANCEL') =>
    toCalendar(
      await registrationEntries(db, accountId),
      await calendarMeetings(db, [session.id]),
      { siteUrl, programme },
      method,
    )
  const follow = (plan: Partial<SessionMeetings>) => {
    const meets = { days: [3], starts: '09:00', ends: '11:30' }
    const planned = { sessionId: session.id, ...days, meets, skips: [], extra: [], court: null, isOn: true }
    return syncMeetings(db, [{ ...planned, ...plan }], '2027-10-01')
  }
  const of = ({ id }: { id: string }) => `meeting-${id}-${registrationId}@tennis.example`
  return { first, second, session, registrationId, of, file, follow }
}

test('each meeting is an entry with its own hours, by the clock of the programme on both sides of a change', async ({
  db,
}) => {
  const { first, second, of, file } = await aPlace(db)

  const entries = calendarEntries(await file())

  expect(entries.map((entry) => [entry.get('UID'), entry.get('DTSTART'), entry.get('DTEND')])).toEqual([
    [of(first), '20271103T160000Z', '20271103T183000Z'],
    [of(second), '20271110T170000Z', '20271110T193000Z'],
  ])
  expect(entries.map((entry) => [entry.get('SEQUENCE'), entry.get('STATUS')])).toEqual([
    ['0', undefined],
    ['0', undefined],
  ])
  expect(entries[0]?.get('LOCATION')).toBe('Fairmeadow Park Tennis Club\\, Court 2')
})

test('a calendar that takes the file again moves what moved and drops what does not take place', async ({
  db,
}) => {
  const { first, second, of, file, follow } = await aPlace(db)

  await follow({ endsOn: '2027-11-03', meets: { days: [3], starts: '10:00', ends: '11:30' } })

  const entries = calendarEntries(await file())
  expect(entries.map((entry) => entry.get('UID'))).toEqual([of(first), of(second)])
  expect(entries.map((entry) => [entry.get('DTSTART'), entry.get('SEQUENCE'), entry.get('STATUS')])).toEqual([
    ['20271103T170000Z', '1', undefined],
    ['20271110T170000Z', '1', 'CANCELLED'],
  ])
  await follow({})
  const again = calendarEntries(await file())
  expect(again.map((entry) => [entry.get('UID'), entry.get('SEQUENCE'), entry.get('STATUS')])).toEqual([
    [of(first), '2', undefined],
    [of(second), '2', undefined],
  ])
})

test('a file from before the meetings were known is cancelled by the next, and no other', async ({ db }) => {
  const { registrationId, file } = await aPlace(db)
  const spans = async () =>
    calendarEntries(await file()).filter((entry) => entry.get('UID')?.startsWith('registration-'))
  expect(await spans()).toEqual([])

  const createdAt = new Date('2020-03-01T17:00:00Z')
  await db.update(registrations).set({ createdAt }).where(eq(registrations.id, registrationId))

  const [span, ...others] = await spans()
  expect(others).toEqual([])
  expect(span?.get('UID')).toBe(`registration-${registrationId}@tennis.example`)
  expect([span?.get('SEQUENCE'), span?.get('STATUS')]).toEqual(['1', 'CANCELLED'])
})

test('of a session that closes halfway what took place stays in the calendar', async ({ db }) => {
  const { first, second, of, file, follow } = await aPlace(db)
  await db.update(meetings).set({ day: '2027-09-29' }).where(eq(meetings.id, first.id))

  await follow({ isOn: false })

  const entries = calendarEntries(await file('CANCEL'))
  expect(new Set(entries.map((entry) => entry.get('STATUS')))).toEqual(new Set(['CANCELLED']))
  expect(entries.map((entry) => entry.get('UID'))).toContain(of(second))
  expect(entries.map((entry) => entry.get('UID'))).not.toContain(of(first))
})
