import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { readCredit } from '#ledger/credit.db.server.ts'
import { findDrift } from '#ledger/postings.db.server.ts'
import { useCreditAtDesk as payWithCredit } from '#offline-payments/desk-money.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { aDeskForMoney } from '../../../test/builders/money/given-by-desk.ts'
import { test } from '../../../test/harness/database.ts'
import { rounds } from '../../../test/harness/rounds.ts'
import { actOnMoney, approve, refuseAct } from './money-acts.server.ts'
import { moneyActs } from './money-acts.tables.ts'

const noCode = { step: {}, address: '192.0.2.7' }
const why = () => ({ key: crypto.randomUUID(), reason: 'goodwill' as const })
const ends = (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (problem) => (problem instanceof Refusal ? problem.code : Promise.reject(problem)),
  )

test('approved twice and refused at once, an act is done once or not at all', async ({
  freshDatabase: { db },
}) => {
  for (const _ of rounds) {
    const { world, family, owner, first, memberOf, mailed } = await aDeskForMoney(db)
    const [one, other] = [await memberOf('treasurer'), await memberOf('owner')]
    const act = await actOnMoney(world, family, owner, {
      ...{ kind: 'give up', registrationId: first.id, cents: 18_000, as: 'credit', ...why() },
    })

    const ended = await Promise.all([
      ends(approve(world, act.id, one, noCode)),
      ends(approve(world, act.id, other, noCode)),
      ends(refuseAct(world, act.id, one)),
    ])

    const [row] = await db.select().from(moneyActs).where(eq(moneyActs.id, act.id))
    const isDone = row?.state === 'done'
    expect(await readCredit(db, family.familyId), ended.join()).toBe(isDone ? 18_000 : 0)
    expect(await mailed()).toHaveLength(isDone ? 1 : 0)
    expect((await findDrift(db, 0, 10_000)).drifted).toEqual([])
  }
})

test('credit used at two desks at once is used once, and the same form twice is one act', async ({
  freshDatabase: { db },
}) => {
  for (const _ of rounds) {
    const { world, family, owner, first, second, due } = await aDeskForMoney(db)
    const part = {
      ...{ kind: 'give back' as const, registrationId: first.id, cents: 4000, as: 'credit' as const },
      ...why(),
    }
    await Promise.all([actOnMoney(world, family, owner, part), actOnMoney(world, family, owner, part)])
    expect(await readCredit(db, family.familyId)).toBe(4000)

    const use = () => ({ cents: 3500, key: crypto.randomUUID(), actor: owner.actor })
    const ended = await Promise.all([
      ends(payWithCredit(world, family, second.id, use())),
      ends(payWithCredit(world, family, second.id, use())),
    ])

    expect(ended.sort()).toEqual(['done', 'total-changed'])
    expect([await readCredit(db, family.familyId), await due(second.id)]).toEqual([500, 0])
  }
})
