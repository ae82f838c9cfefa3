import { asc, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { careViews } from '#meetings/attendance.tables.ts'
import { readCareNote } from '#meetings/care/family-care.server.ts'
import { saveCareNote } from '#people/care/care-notes.server.ts'
import { accounts, families, people } from '#people/people.tables.ts'
import type { Actor } from '#platform/actor.ts'
import { changeNotes, changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { found } from '#platform/refusal.ts'
import { offlinePayments, orders, registrations } from '#registrations/registrations.tables.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession } from '../../test/builders.ts'
import { aCareNote } from '../../test/care.ts'
import { test } from '../../test/database.ts'
import { aDebtor } from '../../test/debtor.ts'
import { aWorld } from '../../test/world.ts'
import {
  addFamilyAtDesk,
  type NewDeskFamily,
  noteSignedOnPaper,
  registerAtDesk,
} from './desk-families.server.ts'
import { sessionsToRegister } from './desk-sessions.server.ts'
import { familyAt, readFamily } from './family.server.ts'
import { recordAtDesk } from './offline-payments.server.ts'
import { giveUpPlaces } from './release.server.ts'
import { takeBackPayment } from './take-back.server.ts'

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
    'This session is full. Raise its places first, then register the player.',
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
    code: 'total-changed',
  })
  expect(await db.$count(offlinePayments)).toBe(1)

  await takeBackPayment(world, { id, registrationIds: [], hasBounced: true, actor, words: 'bank wrote' })
  const own: Actor = `member:${account.id}`
  const orange = found(rows[1]).id
  await giveUpPlaces(world, account.id, [orange], { actor: own, reason: 'asked for by the family' })

  expect(await logOf(db)).toEqual([
    { actor, what: 'payment recorded', reason: null, words: null, isOwn: false },
    { actor, what: 'check bounced', reason: 'bounced', words: 'bank wrote', isOwn: false },
    {
      ...{ actor: own, what: 'places given up', reason: 'asked for by the family' },
      ...{ words: null, isOwn: true },
    },
  ])
  const given = await db.select().from(registrations).where(eq(registrations.id, orange))
  expect(given).toMatchObject([{ removedBy: own, removedWhy: 'desk' }])
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
