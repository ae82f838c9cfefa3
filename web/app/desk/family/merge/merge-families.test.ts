import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { eraseAccount } from '#account/erasing/erase-account.server.ts'
import { listFamilies } from '#desk/families/list-families.server.ts'
import { familyAt, readFamily } from '#desk/family/family.server.ts'
import {
  addFamilyAtDesk,
  noteSignedOnPaper,
  registerAtDesk,
} from '#desk/family/registration/desk-families.server.ts'
import { listPlaceReceipts } from '#invoices/receipts.db.server.ts'
import { readCredit } from '#ledger/credit.db.server.ts'
import { post } from '#ledger/postings.db.server.ts'
import { attendance } from '#meetings/attendance/attendance.tables.ts'
import { useCreditAtDesk as payWithCredit } from '#offline-payments/desk-money.server.ts'
import { recordPayment } from '#offline-payments/offline-payments.server.ts'
import { familyMerges, releases } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { payByCredit } from '#registrations/credit/use-credit.server.ts'
import { offlinePayments, orders, registrations } from '#registrations/registrations.tables.ts'
import { waitingEntries, waitingPlayers } from '#registrations/waiting/waiting-list.tables.ts'
import { joinList } from '#waiting-list/join-list.server.ts'
import { makeOffers } from '#waiting-list/offers/make-offers.server.ts'
import {
  aMeeting,
  anAccount,
  anEvent,
  aPlayer,
  aProgramme,
  aSession,
  timeZone,
} from '../../../../test/builders/builders.ts'
import { creditFor } from '../../../../test/builders/money/credit.ts'
import { payByCheck } from '../../../../test/builders/money/paid-places.ts'
import { aFullSession, giveUp, listEntries, readCounts } from '../../../../test/builders/waiting-families.ts'
import { test } from '../../../../test/harness/database.ts'
import { aWorld } from '../../../../test/harness/world.ts'
import { likelySame } from './likely-same.server.ts'
import { mergeFamilies, mergeOrder } from './merge-families.server.ts'
import { mergesToUndo, undoMerge } from './undo-merge.server.ts'

const actor = 'command:bea'
const why = { actor, reason: 'mistake', words: '' } as const
const today = todayIn(timeZone)
const birthday = '2018-03-02'

/** Pip stands on paper, has a place that a check paid, one that is overdue, a mark and a release; and in an account of a parent who signed up later. */
async function aFamilyThatIsThereTwice(db: Db) {
  await aProgramme(db)
  const world = aWorld(db)
  const parent = { firstName: 'Édith', lastName: 'Lobwell', phone: '(555) 010-0177', email: null }
  const player = { first_name: 'Pip', last_name: 'Lobwell', birthday, skill_level: 'Beginner' as const }
  const personId = crypto.randomUUID()
  const made = await addFamilyAtDesk(
    world,
    { parent, player: { ...player, phone: null, is_active: true }, key: personId },
    actor,
  )
  const paper = await familyAt(db, made.number)
  const places: { sessionId: number; registrationId: number }[] = []
  for (const startsOn of [addDays(today, 30), addDays(today, -1)]) {
    const { id: eventId, priceCents } = await anEvent(db, { name: 'Green Ball Clinic' })
    const session = await aSession(db, { eventId, startsOn, endsOn: addDays(startsOn, 9), number: 1 })
    const meeting = await aMeeting(db, { sessionId: session.id, day: startsOn })
    await aMeeting(db, { sessionId: session.id, day: addDays(startsOn, 9) })
    const place = { personId, sessionId: session.id, seenCents: priceCents, words: 'asked' }
    const { lines } = await registerAtDesk(
      world,
      paper,
      { ...place, idempotencyKey: crypto.randomUUID() },
      actor,
    )
    const { registrationId } = orNotFound(lines[0])
    places.push({ sessionId: session.id, registrationId })
    await db.insert(attendance).values({
      ...{ id: crypto.randomUUID(), meetingId: meeting.id, personId, registrationId, mark: 'here' },
      ...{ at: new Date(), phone: crypto.randomUUID(), seq: 1 },
    })
  }
  const [paid, overdue] = places
  // Earliest due day of desk registrations.
  await db.update(orders).set({ createdAt: sql`now() - interval '3 days'` })
  const payment = { how: 'check', note: 'check 88', actor, amountCents: 18_000 } as const
  await recordPayment(world, {
    ...payment,
    invoice: `${addDays(today, 30).slice(0, 4)}-${made.number}`,
    registrationIds: [orNotFound(paid).registrationId],
  })
  await noteSignedOnPaper(world, paper, actor)
  const account = await anAccount(db, { firstName: 'Edith', lastName: 'Lobwell' })
  await db.delete(releases).where(eq(releases.accountId, account.id))
  const pip = await aPlayer(db, { accountId: account.id, firstName: 'Pip', lastName: 'Lobwell', birthday })
  const { familyId } = account
  const [{ number } = { number: 0 }] = await numbers(db, familyId)
  return {
    ...{ world, account, pip, paper, personId, paid: orNotFound(paid), overdue: orNotFound(overdue) },
    kept: await familyAt(db, number),
    samePlayers: new Map([[personId, pip.id]]),
  }
}

