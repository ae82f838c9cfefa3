import { expect } from 'vitest'
import { anAccount } from '../../../test/builders/builders.ts'
import { limits } from '../../../test/builders/limits.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { withCheckoutLimit } from './line.server.ts'
import { tickets } from './tickets.tables.ts'

test('of forty families in line that ask at once, only as many go on as are let in at once, the first of them', async ({
  freshDatabase: { db },
}) => {
  const world = aWorld(db, limits({ checkoutsAtOnce: 3 }))
  const families = await Promise.all(Array.from({ length: 40 }, async () => (await anAccount(db)).id))
  const came = Date.now()
  await db.insert(tickets).values(
    families.map((accountId, at) => ({
      accountId,
      cameAt: new Date(came + at),
      awaitedUntil: new Date(came + 60_000),
    })),
  )
  const letIn: string[] = []
  let end: () => void = () => undefined
  const untilEnd = new Promise<void>((resolve) => {
    end = resolve
  })

  const asking = families.toReversed().map((accountId) =>
    withCheckoutLimit(world, accountId, () => {
      letIn.push(accountId)
      return untilEnd
    }).catch(({ code }) => code),
  )
  await expect.poll(() => letIn.length, { timeout: 5000 }).toBe(3)
  end()

  expect((await Promise.all(asking)).filter((ended) => ended === 'in-line')).toHaveLength(37)
  expect(letIn.toSorted()).toEqual(families.slice(0, 3).toSorted())
})

test('of forty families that come at once while nobody waits, no more are let in than are let in at once', async ({
  freshDatabase: { db },
}) => {
  const world = aWorld(db, limits({ checkoutsAtOnce: 3 }))
  const families = await Promise.all(Array.from({ length: 40 }, async () => (await anAccount(db)).id))
  const letIn: string[] = []
  let end: () => void = () => undefined
  const untilEnd = new Promise<void>((resolve) => {
    end = resolve
  })

  const refused: string[] = []
  const asking = families.map((accountId) =>
    withCheckoutLimit(world, accountId, () => {
      letIn.push(accountId)
      return untilEnd
    }).catch(({ code }) => refused.push(code)),
  )
  await expect.poll(() => refused.length + letIn.length, { timeout: 10_000 }).toBe(40)
  end()
  await Promise.all(asking)

  expect(letIn).toHaveLength(3)
  expect(new Set(refused)).toEqual(new Set(['in-line']))
})
