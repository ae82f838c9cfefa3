import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { pay } from '#checkout/pay/pay.server.ts'
import { readCredit } from '#ledger/credit.db.server.ts'
import { postings } from '#ledger/postings.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound, Refusal } from '#platform/refusal.ts'
import { unregister } from '#refunds/unregister.server.ts'
import { offlinePayments, registrations } from '#registrations/registrations.tables.ts'
import { aDebtor } from '../../test/builders/money/debtor.ts'
import { heldPlaces } from '../../test/builders/money/held-places.ts'
import { test } from '../../test/harness/database.ts'
import { rounds } from '../../test/harness/rounds.ts'
import { aWorld } from '../../test/harness/world.ts'
import { noteReturned, recordAtDesk } from './offline-payments.server.ts'
import { takeBackPayment } from './take-back.server.ts'

const actor = 'command:treasurer' as const

/** A family whose first place costs $180.00, and acts on it; each answers `done`, or the code by which it was refused. */
async function aFamily(db: Db) {
  const { account, rows } = await aDebtor(db)
  const { id, personId } = orNotFound(rows[0])
  const world = aWorld(db)
  const ends = (act: Promise<unknown>) =>
    act.then(
      () => 'done',
      (problem) => (problem instanceof Refusal ? problem.code : Promise.reject(problem)),
    )
  const check = { amountCents: 18_000, how: 'check' as const, registrationIds: [id], note: '', actor }
  const due = async () => (await db.select().from(registrations).where(eq(registrations.id, id)))[0]?.dueCents
  return {
    record: (key: string) => recordAtDesk(world, account.visitor, { ...check, key }),
    leave: () => ends(unregister(world, account.visitor, { registrationId: id, personId, kind: 'clinic' })),
    giveBack: () => ends(noteReturned(world, id, actor)),
    bounce: (payment: number) =>
      ends(takeBackPayment(world, { id: payment, registrationIds: [], hasBounced: true, actor })),
    posted: async () => {
      const all = await db.select().from(postings).where(eq(postings.registrationId, id)).orderBy(postings.id)
      return all.map(({ kind, cents }) => `${kind} ${cents}`)
    },
    due,
  }
}

test('the same form sent twice at once records one payment', async ({ freshDatabase: { db } }) => {
  for (const _ of rounds) {
    const { record, posted, due } = await aFamily(db)
    const key = crypto.randomUUID()

    const [one, other] = await Promise.all([record(key), record(key)])

    expect(one.id).toBe(other.id)
    expect(await db.$count(offlinePayments, eq(offlinePayments.key, key))).toBe(1)
    expect(await posted()).toEqual(['price 18000', 'paid -18000'])
    expect(await due()).toBe(0)
  }
})

test('who gives a place up while the desk gives its money back is given it once, whoever comes first', async ({
  freshDatabase: { db },
}) => {
  for (const _ of rounds) {
    const { record, leave, giveBack, posted, due } = await aFamily(db)
    await record(crypto.randomUUID())

    const ends = await Promise.all([leave(), giveBack(), leave(), giveBack()])

    const isBack = ends.filter((end, at) => at % 2 === 1 && end === 'done').length
    expect(isBack).toBeLessThanOrEqual(1)
    expect(await posted()).toEqual([
      ...['price 18000', 'paid -18000', 'given up -18000'],
      ...(isBack === 1 ? ['refunded 18000'] : []),
    ])
    expect(await due()).toBe(isBack === 1 ? 0 : -18_000)
  }
})

test('a check that bounces while the desk gives its money back is owed by one side alone', async ({
  freshDatabase: { db },
}) => {
  for (const _ of rounds) {
    const { record, leave, giveBack, bounce, posted, due } = await aFamily(db)
    const { id } = await record(crypto.randomUUID())
    await leave()

    const ends = await Promise.all([giveBack(), bounce(id), giveBack(), bounce(id)])

    const [back, bounced] = [0, 1].map(
      (side) => ends.filter((end, at) => at % 2 === side && end === 'done').length,
    )
    expect(bounced).toBe(1)
    expect(await posted()).toEqual([
      ...['price 18000', 'paid -18000', 'given up -18000'],
      ...(back === 1 ? ['refunded 18000'] : []),
      'taken back 18000',
    ])
    expect(await due()).toBe(back === 1 ? 18_000 : 0)
  }
})

test('a part recorded while the rest is paid by card: nobody pays twice, and what was meant for the card is credit', async ({
  freshDatabase: { db },
  gateway,
}) => {
  for (const _ of rounds) {
    const { world, visitor, payment } = await heldPlaces(db, gateway.settings, { method: 'later' })
    const [id = 0] = payment.registrationIds
    const key = crypto.randomUUID()
    const record = () =>
      recordAtDesk(world, visitor, {
        ...{ amountCents: 9000, how: 'check', registrationIds: [id], note: '', key, actor },
        confirmedCents: 9000,
      })

    const [card] = await Promise.allSettled([pay(world, visitor, payment), record(), record()])

    const [place] = await db.select().from(registrations).where(eq(registrations.id, id))
    const isCharged = card.status === 'fulfilled'
    const credit = await readCredit(db, visitor.familyId)
    expect(await db.$count(offlinePayments, eq(offlinePayments.key, key))).toBe(1)
    expect({ due: place?.dueCents, credit }).toEqual(
      isCharged ? { due: 0, credit: 9000 } : { due: 9000, credit: 0 },
    )
  }
})