const numbers = async (db: Db, familyId: string) =>
  (
    (await db.execute(sql`select number from families where id = ${familyId}`)) as {
      rows: { number: number }[]
    }
  ).rows

test('two families made one are one: places, payments, marks, mails, papers and the release are there once, and the old number leads to them', async ({
  db,
}) => {
  const { paper, kept, samePlayers, pip, paid, account } = await aFamilyThatIsThereTwice(db)
  const [payment] = await db.select().from(offlinePayments)
  const before = await readFamily(db, paper)

  await mergeFamilies(db, { ...mergeOrder(paper, kept), samePlayers }, why)

  const family = await familyAt(db, paper.number)
  expect(family).toMatchObject({ number: kept.number, email: account.email, hasSigned: true })
  const whole = await readFamily(db, family)
  expect(whole.players.map(({ id, firstName }) => [id, firstName])).toEqual([[pip.id, 'Pip']])
  expect(whole.registrations).toEqual(before.registrations)
  expect(whole.payments).toEqual(before.payments)
  expect(await db.select().from(offlinePayments)).toEqual([{ ...payment, accountId: account.id }])
  expect(await listPlaceReceipts(db, account.id, paid.registrationId)).toHaveLength(1)
  expect(await db.$count(attendance, eq(attendance.personId, pip.id))).toBe(2)
  expect(whole.log.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['families merged', ...before.log.map(({ what }) => what)]),
  )
  for (const filter of [{}, { text: 'lobwell' }, { text: `${paper.number}` }, { state: 'overdue' }] as const)
    expect((await listFamilies(db, today, filter)).families.map(({ number }) => number)).toEqual([
      kept.number,
    ])
})

test('a merge is undone within a day, to the row; what was done since stays with the family that stayed', async ({
  db,
}) => {
  const { world, paper, kept, samePlayers, pip } = await aFamilyThatIsThereTwice(db)
  const before = await dumpOf(db)
  await mergeFamilies(db, { ...mergeOrder(kept, paper), samePlayers }, why)
  const [merge] = await mergesToUndo(db, kept.familyId)
  expect(merge).toMatchObject({ number: paper.number, by: actor })

  await undoMerge(db, kept, orNotFound(merge).id, actor)
  expect(await dumpOf(db)).toEqual(before)
  expect(await mergesToUndo(db, kept.familyId)).toEqual([])
  await expect(undoMerge(db, kept, orNotFound(merge).id, actor)).rejects.toThrow('cannot be undone any more')

  await mergeFamilies(db, { ...mergeOrder(kept, paper), samePlayers }, why)
  const { id: sessionId } = await aSession(db)
  const place = { personId: pip.id, sessionId, seenCents: 18_000, words: '' }
  await registerAtDesk(world, kept, { ...place, idempotencyKey: crypto.randomUUID() }, actor)
  await undoMerge(db, kept, orNotFound((await mergesToUndo(db, kept.familyId))[0]).id, actor)
  expect((await readFamily(db, kept)).registrations).toHaveLength(1)
  expect((await readFamily(db, await familyAt(db, paper.number))).registrations).toHaveLength(2)
})

test('a merge stays when the day is over, and while a payment of one pays a place of the other', async ({
  db,
}) => {
  const { world, paper, kept, samePlayers, overdue } = await aFamilyThatIsThereTwice(db)
  await mergeFamilies(db, { ...mergeOrder(kept, paper), samePlayers }, why)
  const [merge] = await mergesToUndo(db, kept.familyId)
  await recordPayment(world, {
    ...{ how: 'cash', note: '', actor, amountCents: 18_000 },
    invoice: `${addDays(today, -1).slice(0, 4)}-${kept.number}`,
    registrationIds: [overdue.registrationId],
  })
  await expect(undoMerge(db, kept, orNotFound(merge).id, actor)).rejects.toThrow(
    'Since then this family has paid for a place of the other. Take that payment back first.',
  )
  await db.update(familyMerges).set({ at: sql`now() - interval '25 hours'` })
  expect(await mergesToUndo(db, kept.familyId)).toEqual([])
})

