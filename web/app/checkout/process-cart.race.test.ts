import pg from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession } from '../../test/builders/builders.ts'
import { aBuyingFamily } from '../../test/builders/buying-family.ts'
import { test } from '../../test/harness/database.ts'
import { whileHeld } from '../../test/harness/held-while-waiting.ts'
import { latestMail } from '../../test/harness/latest-mail.ts'
import { aWorld } from '../../test/harness/world.ts'
import { processCart } from './process-cart.server.ts'

const cutWaiting = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

/** A family checks out, and waits for somebody who changes its session meanwhile. */
async function checkOutDuring({ db, url }: { db: Db; url: string }, change: string) {
  await aProgramme(db)
  const { visitor, id: accountId } = await anAccount(db)
  const { id: personId } = await aPlayer(db, { accountId, firstName: 'Pip' })
  const { id: eventId, priceCents: seenCents } = await anEvent(db)
  const { id: sessionId } = await aSession(db, { eventId, startsOn: '2037-06-15', places: 8 })
  const places = [{ personId, sessionId, seenCents }]
  // Its first day stands in a key: who moves it locks all of it before, as a publish does.
  const how = change.includes('starts_on') ? 'update' : 'no key update'
  return whileHeld(url, { table: 'sessions', id: sessionId, how }, async (countWaiting, holder) => {
    const cart = { method: 'later' as const, places, idempotencyKey: crypto.randomUUID() }
    const [done, changed] = await Promise.allSettled([
      processCart(aWorld(db), visitor, cart),
      (async () => {
        await expect.poll(countWaiting, { timeout: 5000 }).toBe(1)
        await holder.query(`update sessions set ${change} where id = $1`, [sessionId])
        await holder.query('commit')
      })(),
    ])
    expect(changed).toMatchObject({ status: 'fulfilled' })
    return done
  })
}

test('nobody gets a place in a session that closes while they check out, and who is early waits as all do', async ({
  freshDatabase,
}) => {
  for (const [change, message] of [
    ['is_active = false', 'This session is no longer offered.'],
    [`closed_words = 'We are full of mud.'`, 'We are full of mud.'],
    [`opens_at = now() + interval '1 day'`, expect.stringContaining('Registration opens ')],
    [`starts_on = '2020-06-15'`, 'This session has already started.'],
  ] as const)
    expect(await checkOutDuring(freshDatabase, change), change).toMatchObject({
      status: 'rejected',
      reason: { code: 'cart-changed', facts: { problems: [message] } },
    })
  expect(await freshDatabase.db.$count(registrations)).toBe(0)
})

test('who checks out while a session moves is mailed its new days', async ({ freshDatabase }) => {
  const moved = await checkOutDuring(
    freshDatabase,
    `starts_on = '2037-07-13', ends_on = '2037-07-16', revision = 1`,
  )
  expect(moved).toMatchObject({ status: 'fulfilled' })
  expect((await latestMail(freshDatabase.db)).text).toContain('Jul 13')
})

test('who checks out keeps a session from others for one statement and the commit alone', async ({
  freshDatabase,
}) => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  expect(await checkOutDuring(freshDatabase, 'taken = 3')).toMatchObject({ status: 'fulfilled' })
  const sent = query.mock.calls.flatMap(([asked]) => (asked as { text?: string }).text ?? [])
  const locking = sent.findIndex((text) => text.startsWith('with "locked"'))
  expect(sent[locking - 1]).toContain('insert into "mails"')
  expect(sent.slice(locking + 1)).toEqual(['commit'])
})

/** Cuts the connection of a checkout that waits for a row, and checks out again with the same key. */
async function checkOutOverCut(
  { db, url }: { db: Db; url: string },
  rowOf: (family: Awaited<ReturnType<typeof aBuyingFamily>>) => Parameters<typeof whileHeld>[1],
) {
  const family = await aBuyingFamily(db, {})
  const { call, item, taken } = family
  const checkOut = () =>
    call(
      '/process-all-cart-items',
      { cart: [item], payment: 'later' },
      { headers: { 'idempotency-key': key } },
    )
  const key = crypto.randomUUID()
  const unheard = await whileHeld(url, rowOf(family), async (countWaiting, holder) => {
    const [answered] = await Promise.all([
      checkOut(),
      (async () => {
        await expect.poll(countWaiting, { timeout: 5000 }).toBe(1)
        await holder.query(cutWaiting)
      })(),
    ])
    return answered
  })

  expect(unheard).toMatchObject({ status: 503, answer: { code: 'not-stored' } })
  expect(await checkOut()).toMatchObject({ status: 200 })
  expect(await taken()).toBe(1)
}

test('a family whose registration was on its way when the connection broke reads that nobody knows yet, and registers once', ({
  freshDatabase,
}) =>
  checkOutOverCut(freshDatabase, ({ session }) => ({
    table: 'sessions',
    id: session.id,
    how: 'no key update',
  })))

test('a family reads the same when the connection broke before anything of its registration was written', ({
  freshDatabase,
}) => checkOutOverCut(freshDatabase, ({ id }) => ({ table: 'accounts', id })))
