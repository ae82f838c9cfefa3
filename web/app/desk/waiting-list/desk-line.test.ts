import { and, asc, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { sweepHolds } from '#checkout/pay/reconcile.server.ts'
import { familyAt } from '#desk/family/family.server.ts'
import { addFamilyAtDesk, registerAtDesk } from '#desk/family/registration/desk-families.server.ts'
import { sessions } from '#events/events.tables.ts'
import { meetings } from '#meetings/meetings.tables.ts'
import { people } from '#people/people.tables.ts'
import type { Actor } from '#platform/actor.ts'
import { changeNotes, changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { byFamily, freePlaces } from '#registrations/places.server.ts'
import { orders, registrations } from '#registrations/registrations.tables.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import { makeOffers } from '#waiting-list/offers/make-offers.server.ts'
import { aMember, anEvent, aProgramme, aSession, timeZone } from '../../../test/builders/builders.ts'
import { aPlaceIn } from '../../../test/builders/court.ts'
import { test } from '../../../test/harness/database.ts'
import { aSite } from '../../../test/harness/site.ts'
import { aWorld } from '../../../test/harness/world.ts'
import routes from '../../routes.ts'
import { countCalls, familiesToCall, noteCalled } from './calls.server.ts'
import { leaveListAtDesk, moveAheadAtDesk, putInLine, registerFromList } from './desk-line.server.ts'
import { listFamilyEntries } from './family-line.server.ts'
import { readSessionLine } from './session-line.server.ts'

const actor: Actor = `member:${crypto.randomUUID()}`
const key = () => crypto.randomUUID()
const why = { reason: 'brother or sister plays', words: '' } as const
const asked = { reason: 'asked for by the family', words: '' } as const

/** A family that was made at the desk, without an email and without a release. */
async function aPaperFamily(db: Db, firstName: string) {
  const child = {
    ...{ last_name: 'Lobwell', birthday: '2018-03-02', skill_level: 'Beginner' as const },
    ...{ phone: null, is_active: true },
  }
  const { number } = await addFamilyAtDesk(
    aWorld(db),
    {
      parent: { firstName: 'Édith', lastName: 'Lobwell', phone: '(555) 010-0177', email: null },
      player: { first_name: firstName, ...child },
      key: key(),
    },
    actor,
  )
  const family = await familyAt(db, number)
  const isChild = and(eq(people.accountId, family.accountId), eq(people.firstName, firstName))
  const [player] = await db.select({ id: people.id }).from(people).where(isChild)
  return { family, personIds: [orNotFound(player).id] }
}

/** A full session in so many days, with all of its places registered. */
async function aFullSession(db: Db, { inDays = 30, places = 2 } = {}) {
  await aProgramme(db)
  const event = await anEvent(db, { priceCents: 18_000 })
  const startsOn = addDays(todayIn(timeZone), inDays)
  const session = await aSession(db, { eventId: event.id, startsOn, endsOn: startsOn, places, taken: places })
  for (let at = 0; at < places; at += 1) await aPlaceIn(db, session.id, { firstName: `Player ${at}` })
  return { world: aWorld(db), session, free: () => freeOne(db, session.id) }
}

/** Somebody gives a place up. */
async function freeOne(db: Db, sessionId: number) {
  const isTheirs = and(eq(registrations.sessionId, sessionId), sql`offer_of is null and removed_at is null`)
  const [place] = await db.select({ id: registrations.id }).from(registrations).where(isTheirs).limit(1)
  await db.transaction((tx) => freePlaces(tx, eq(registrations.id, orNotFound(place).id), byFamily(null)))
}

const logOf = (db: Db) =>
  db
    .select({
      what: changes.what,
      reason: changes.reason,
      words: changeNotes.words,
      sessionId: changes.sessionId,
    })
    .from(changes)
    .leftJoin(changeNotes, eq(changeNotes.changeId, changes.id))
    .where(sql`${changes.sessionId} is not null`)
    .orderBy(asc(changes.id))

const entryOf = async (db: Db, { family }: Awaited<ReturnType<typeof aPaperFamily>>) =>
  orNotFound((await listFamilyEntries(db, family.accountId))[0])

const asRead = { showsFamilies: true, asked: undefined }

test('the desk puts a family at the end of a list and moves it to the head with a reason; it is offered the next place, which the desk accepts for it', async ({
  db,
}) => {
  const { world, session, free } = await aFullSession(db)
  const [ada, bea] = [await aPaperFamily(db, 'Ada'), await aPaperFamily(db, 'Bea')]
  const join = (who: typeof ada) =>
    putInLine(world, who.family, { sessionId: session.id, personIds: who.personIds }, actor)
  await join(ada)
  await join(bea)
  await expect(join(bea)).rejects.toThrow('Bea is on this list already.')
  const entry = await entryOf(db, bea)
  expect(entry).toMatchObject({
    place: '2nd of 2 families',
    movedOn: null,
    mayMove: true,
    mayRegister: false,
  })

  await moveAheadAtDesk(world, bea.family, entry.id, why, actor)

  await expect(moveAheadAtDesk(world, bea.family, entry.id, why, actor)).rejects.toThrow(
    'This family is at the head of the list already.',
  )
  await expect(moveAheadAtDesk(world, ada.family, entry.id, why, actor)).rejects.toThrow(
    'This family is not on the list any more.',
  )
  expect((await readSessionLine(db, session.id, asRead))?.entries).toMatchObject([
    { place: 1, children: ['Bea Lobwell'], family: { number: bea.family.number } },
    { place: 2, children: ['Ada Lobwell'], movedOn: null },
  ])
  await free()
  await makeOffers(world)
  const offered = await entryOf(db, bea)
  expect(offered).toMatchObject({ isOffered: true, mayRegister: true, mayMove: false, totalCents: 18_000 })
  const accepting = { entryId: entry.id, seenCents: 18_000, idempotencyKey: key() }
  await expect(
    registerFromList(world, bea.family, { ...accepting, seenCents: 17_000 }, actor),
  ).rejects.toThrow('The price has changed from $170.00 to $180.00.')

  await registerFromList(world, bea.family, accepting, actor)
  await registerFromList(world, bea.family, accepting, actor)

  expect(await listFamilyEntries(db, bea.family.accountId)).toEqual([])
  await makeOffers(world)
  const [accepted] = await db.select().from(waitingEntries).where(eq(waitingEntries.id, entry.id))
  expect(accepted).toMatchObject({ endedWhy: 'accepted' })
  const mine = eq(orders.accountId, bea.family.accountId)
  const made = await db.select({ method: orders.method, madeBy: orders.madeBy }).from(orders).where(mine)
  expect(made).toContainEqual({ method: 'later', madeBy: actor })
  expect(await logOf(db)).toEqual(
    [
      { what: 'put on the waiting list', reason: null },
      { what: 'put on the waiting list', reason: null },
      { what: 'moved ahead on the waiting list', reason: 'brother or sister plays' },
      { what: 'registered at the desk', reason: null },
    ].map((line) => ({ ...line, words: null, sessionId: session.id })),
  )
})

test('a family that is on no list is put at its head, is offered at once what is kept for a larger party, and declines', async ({
  db,
}) => {
  const { world, session, free } = await aFullSession(db)
  const [ada, bea, cy] = [
    await aPaperFamily(db, 'Ada'),
    await aPaperFamily(db, 'Bea'),
    await aPaperFamily(db, 'Cy'),
  ]
  const [twin] = await db
    .insert(people)
    .values({
      ...{ accountId: ada.family.accountId, familyId: ada.family.familyId, role: 'family' as const },
      ...{ firstName: 'Ann', lastName: 'Lobwell', birthday: '2018-03-02', search: 'ann' },
    })
    .returning()
  const sessionId = session.id
  const twins = [...ada.personIds, orNotFound(twin).id]
  await putInLine(world, ada.family, { sessionId, personIds: twins }, actor)
  await free()
  await makeOffers(world)
  expect(await readSessionLine(db, sessionId, asRead)).toMatchObject({ children: 2, kept: 1 })

  await putInLine(world, bea.family, { sessionId, personIds: bea.personIds, atHead: why }, actor)

  const offered = await entryOf(db, bea)
  expect(offered).toMatchObject({ isOffered: true, children: ['Bea Lobwell'], mayRegister: true })
  await leaveListAtDesk(world, bea.family, offered.id, asked, actor)
  await expect(leaveListAtDesk(world, bea.family, offered.id, asked, actor)).rejects.toThrow(
    'This family is not on the list any more.',
  )
  const accepting = { entryId: offered.id, seenCents: 18_000, idempotencyKey: key() }
  await expect(registerFromList(world, bea.family, accepting, actor)).rejects.toThrow(
    'This family is not on the list any more.',
  )
  expect(await readSessionLine(db, sessionId, asRead)).toMatchObject({ children: 2, kept: 1 })
  expect((await logOf(db)).slice(-3).map(({ what }) => what)).toEqual([
    'put on the waiting list',
    'moved ahead on the waiting list',
    'left the waiting list',
  ])
  await expect(
    registerAtDesk(
      world,
      cy.family,
      {
        personId: orNotFound(cy.personIds[0]),
        sessionId,
        seenCents: 18_000,
        idempotencyKey: key(),
        words: '',
      },
      actor,
    ),
  ).rejects.toThrow('Put the family on its waiting list')
})

test('who is at the head of an empty list overtook nobody; a session with places, begun, closed or gone takes no list, and none is moved on the last day', async ({
  db,
}) => {
  const { world, session } = await aFullSession(db)
  const ada = await aPaperFamily(db, 'Ada')
  const sessionId = session.id
  const joining = { sessionId, personIds: ada.personIds, atHead: why }
  const put = () => putInLine(world, ada.family, joining, actor)
  const set = (facts: Partial<typeof sessions.$inferInsert>) => db.update(sessions).set(facts)
  await set({ places: 3 })
  await expect(put()).rejects.toThrow('This session has places')
  await set({ places: 2, closedWords: 'We are closed for the summer.' })
  await expect(put()).rejects.toThrow('We are closed for the summer.')
  await set({ closedWords: null, isActive: false })
  await expect(put()).rejects.toThrow('This session is no longer offered.')
  const { startsOn } = session
  await set({ isActive: true, startsOn: addDays(todayIn(timeZone), -1) })
  await expect(put()).rejects.toThrow('This session has already started.')
  await set({ startsOn: todayIn(timeZone) })
  await expect(put()).rejects.toThrow('From a day before the first meeting nobody is moved ahead')
  expect(await db.$count(waitingEntries)).toBe(0)
  await set({ startsOn })

  await put()

  expect(await entryOf(db, ada)).toMatchObject({ place: '1st of 1 family', movedOn: null, mayMove: false })
  expect((await logOf(db)).map(({ what }) => what)).toEqual(['put on the waiting list'])
})

test('a day before the first meeting the desk takes what is kept for a family in line, and reads who was faster', async ({
  db,
}) => {
  const { world, session, free } = await aFullSession(db)
  const sessionId = session.id
  const [ada, bea] = [await aPaperFamily(db, 'Ada'), await aPaperFamily(db, 'Bea')]
  for (const { family, personIds } of [ada, bea])
    await putInLine(world, family, { sessionId, personIds }, actor)
  const day = todayIn(timeZone)
  await db.update(sessions).set({ startsOn: day, endsOn: day })
  await db.insert(meetings).values({ sessionId, day, starts: '23:58', ends: '23:59' })
  const [first, second] = [await entryOf(db, ada), await entryOf(db, bea)]
  expect(second).toMatchObject({ mayMove: false, mayRegister: false })
  await free()
  await makeOffers(world)
  expect(await entryOf(db, bea)).toMatchObject({ mayRegister: true, isOffered: false })
  const accept = (who: typeof ada, entryId: number) =>
    registerFromList(world, who.family, { entryId, seenCents: 18_000, idempotencyKey: key() }, actor)

  await accept(bea, second.id)

  await expect(accept(ada, first.id)).rejects.toThrow('Somebody was faster. The family is still in line.')
  await expect(moveAheadAtDesk(world, ada.family, first.id, why, actor)).rejects.toThrow(
    'nobody is moved ahead',
  )
  expect(await readSessionLine(db, sessionId, asRead)).toMatchObject({
    isFirstPress: true,
    children: 1,
    kept: 0,
  })
})

test('families without an email are to be called of an offer, the last day and an end, until somebody has called', async ({
  db,
}) => {
  const { world, session, free } = await aFullSession(db)
  const sessionId = session.id
  const [ada, bea] = [await aPaperFamily(db, 'Ada'), await aPaperFamily(db, 'Bea')]
  for (const { family, personIds } of [ada, bea])
    await putInLine(world, family, { sessionId, personIds }, actor)
  expect(await countCalls(db)).toEqual({ many: 0, until: undefined })
  await free()
  await makeOffers(world)
  const entry = await entryOf(db, ada)
  expect(await countCalls(db)).toEqual({ many: 1, until: entry.until })
  expect(await familiesToCall(db)).toMatchObject([
    {
      holder: 'Édith Lobwell',
      phone: '(555) 010-0177',
      children: ['Ada'],
      news: `A place is held until ${entry.until}.`,
    },
  ])

  await noteCalled(db, entry.id, actor)

  await expect(noteCalled(db, entry.id, actor)).rejects.toThrow('Somebody has called this family already')
  expect(await familiesToCall(db)).toEqual([])
  expect((await logOf(db)).at(-1)).toMatchObject({ what: 'family called', sessionId })
  // What comes after the call is news again.
  await db
    .update(registrations)
    .set({ heldUntil: sql`now() - interval '1 minute'` })
    .where(eq(registrations.offerOf, entry.id))
  await sweepHolds(world)
  await makeOffers(world)
  const later = sql`now() + interval '1 minute'`
  await db.update(waitingEntries).set({ endedAt: later }).where(eq(waitingEntries.id, entry.id))
  expect((await familiesToCall(db)).map(({ number, news }) => [number, news])).toEqual([
    [bea.family.number, expect.stringContaining('A place is held until')],
    [ada.family.number, 'The offer ran out, and went to the next family.'],
  ])
  await db
    .update(waitingEntries)
    .set({ endedAt: sql`now() - interval '8 days'` })
    .where(eq(waitingEntries.id, entry.id))
  expect((await familiesToCall(db)).map(({ number }) => number)).toEqual([bea.family.number])
})

test('who reads a roster reads its list in order, and only who sees sums reads of which family; a form that lacks something keeps what was chosen', async ({
  db,
}) => {
  const { world, session } = await aFullSession(db)
  const [ada, bea] = [await aPaperFamily(db, 'Ada'), await aPaperFamily(db, 'Bea')]
  for (const { family, personIds } of [ada, bea])
    await putInLine(world, family, { sessionId: session.id, personIds }, actor)
  const site = await aSite(world, routes)
  const askAs = async (role: 'registrar' | 'reader', path: string, body?: Record<string, string>) => {
    const { token } = await aMember(db, [role])
    const headers = { cookie: `sign-in=${token}`, origin: world.env.siteUrl }
    const answer = await site(
      path,
      body ? { method: 'POST', body: new URLSearchParams(body), headers } : { headers },
    )
    return { status: answer.status, text: await answer.text() }
  }
  const roster = `/desk/sessions/${session.id}`
  const [registrar, reader] = [await askAs('registrar', roster), await askAs('reader', roster)]

  for (const { text } of [registrar, reader]) expect(text).toMatch(/Ada Lobwell.*Bea Lobwell/s)
  expect(registrar.text).toContain(`/desk/families/${bea.family.number}/move-ahead/`)
  expect(reader.text).not.toContain('/desk/families/')
  const cy = await aPaperFamily(db, 'Cy')
  const page = `/desk/families/${cy.family.number}/waiting-list`
  const sent = { session: `${session.id}`, where: 'head', reason: '', words: 'no reason' }
  const wrong = await askAs('registrar', page, sent)
  expect(wrong.status).toBe(400)
  for (const words of ['Choose who waits.', 'Choose why.', 'no reason']) expect(wrong.text).toContain(words)
  const strange = await askAs('registrar', page, {
    ...sent,
    where: 'end',
    [`player-${ada.personIds[0]}`]: 'on',
  })
  expect([strange.status, strange.text.includes('Choose players of this family.')]).toEqual([409, true])
})