test('credit of the family that was merged comes back with it; used or paid out since, the two stay one', async ({
  db,
}) => {
  const { world, paper, kept, samePlayers, overdue } = await aFamilyThatIsThereTwice(db)
  await creditFor(db, paper, 4500)
  const merge = async () => {
    await mergeFamilies(db, { ...mergeOrder(kept, paper), samePlayers }, why)
    return orNotFound((await mergesToUndo(db, kept.familyId))[0]).id
  }
  await undoMerge(db, kept, await merge(), actor)
  expect([await readCredit(db, paper.familyId), await readCredit(db, kept.familyId)]).toEqual([4500, 0])

  const id = await merge()
  const used = { cents: 1500, key: crypto.randomUUID(), actor } as const
  await payWithCredit(world, kept, overdue.registrationId, used)

  await expect(undoMerge(db, kept, id, actor)).rejects.toThrow(
    'Since then credit of one of the two was used or paid out for both.',
  )
  expect(await readCredit(db, kept.familyId)).toBe(3000)
})

test('so they do where nobody knows by which payment the credit came', async ({ db }) => {
  const { world, paper, kept, samePlayers, overdue } = await aFamilyThatIsThereTwice(db)
  const { registrationId } = overdue
  await post(db, 'site', [
    { registrationId: null, familyId: paper.familyId, kind: 'moved', cents: -4500 },
    { registrationId, kind: 'moved', cents: 4500 },
  ])
  await mergeFamilies(db, { ...mergeOrder(kept, paper), samePlayers }, why)
  const [merge] = await mergesToUndo(db, kept.familyId)
  await payWithCredit(world, kept, registrationId, { cents: 4500, key: crypto.randomUUID(), actor })

  await expect(undoMerge(db, kept, orNotFound(merge).id, actor)).rejects.toThrow('they stay one family')
})

test('a merge stays where credit of one was used for a place of the other, though that was paid in part before', async ({
  db,
}) => {
  for (const [part, isOfPaper] of [
    [0, true],
    [8000, true],
    [0, false],
  ] as const) {
    const { world, paper, kept, samePlayers, overdue, pip } = await aFamilyThatIsThereTwice(db)
    const { id: sessionId } = await aSession(db)
    const place = { personId: pip.id, sessionId, seenCents: 18_000, words: '' }
    const own = await registerAtDesk(world, kept, { ...place, idempotencyKey: crypto.randomUUID() }, actor)
    if (part > 0) await payByCheck(db, paper, [overdue.registrationId], part)
    await creditFor(db, isOfPaper ? kept : paper, 5000)
    await mergeFamilies(db, { ...mergeOrder(kept, paper), samePlayers }, why)
    const [merge] = await mergesToUndo(db, kept.familyId)
    const used = isOfPaper ? overdue.registrationId : orNotFound(own.lines[0]).registrationId
    const visitor = { ...kept, email: '' }

    expect(await payByCredit(world, visitor, [used])).toMatchObject({ usedCents: 5000 })

    await expect(undoMerge(db, kept, orNotFound(merge).id, actor)).rejects.toThrow(
      /^Since then (this family has paid for a place of the other|credit of one of the two was used)/,
    )
    await db.delete(familyMerges)
  }
})

test('nothing doubles: a player with the same place in both, and two families with passwords, are refused in words', async ({
  db,
}) => {
  const { world, paper, kept, samePlayers, pip, paid } = await aFamilyThatIsThereTwice(db)
  const place = { personId: pip.id, sessionId: paid.sessionId, seenCents: 18_000, words: '' }
  await registerAtDesk(world, kept, { ...place, idempotencyKey: crypto.randomUUID() }, actor)
  const merge = mergeFamilies(db, { ...mergeOrder(kept, paper), samePlayers }, why)
  await expect(merge).rejects.toThrow(
    'Pip has a place in Green Ball Clinic, Session 1, in both families. Give up one of the two first.',
  )
  const { familyId } = await anAccount(db)
  const [{ number } = { number: 0 }] = await numbers(db, familyId)
  const other = await familyAt(db, number)
  expect(() => mergeOrder(kept, other)).toThrow('Both families have a password, and neither can go.')
  expect(() => mergeOrder(kept, kept)).toThrow('This is the same family.')
})

test('a family that was merged and then deletes its account leaves no name, and its past under both numbers', async ({
  db,
  gateway,
}) => {
  const { paper, kept, samePlayers, account } = await aFamilyThatIsThereTwice(db)
  await mergeFamilies(db, { ...mergeOrder(kept, paper), samePlayers }, why)
  await eraseAccount(aWorld(db, gateway.settings), account.id)
  const dump = JSON.stringify(await dumpOf(db)) + JSON.stringify(await db.select().from(familyMerges))
  // An id may hold any four digits.
  const words = dump.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '')
  for (const word of ['Pip', 'Lobwell', '0177']) expect(words).not.toContain(word)
  expect(await db.$count(registrations, eq(registrations.familyId, paper.familyId))).toBe(2)
})

