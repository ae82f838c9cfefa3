import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import routes from '#routes.ts'
import { anAccount, aProgramme } from '../../../test/builders/builders.ts'
import { aBuyingFamily } from '../../../test/builders/buying-family.ts'
import { limits } from '../../../test/builders/limits.ts'
import { signedInToken } from '../../../test/harness/api-client.ts'
import { test } from '../../../test/harness/database.ts'
import { aSite } from '../../../test/harness/site.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { linePosition, sweepTickets, withCheckoutLimit } from './line.server.ts'
import { tickets } from './tickets.tables.ts'

/** A checkout that is worked on until it is let go. */
function hanging() {
  let letGo: () => void = () => undefined
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const work = () =>
    new Promise<void>((resolve) => {
      letGo = resolve
      begin()
    })
  return { work, begun, letGo: () => letGo() }
}
const oneAtOnce = limits({ checkoutsAtOnce: 1 })
const atOnce = async () => 'registered'
const ago = (seconds: number) => sql`clock_timestamp() - make_interval(secs => ${seconds})`

/** Two processes that both work at a checkout, and families that ask at one after the other. */
async function aLine(db: Db, count: number) {
  const processes = [aWorld(db, oneAtOnce), aWorld(db, oneAtOnce)] as const
  const { id: busy } = await anAccount(db)
  const atWork: { ended: Promise<void>; letGo: () => void }[] = []
  for (const process of processes) {
    const { work, begun, letGo } = hanging()
    const ended = withCheckoutLimit(process, busy, work)
    await begun
    atWork.push({ ended, letGo })
  }
  const families: string[] = []
  while (families.length < count) families.push((await anAccount(db)).id)
  const asks = (family: number, at: 0 | 1) =>
    withCheckoutLimit(processes[at], String(families[family]), atOnce).catch(
      ({ code, facts }) => `${code}: ${facts.ahead} before, again in ${facts.ask_again_seconds} s`,
    )
  for (const family of families.keys())
    expect(await asks(family, family % 2 === 0 ? 0 : 1)).toBe(`in-line: ${family} before, again in 2 s`)
  const endWork = async (at: 0 | 1) => {
    atWork[at]?.letGo()
    await atWork[at]?.ended
  }
  return { families, asks, endWork }
}

test('families beyond what a process does at once stand in one line over all processes, and go on in its order though one process is gone', async ({
  db,
}) => {
  const { asks, endWork } = await aLine(db, 4)
  await endWork(1)

  expect(await asks(3, 1)).toBe('in-line: 3 before, again in 2 s')
  expect(await asks(1, 1)).toBe('in-line: 1 before, again in 2 s')
  expect(await asks(0, 1)).toBe('registered')
  expect(await asks(2, 1)).toBe('in-line: 1 before, again in 2 s')
  expect(await asks(1, 1)).toBe('registered')
  await endWork(0)
})

test('who went away holds up nobody, comes back to its own place, and after three minutes comes last', async ({
  db,
}) => {
  const { families, asks, endWork } = await aLine(db, 3)
  const away = (family: number, seconds: number) =>
    db
      .update(tickets)
      .set({ awaitedUntil: ago(seconds) })
      .where(eq(tickets.accountId, String(families[family])))
  await away(0, 170)
  expect(await asks(2, 1)).toBe('in-line: 1 before, again in 2 s')
  expect(await asks(0, 1)).toBe('in-line: 0 before, again in 2 s')
  expect(await linePosition(db, String(families[2]))).toBe(2)
  await away(0, 181)

  expect(await linePosition(db, String(families[0]))).toBe(null)
  expect(await asks(0, 1)).toBe('in-line: 2 before, again in 2 s')
  await away(1, 181)
  await sweepTickets(db)
  expect(await db.$count(tickets)).toBe(2)
  await endWork(1)
  expect(await asks(2, 1)).toBe('registered')
  expect(await asks(0, 1)).toBe('registered')
  expect(await db.$count(tickets)).toBe(0)
  await endWork(0)
})

test('a checkout that died with its process keeps its room for a minute', async ({ db }) => {
  const { families, asks, endWork } = await aLine(db, 2)
  await endWork(1)
  const died = (seconds: number) =>
    db
      .update(tickets)
      .set({ admittedAt: ago(seconds) })
      .where(eq(tickets.accountId, String(families[0])))

  await died(59)
  expect(await asks(1, 1)).toBe('in-line: 0 before, again in 2 s')
  await died(61)
  expect(await asks(1, 1)).toBe('registered')
  await endWork(0)
})

test('who is far behind asks more seldom, and no cart of the hour is used up by asking', async ({ db }) => {
  const settings = limits({ checkoutsAtOnce: 1, cartsPerHour: 1 })
  const { call, item, id } = await aBuyingFamily(db, settings)
  for (let times = 0; times < 60; times++)
    await db.insert(tickets).values({ accountId: (await anAccount(db)).id, awaitedUntil: ago(-60) })
  const asks = () => call('/process-all-cart-items', { cart: [item], payment: 'later' })

  for (let times = 0; times < 2; times++)
    expect(await asks()).toEqual({
      status: 429,
      answer: {
        success: false,
        code: 'in-line',
        message: 'You are in line for the checkout. 60 families are before you.',
        ahead: 60,
        ask_again_seconds: 3,
      },
    })
  await db.delete(tickets).where(sql`${tickets.accountId} <> ${id}`)
  expect(await asks()).toMatchObject({ status: 200, answer: { success: true } })
})

test('a family in line is told how many are before it by the page itself, in any process and before a script runs', async ({
  db,
}) => {
  await aProgramme(db)
  const world = aWorld(db)
  const [first, second] = [await anAccount(db), await anAccount(db)]
  await db
    .insert(tickets)
    .values(
      [first, second].map(({ id }, at) => ({ accountId: id, cameAt: new Date(at), awaitedUntil: ago(-60) })),
    )
  const cookie = `sign-in=${await signedInToken(world, second.id)}`

  for (const process of [world, aWorld(db)]) {
    const site = await aSite(process, routes)
    const page = await (await site('/pages/checkout', { headers: { cookie } })).text()
    const [shown = ''] =
      /You are in line\..*?A turn is not a place yet\./s.exec(page.replaceAll('<!-- -->', '')) ?? []
    expect(shown.replace(/<[^>]+>/g, '')).toBe(
      'You are in line. One family is before you.So many families register now that we take them in turn. Your turn in line is kept for three minutes: press the button to go on. A turn is not a place yet.',
    )
  }
})
