import { afterAll, beforeAll, expect, test } from 'vitest'
import { wrongSums } from '../../web/test/builders/money/wrong-sums.ts'
import { expectAgreement, subjectsTo } from './support/agreement.ts'
import { aPlaceToGiveUp, refundSeconds, settings } from './support/desk-refunds.ts'
import { areWaiting, hold } from './support/held-rows.ts'
import { openTown, type Town, until } from './support/town.ts'

// Once the gateway is called: `kills-of-deeds`.

let town: Town
beforeAll(async () => {
  town = await openTown({ settings })
})
afterAll(() => town.close())

/** Places that the desk gives up, by one member and by two, all of it written and waiting for its last mail and the commit. */
async function actsAtTheirCommit() {
  const places = await Promise.all([false, true].map((isAsked) => aPlaceToGiveUp(town, 'card', isAsked)))
  const lock = await hold(town, 'lock table mails in share mode')
  const unheard = places.map(({ act }) => act())
  await until(
    areWaiting(town, places.length, '%insert into "mails"%'),
    10,
    'every act waiting for its commit',
  )
  const each = <Result>(look: (place: (typeof places)[number]) => Promise<Result>) =>
    Promise.all(places.map(look))
  return { places, lock, unheard, each }
}

test('killed before the desk’s giving up of a place is committed, by one member or by two: the place stands, nothing went back, and the same form gives it back once', async () => {
  const { places, lock, unheard, each } = await actsAtTheirCommit()
  expect(await town.kill()).toBe('SIGKILL')
  await lock.release()
  expect(await Promise.all(unheard), 'heard').toEqual(places.map(() => undefined))
  await town.restart()
  expect(await each(({ rows }) => rows()), 'before the commit').toEqual(places.map(({ before }) => before))

  for (const time of ['once', 'again']) {
    expect(await each(({ act }) => act()), time).toEqual(places.map(() => 302))
    expect(await each(({ rows }) => rows()), time).toEqual(places.map(({ done }) => done))
    const mailed = await each(({ family }) => subjectsTo(town, family))
    expect(mailed, time).toEqual(places.map(({ mails }) => mails))
    await expectAgreement(town)
  }
})

test('killed after the commit and before the gateway was asked: the place is given up, its card’s part is owed by hand like the check’s, once, and the family is told so', async () => {
  const { places, lock, unheard, each } = await actsAtTheirCommit()
  await town.setFaults({ operation: 'find', when: 'before', act: 'hold' })
  await lock.release()
  await until(async () => (await town.hits())[0] === places.length, 3, 'every first question to the gateway')
  expect(await town.kill()).toBe('SIGKILL')
  await town.setFaults()
  await Promise.all(unheard)
  await town.restart()

  const owed = places.map(({ cents, done }) => ({
    ...done,
    place: { ...done.place, dueCents: -2 * cents },
    posted: done.posted.slice(0, -1),
    refunds: [`failed ${cents}`],
  }))
  const areOver = async () =>
    (await each(({ rows }) => rows())).every(({ refunds: [state] }) => state?.startsWith('failed'))
  await until(areOver, refundSeconds + 20, 'every refund closed')
  for (const time of ['once', 'again']) {
    expect(await each(({ rows }) => rows()), time).toEqual(owed)
    const mailed = (await each(({ family }) => subjectsTo(town, family))).map((subjects) => subjects.at(-1))
    expect(mailed, time).toEqual(places.map(() => 'Your refund did not go through'))
    await expectAgreement(town)
    expect(await wrongSums(town.db), time).toEqual([])
    expect(await each(({ act }) => act()), 'asked for again').toEqual(places.map(() => 302))
  }
})
