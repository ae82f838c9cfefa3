import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import { people } from '#people/people.tables.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { deletePlayer } from '#registrations/family/delete-player.server.ts'
import {
  anAccount,
  anEvent,
  aPlayer,
  aProgramme,
  aSession,
  timeZone,
} from '../../../test/builders/builders.ts'
import { aBuyingFamily } from '../../../test/builders/buying-family.ts'
import { aPlaceIn } from '../../../test/builders/court.ts'
import { test } from '../../../test/harness/database.ts'
import { ageExceptions } from './age-exceptions.tables.ts'
import { askForException, readFit } from './fitting.server.ts'

const inDays = (days: number) => addDays(todayIn(timeZone), days)
const birthday = `${Number(inDays(40).slice(0, 4)) - 8}-01-01`
const older = { agesFrom: 12, agesTo: 14 }
const hers = { agesFrom: 7, agesTo: 9 }

test('two sessions for a child: offered, open, with places, not hers, of her age; of the same event first, then of the same kind, earliest first', async ({
  db,
}) => {
  await aProgramme(db)
  const { id: accountId } = await anAccount(db)
  const event = await anEvent(db, { name: 'Green Ball', kind: 'clinic' })
  const clinic = await anEvent(db, { name: 'Red Ball', kind: 'clinic' })
  const league = await anEvent(db, { name: 'League', kind: 'league' })
  const addSession = (days: number, more = {}) =>
    aSession(db, { eventId: event.id, startsOn: inDays(days), ...hers, ...more })
  const target = await addSession(20, older)
  const mine = await addSession(21)
  const mia = await aPlaceIn(db, mine.id, { firstName: 'Mia', account: accountId })
  await db.update(people).set({ birthday }).where(eq(people.id, mia.id))
  await addSession(22, { places: 4, taken: 4 })
  await addSession(23, { places: 4, taken: 2, kept: 2, waiting: 2 })
  await addSession(24, { opensAt: new Date(Date.now() + 86_400_000) })
  await addSession(25, { closedWords: 'Too hot.' })
  await addSession(26, { isActive: false })
  await addSession(-2)
  const last = await addSession(60)
  await aSession(db, { eventId: league.id, startsOn: inDays(1), ...hers })
  const red = await aSession(db, { eventId: clinic.id, startsOn: inDays(30) })
  await aSession(db, { eventId: clinic.id, startsOn: inDays(29), ...older })

  const fit = await readFit(db, accountId, { personId: mia.id, sessionId: target.id })

  expect(fit.message).toContain('this is for 12 to 14.')
  expect(fit.sessions.map(({ event: name, path }) => [name, path])).toEqual([
    ['Green Ball', `/pages/clinic/${event.id}?session=${last.id}&player=${mia.id}`],
    ['Red Ball', `/pages/clinic/${clinic.id}?session=${red.id}&player=${mia.id}`],
  ])
})

test('an exception is asked for once, of a child who does not fit and has a birthday, and goes with the child', async ({
  db,
  gateway,
}) => {
  const { call, id, item, session, pip } = await aBuyingFamily(db, gateway.settings)
  const other = await anAccount(db)
  const pair = { personId: pip.id, sessionId: session.id }
  await expect(askForException(db, id, pair)).rejects.toMatchObject({ code: 'not-possible' })
  await db.update(sessions).set({ agesFrom: 30, agesTo: 40 })
  await expect(askForException(db, other.id, pair)).rejects.toMatchObject({ code: 'not-found' })

  const { answer } = await call('/fitting-sessions', item)
  expect(answer).toMatchObject({ needs_birthday: false, exception: null, sessions: [] })
  for (const _twice of [1, 2])
    expect((await call('/ask-for-exception', item)).answer).toEqual({ exception: 'asked' })
  expect((await call('/fitting-sessions', item)).answer.exception).toBe('asked')
  expect(await db.select().from(ageExceptions)).toMatchObject([{ ...pair, state: 'asked', decidedBy: null }])

  const nameless = await aPlayer(db, { accountId: id, birthday: null })
  const without = { ...pair, personId: nameless.id }
  expect(await readFit(db, id, without)).toMatchObject({ needsBirthday: true, sessions: [] })
  await expect(askForException(db, id, without)).rejects.toMatchObject({ code: 'not-possible' })

  await deletePlayer(db, { accountId: id }, pip.id)
  expect(await db.$count(ageExceptions)).toBe(0)
})
