import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { sessionsFrom } from '#desk/sessions/sessions.db.server.ts'
import { events, sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { addMail, mostTries } from '#mail/outbox.server.ts'
import { coachesFor } from '#meetings/coaches.db.server.ts'
import { addGuest } from '#meetings/guests/guests.server.ts'
import { meetingCoaches, meetings, sessionCoaches } from '#meetings/meetings.tables.ts'
import { recordPayment } from '#offline-payments/offline-payments.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { byFamily, freePlaces } from '#registrations/places.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import routes from '#routes.ts'
import { endRoles, setDates } from '#team/members.server.ts'
import { aMeeting, aMember, anEvent, aPlayer, aSession, timeZone } from '../../../test/builders/builders.ts'
import { aCourt, asMember } from '../../../test/builders/court.ts'
import { aDebtor } from '../../../test/builders/money/debtor.ts'
import { test } from '../../../test/harness/database.ts'
import { aSite } from '../../../test/harness/site.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { almostFull, listMeetings, nextOpening, paidAndClosed, readWaiting } from './today.db.server.ts'

const today = todayIn(timeZone)
const hour = 3_600_000

test('what waits counts families and not places, mails that were given up, and sessions that have no coach yet', async ({
  db,
}) => {
  const { account, rows, payment } = await aDebtor(db)
  const [green, orange] = [orNotFound(rows[0]), orNotFound(rows[1])]
  const mail = { kind: 'message', to: 'a@example.test', subject: 'Rain', text: '', html: '' } as const
  for (const _ of ['waits', 'given up']) await addMail(db, mail)
  const [last] = await db.select().from(mails)
  await db
    .update(mails)
    .set({ tries: mostTries })
    .where(eq(mails.id, orNotFound(last).id))
  const coach = await aMember(db, ['coach'])
  await db.insert(sessionCoaches).values({ sessionId: green.sessionId, accountId: coach.id })
  await recordPayment(aWorld(db), { ...payment, amountCents: 3500, registrationIds: [orange.id] })
  await freePlaces(db, eq(registrations.id, orange.id), byFamily(account.familyId))

  expect(await readWaiting(db, '2027-06-22')).toMatchObject({
    mail: { many: 1 },
    overdue: { many: 1, first: '2027-06-21' },
    owed: { many: 1, cents: 3500 },
    uncoached: { many: 1, first: '2027-06-22' },
  })
  expect(await readWaiting(db, '2027-06-07')).toMatchObject({
    overdue: { many: 0 },
    uncoached: { many: 1, first: '2027-06-21' },
  })
  expect(await readWaiting(db, '2027-06-06')).toMatchObject({ uncoached: { many: 0 } })
  await db.update(sessions).set({ isActive: false }).where(eq(sessions.id, orange.sessionId))
  expect(await readWaiting(db, '2027-06-07')).toMatchObject({ uncoached: { many: 0 } })
})

test('a session whose coaches have all left the team has no coach at the desk, from the day after until its last, and stands in the list of those', async ({
  db,
}) => {
  const { session, coach } = await aCourt(db, 1)
  const colleague = await aMember(db, ['registrar'])
  await db.insert(sessionCoaches).values({ sessionId: session.id, accountId: colleague.id })
  const uncoachedOn = async (day: string) => ({
    count: (await readWaiting(db, day)).uncoached?.many,
    listed: (await sessionsFrom(db, new Date(), { uncoachedOn: day })).sessions.map(({ id }) => id),
  })
  await endRoles(db, 'site', coach.id)
  expect(await uncoachedOn(today)).toEqual({ count: 0, listed: [] })

  await endRoles(db, 'site', colleague.id)

  expect(await uncoachedOn(today)).toEqual({ count: 1, listed: [session.id] })
  expect(await uncoachedOn(addDays(session.endsOn, 1))).toEqual({ count: 0, listed: [] })
  expect(await coachesFor(db, session.id)).toMatchObject([
    { id: expect.any(String), isOfSession: true, isOnTeam: false, lastDay: addDays(today, -1) },
    { isOfSession: true, isOnTeam: false },
  ])
})

test('a paid place of a session that was called off is listed with its family until it is given up', async ({
  db,
}) => {
  const { rows, payment } = await aDebtor(db)
  const { id, sessionId } = orNotFound(rows[0])
  await recordPayment(aWorld(db), payment)
  expect(await paidAndClosed(db)).toEqual([])
  await db
    .update(sessions)
    .set({ isActive: false, calledOffAt: new Date() })
    .where(eq(sessions.id, sessionId))

  expect(await paidAndClosed(db)).toMatchObject([{ id, firstName: 'Pip', cents: 18_000 }])
  await db.update(registrations).set({ removedAt: new Date() }).where(eq(registrations.id, id))
  expect(await paidAndClosed(db)).toEqual([])
})

test('a check that runs out within thirty days waits for somebody, of who is on the team alone', async ({
  db,
}) => {
  const yesterday = addDays(today, -1)
  const members = [await aMember(db, ['coach']), await aMember(db, ['coach'], { lastDay: yesterday })]
  for (const { id } of members)
    await setDates(db, 'site', id, {
      backgroundCheckUntil: addDays(today, 30),
      safetyTrainingUntil: addDays(today, 90),
    })

  expect((await readWaiting(db, today)).runOut).toEqual({ many: 1, first: addDays(today, 30) })
  expect((await readWaiting(db, yesterday)).runOut).toMatchObject({ many: 0 })
})

test('a coach sees the meetings of today that are own or substituted, with players and guests apart', async ({
  db,
}) => {
  const court = await aCourt(db, 3)
  const { session, member, meeting } = court
  await aMeeting(db, {
    sessionId: session.id,
    day: today,
    starts: '14:00',
    ends: '15:00',
    state: 'cancelled',
  })
  const substituted = await aMeeting(db, { day: today, starts: '08:00' })
  await db.insert(meetingCoaches).values({ meetingId: substituted.id, accountId: member.accountId })
  await aMeeting(db, { day: today })
  const held = { heldUntil: new Date(Date.now() + hour) }
  await db
    .update(registrations)
    .set(held)
    .where(eq(registrations.id, orNotFound(court.players[0]).registrationId))
  const registrar = asMember(await aMember(db, ['registrar']), ['registrar'])
  await addGuest(db, registrar, meeting.id, (await aPlayer(db)).id)

  const coached = await listMeetings(db, today, member.accountId, 'own')

  expect(coached).toMatchObject([
    { id: meeting.id, players: 2, guests: 1 },
    { id: substituted.id, players: 0, guests: 0 },
  ])
  expect(await listMeetings(db, today, member.accountId, 'all')).toHaveLength(3)
  expect(await listMeetings(db, addDays(today, 1), member.accountId, 'all')).toEqual([])
})

test('a meeting of today that was cancelled stands on Today as cancelled, with its reason, unless another time stands for it', async ({
  db,
}) => {
  const { meeting, member } = await aCourt(db, 1)
  const cancelled = { state: 'cancelled', why: 'Rain' } as const
  await db.update(meetings).set(cancelled).where(eq(meetings.id, meeting.id))
  const { token } = await aMember(db, ['registrar'])
  const site = await aSite(aWorld(db), routes)
  const page = async () => (await site('/desk', { headers: { cookie: `sign-in=${token}` } })).text()

  expect(await listMeetings(db, today, member.accountId, 'own')).toMatchObject([
    { id: meeting.id, isCancelled: true, why: 'Rain' },
  ])
  const shown = await page()
  for (const words of ['Nobody plays today.', 'Cancelled', 'Rain']) expect(shown).toContain(words)
  expect(shown).not.toContain(`/desk/meetings/${meeting.id}`)
  expect(shown).not.toContain('Write to everybody of today')

  const instead = await aMeeting(db, {
    sessionId: meeting.sessionId,
    day: today,
    starts: '17:00',
    ends: '18:00',
  })
  expect(await listMeetings(db, today, member.accountId, 'own')).toMatchObject([
    { id: instead.id, isCancelled: false },
  ])
})

test('the next opening counts what opens then, and sessions with few of their places left are named, or none', async ({
  db,
}) => {
  const soon = new Date(Date.now() + hour)
  for (const places of [8, 12]) await aSession(db, { opensAt: soon, places, taken: 3 })
  await aSession(db, { opensAt: new Date(Date.now() + 2 * hour) })
  await aSession(db, { opensAt: new Date(Date.now() - hour), places: 8, taken: 6 })
  for (const [places, taken] of [
    [8, 5],
    [4, 1],
    [40, 36],
    [40, 35],
    [4, 4],
  ] as const)
    await aSession(db, { places, taken })
  const closed = await anEvent(db, { isActive: false })
  await aSession(db, { eventId: closed.id, opensAt: new Date(Date.now() + 60_000), places: 8, taken: 8 })
  await aSession(db, { startsOn: addDays(today, -1), places: 8, taken: 8 })
  await aSession(db, { places: null, taken: 8 })
  await aSession(db, { places: 4, taken: 0 })

  const opening = orNotFound(await nextOpening(db))
  expect(opening).toMatchObject({ at: soon, sessions: 2, places: 20 })
  expect(Math.abs(opening.seconds - 3600)).toBeLessThan(60)
  expect(await almostFull(db, today)).toMatchObject([
    { places: 8, taken: 6 },
    { places: 40, taken: 36 },
    { places: 4, taken: 4 },
  ])
})

test('the list of sessions names a coach’s own from seven days before the first meeting to seven days after the last, and closed ones to the desk alone', async ({
  db,
}) => {
  const { session, member } = await aCourt(db, 1)
  const endsAt = new Date(`${addDays(today, 5)}T11:30:00-08:00`)
  await aMeeting(db, { sessionId: session.id, day: addDays(today, 5) })
  const namesAt = async (days: number) =>
    (
      await sessionsFrom(db, new Date(endsAt.getTime() + days * 24 * hour), { coachedBy: member.accountId })
    ).sessions.map(({ hasNames }) => hasNames)

  expect([await namesAt(-30), await namesAt(-10), await namesAt(6), await namesAt(8)]).toEqual([
    [false],
    [true],
    [true],
    [],
  ])
  await db.update(events).set({ isActive: false }).where(eq(events.id, session.eventId))
  expect(await namesAt(0)).toEqual([])
  expect((await sessionsFrom(db, endsAt)).sessions).toMatchObject([{ isActive: false, hasNames: true }])
})