test('a family that waits keeps its turns in a merge, a child stands on a list once, and an undo gives the turns back, but for what was offered since', async ({
  db,
}) => {
  const { world, paper, kept, samePlayers, account, personId, pip } = await aFamilyThatIsThereTwice(db)
  const lists = [await aFullSession(db, 1), await aFullSession(db, 1)]
  const [{ sessionId }, { sessionId: otherId }] = [orNotFound(lists[0]), orNotFound(lists[1])]
  // On paper nobody is asked whether the release is signed here.
  await noteSignedOnPaper(world, kept, actor)
  const join = (family: { accountId: string }, id: number, child: string) =>
    joinList(db, { ...account.visitor, accountId: family.accountId }, { sessionId: id, personIds: [child] })
  await join(paper, otherId, personId)
  const before = await dumpOf(db)
  await mergeFamilies(db, { ...mergeOrder(kept, paper), samePlayers }, why)
  expect(await db.select().from(waitingEntries)).toMatchObject([{ accountId: kept.accountId }])
  expect(await db.select().from(waitingPlayers)).toMatchObject([{ personId: pip.id, endedAt: null }])
  await undoMerge(db, kept, orNotFound((await mergesToUndo(db, kept.familyId))[0]).id, actor)
  expect(await dumpOf(db)).toEqual(before)

  await join(kept, sessionId, pip.id)
  await join(paper, sessionId, personId)
  await mergeFamilies(db, { ...mergeOrder(kept, paper), samePlayers }, why)
  expect(await listEntries(db, sessionId)).toEqual([
    { state: 'in line', children: 1 },
    { state: 'left', children: 0 },
  ])
  expect(await readCounts(db, sessionId)).toEqual({ taken: 1, kept: 0, waiting: 1 })

  await giveUp(db, otherId, 1)
  await makeOffers(world)
  await undoMerge(db, kept, orNotFound((await mergesToUndo(db, kept.familyId))[0]).id, actor)
  const entries = await db.select().from(waitingEntries).orderBy(waitingEntries.id)
  expect(entries.map(({ accountId }) => accountId)).toEqual([kept.accountId, kept.accountId, paper.accountId])
  const players = await db.select().from(waitingPlayers).orderBy(waitingPlayers.entryId)
  expect(players.map((player) => player.personId)).toEqual([pip.id, pip.id, personId])
})

test('the desk is asked "Is this …?" at the same name, the same phone, or a player with the same birthday', async ({
  db,
}) => {
  const { paper, kept } = await aFamilyThatIsThereTwice(db)
  const same = async (facts: Partial<Parameters<typeof likelySame>[1]>) => {
    const nobody = { parent: { firstName: 'Zoe', lastName: 'Quill' }, phone: null, players: [] }
    return (await likelySame(db, { ...nobody, ...facts })).map(({ number, same }) => [number, ...same])
  }
  expect(await same({ parent: { firstName: 'EDITH', lastName: 'Lobwell' } })).toEqual([
    [paper.number, 'the same name'],
    [kept.number, 'the same name'],
  ])
  expect(await same({ phone: '555-010-0177' })).toEqual([[paper.number, 'the same phone']])
  const pip = { firstName: 'pip', lastName: 'Lobwell' }
  expect(await same({ players: [{ ...pip, birthday: '2011-01-01' }] })).toEqual([])
  expect(await same({ players: [{ ...pip, birthday }] })).toEqual([
    [paper.number, 'pip Lobwell with the same birthday'],
    [kept.number, 'pip Lobwell with the same birthday'],
  ])
  expect(await likelySame(db, { parent: kept, phone: null, players: [] }, kept.accountId)).toHaveLength(1)
})

/** Every row of every table but the log, what tells of merges, and links that were mailed. */
async function dumpOf(db: Db): Promise<Record<string, unknown[]>> {
  const tables = (await db.execute(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )) as { rows: { name: string }[] }
  const rows: Record<string, unknown[]> = {}
  for (const { name } of tables.rows)
    if (!['changes', 'change_notes', 'family_merges', 'tries'].includes(name)) {
      const answer = (await db.execute(
        sql`select to_jsonb(t) as row from ${sql.identifier(name)} t order by 1`,
      )) as { rows: { row: unknown }[] }
      rows[name] = answer.rows.map(({ row }) => row)
    }
  return rows
}
