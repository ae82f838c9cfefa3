import { asc, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { processCart } from '#checkout/process-cart.server.ts'
import { familiesByState } from '#desk/families/family-states.server.ts'
import { familyAt, readFamily } from '#desk/family/family.server.ts'
import { sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { careViews } from '#meetings/attendance/attendance.tables.ts'
import { readCareNote } from '#meetings/care/family-care.server.ts'
import { meetings } from '#meetings/meetings.tables.ts'
import { giveUpPlaces } from '#offline-payments/give-up-places.server.ts'
import { recordAtDesk } from '#offline-payments/offline-payments.server.ts'
import { takeBackPayment } from '#offline-payments/take-back.server.ts'
import { saveCareNote } from '#people/care/care-notes.server.ts'
import { accounts, families, people } from '#people/people.tables.ts'
import type { Actor } from '#platform/actor.ts'
import { changeNotes, changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, nearDay, todayIn, toYear } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { historyRow } from '#registration-history/history.ts'
import { registrationEntries } from '#registrations/entries.db.server.ts'
import { ageExceptions } from '#registrations/fit/age-exceptions.tables.ts'
import { offlinePayments, orders, registrations } from '#registrations/registrations.tables.ts'
import {
  aMeeting,
  anAccount,
  anEvent,
  aPlayer,
  aProgramme,
  aSession,
  timeZone,
} from '../../../../test/builders/builders.ts'
import { aCareNote } from '../../../../test/builders/care.ts'
import { aDebtor } from '../../../../test/builders/money/debtor.ts'
import { test } from '../../../../test/harness/database.ts'
import { aWorld } from '../../../../test/harness/world.ts'
import {
  addFamilyAtDesk,
  type NewDeskFamily,
  noteSignedOnPaper,
  registerAtDesk,
} from './desk-families.server.ts'
import { sessionsToRegister } from './desk-sessions.server.ts'

const actor: Actor = `member:${crypto.randomUUID()}`
const key = () => crypto.randomUUID()

async function aDesk(db: Db) {
  await aProgramme(db)
  const { id } = await anEvent(db, { priceCents: 18_000 })
  const session = await aSession(db, { eventId: id, places: 2 })
  return { world: aWorld(db), session }
}

const aNewFamily = (more: Partial<NewDeskFamily['parent']> = {}): NewDeskFamily => ({
  parent: { firstName: 'Édith', lastName: 'Lobwell', phone: '(555) 010-0177', email: null, ...more },
  player: {
    ...{ first_name: 'Pip', last_name: 'Lobwell', birthday: '2018-03-02', skill_level: 'Beginner' },
    ...{ phone: null, is_active: true },
  },
  key: key(),
})

const logOf = (db: Db) =>
  db
    .select({
      actor: changes.actor,
      what: changes.what,
      reason: changes.reason,
      words: changeNotes.words,
      isOwn: changes.isOwnFamily,
    })
    .from(changes)
    .leftJoin(changeNotes, eq(changeNotes.changeId, changes.id))
    .orderBy(asc(changes.id))

test('a family without an email is made once, however often the form is sent, and its player has a place at once', async ({
  db,
}) => {
  const { world, session } = await aDesk(db)
  const form = aNewFamily()

  const { number } = await addFamilyAtDesk(world, form, actor)
  expect(await addFamilyAtDesk(world, form, actor)).toEqual({ number, isNew: true })
  const family = await familyAt(db, number)
  const place = {
    ...{ personId: form.key, sessionId: session.id, seenCents: 18_000 },
    ...{ idempotencyKey: key(), words: '' },
  }
  await registerAtDesk(world, family, place, actor)
  await registerAtDesk(world, family, place, actor)

  expect((await familyAt(db, number)).hasSigned).toBe(false)
  await noteSignedOnPaper(world, family, actor)
  await noteSignedOnPaper(world, family, actor)

  expect((await familyAt(db, number)).hasSigned).toBe(true)
  expect(await db.$count(families)).toBe(1)
  expect((await readFamily(db, family)).registrations).toMatchObject([{ player: 'Pip Lobwell', paid: null }])
  expect(await db.select({ madeBy: orders.madeBy }).from(orders)).toEqual([{ madeBy: actor }])
  expect(await db.$count(registrations)).toBe(1)
  expect(await db.$count(mails)).toBe(0)
  expect((await logOf(db)).map(({ what }) => what)).toEqual([
    'account made',
    'player added',
    'registered at the desk',
    'release signed on paper',
  ])
})

test('an address that has an account opens its family, and nothing is made', async ({ db }) => {
  const { world } = await aDesk(db)
  const { email } = await anAccount(db)
  const [before] = await db.select().from(families)

  const answer = await addFamilyAtDesk(world, aNewFamily({ email }), actor)

  expect(answer).toEqual({ number: before?.number, isNew: false })
  expect([await db.$count(accounts), await db.$count(people)]).toEqual([1, 1])
})

test('the desk reads the sentence of a child of another age too, with a reason as well, until an exception is granted', async ({
  db,
}) => {
  const { world, session } = await aDesk(db)
  const form = aNewFamily()
  const family = await familyAt(db, (await addFamilyAtDesk(world, form, actor)).number)
  await db.update(sessions).set({ startsOn: '2037-06-21', endsOn: '2037-06-24', agesFrom: 8, agesTo: 10 })
  const place = { personId: form.key, sessionId: session.id, seenCents: 18_000 }
  const register = (words: string) =>
    registerAtDesk(world, family, { ...place, idempotencyKey: key(), words }, actor)

  for (const words of ['', 'Her sister plays too.'])
    await expect(register(words)).rejects.toThrow('Pip is 19 on June 21; this is for 8 to 10.')
  await db.insert(ageExceptions).values({ ...place, state: 'granted' })
  await register('')

  expect(await db.$count(registrations)).toBe(1)
})

test('the desk does not exceed a full session, and registers before the opening and after the closing with a reason only', async ({
  db,
}) => {
  const { world, session } = await aDesk(db)
  const form = aNewFamily()
  const { number } = await addFamilyAtDesk(world, form, actor)
  const family = await familyAt(db, number)
  const register = (words: string) =>
    registerAtDesk(
      world,
      family,
      { personId: form.key, sessionId: session.id, seenCents: 18_000, idempotencyKey: key(), words },
      actor,
    )
  await db.update(sessions).set({ taken: 2 })
  await expect(register('')).rejects.toThrow(
    'This session is full. Put the family on its waiting list, at the end or the head.',
  )
  await db.update(sessions).set({ taken: 0, opensAt: sql`now() + interval '1 day'` })
  await expect(register('')).rejects.toThrow('Registration is not open yet.')
  await db.update(sessions).set({ opensAt: null, closedWords: 'We are closed for the summer.' })
  await expect(register('')).rejects.toThrow('Registration is closed. Write why')
  expect(await db.$count(registrations)).toBe(0)
  expect(await sessionsToRegister(db)).toMatchObject([{ needsReason: true }])
  await db.update(sessions).set({ opensAt: sql`now() + interval '1 day'` })

  await register('a coach’s child')

  expect(await db.$count(registrations)).toBe(1)
  expect((await logOf(db)).at(-1)).toMatchObject({
    what: 'registered at the desk',
    words: 'a coach’s child',
  })
})

test('the desk registers until the last meeting of a session that has begun, with a reason in the log, and payment is due that day; the family does not', async ({
  db,
}) => {
  const { world, session } = await aDesk(db)
  const family = await familyAt(
    db,
    (await addFamilyAtDesk(world, aNewFamily({ email: 'lob@example.test' }), actor)).number,
  )
  const [pip] = await db.select().from(people).where(eq(people.role, 'family'))
  const place = { personId: orNotFound(pip).id, sessionId: session.id, seenCents: 18_000 }
  const register = (words: string) =>
    registerAtDesk(world, family, { ...place, idempotencyKey: key(), words }, actor)
  const begin = (days: number) =>
    db.update(sessions).set({ startsOn: addDays(today, -days), endsOn: addDays(today, 1 - days) })
  const today = todayIn(timeZone)
  await aMeeting(db, { sessionId: session.id, day: today })
  const cancelled = await aMeeting(db, { sessionId: session.id, day: addDays(today, 1) })
  await db.update(meetings).set({ state: 'cancelled' }).where(eq(meetings.id, cancelled.id))
  await begin(7)

  expect(await sessionsToRegister(db)).toMatchObject([
    { label: expect.stringContaining(', has begun'), needsReason: true },
  ])
  await expect(register('')).rejects.toThrow('This session has begun. Write why this player joins now.')
  const visitor = { ...family, email: 'lob@example.test' }
  await noteSignedOnPaper(world, family, actor)
  const cart = { method: 'later' as const, places: [place], idempotencyKey: key() }
  await expect(processCart(world, visitor, cart)).rejects.toMatchObject({ code: 'cart-changed' })
  await db.delete(meetings).where(eq(meetings.day, today))
  await expect(register('moved here')).rejects.toThrow('This session has already started.')
  expect(await sessionsToRegister(db)).toEqual([])
  await begin(1)

  await register('moved here')

  expect((await logOf(db)).at(-1)).toMatchObject({ what: 'registered at the desk', words: 'moved here' })
  const [mail] = await db.select().from(mails).where(eq(mails.kind, 'registered'))
  expect(mail?.text).toContain('Payment is due now.')
  expect((await readFamily(db, family)).registrations).toMatchObject([
    { due: nearDay(today, toYear(today)), isOverdue: false },
  ])
  const [entry] = await registrationEntries(db, family.accountId)
  expect([today, addDays(today, 1)].map((day) => historyRow(orNotFound(entry), '', day).stage)).toEqual([
    'due',
    'overdue',
  ])
  const overdueOn = async (day: string) => (await familiesByState(db, day).overdue).length
  expect([await overdueOn(today), await overdueOn(addDays(today, 1))]).toEqual([0, 1])
  expect(mail?.text).not.toContain('full refund')
})

test('a check is recorded once for a form, taken back with who and why, and its places given up with a reason', async ({
  db,
}) => {
  const { account, rows, payment } = await aDebtor(db)
  const world = aWorld(db)
  const family = await familyAt(db, Number(payment.invoice.slice(5)))
  const form = {
    ...{ amountCents: 21_500, how: 'check' as const, note: '1204', key: key(), actor },
    registrationIds: rows.map(({ id }) => id),
  }
  const { id } = await recordAtDesk(world, family, form)
  expect(await recordAtDesk(world, family, form)).toEqual({ id })
  await expect(recordAtDesk(world, family, { ...form, key: key() })).rejects.toMatchObject({
    code: 'much-more',
  })
  expect(await db.$count(offlinePayments)).toBe(1)

  await takeBackPayment(world, { id, registrationIds: [], hasBounced: true, actor, words: 'bank wrote' })
  const own: Actor = `member:${account.id}`
  const orange = orNotFound(rows[1]).id
  await giveUpPlaces(world, account.id, [orange], { actor: own, reason: 'asked for by the family' })

  expect(await logOf(db)).toEqual([
    { actor, what: 'payment recorded', reason: null, words: null, isOwn: false },
    { actor, what: 'check bounced', reason: 'bounced', words: 'bank wrote', isOwn: false },
    {
      ...{ actor: own, what: 'places given up', reason: 'asked for by the family' },
      ...{ words: null, isOwn: true },
    },
  ])
  const registered = await db.select().from(registrations).where(eq(registrations.id, orange))
  expect(registered).toMatchObject([{ removedBy: own, removedWhy: 'desk' }])
})

test('opening a care note at the desk is written down for the family and in the log; the screen never holds it', async ({
  db,
}) => {
  const { account, pip, payment } = await aDebtor(db)
  const family = await familyAt(db, Number(payment.invoice.slice(5)))
  await saveCareNote(db, { accountId: account.id, personId: pip.id }, aCareNote)
  const { id: reader } = await anAccount(db, { firstName: 'Sol', lastName: 'Deuce' })
  expect(JSON.stringify(await readFamily(db, family))).not.toContain('Peanuts')

  const stranger = await aPlayer(db)
  const member = { accountId: reader, actor: `member:${reader}` as const }
  await expect(readCareNote(db, member, { ...family, personId: stranger.id })).rejects.toMatchObject({
    code: 'not-found',
  })
  const note = await readCareNote(db, member, { ...family, personId: pip.id })

  expect(note).toMatchObject({ note: 'Peanuts' })
  expect(await db.select().from(careViews)).toMatchObject([{ personId: pip.id, accountId: reader }])
  expect(await readFamily(db, family)).toMatchObject({
    players: [{ note: { category: 'allergy' }, lastView: { firstName: 'Sol', how: 'opened' } }],
    log: [{ what: 'care note opened', by: 'Sol Deuce' }],
  })
})
