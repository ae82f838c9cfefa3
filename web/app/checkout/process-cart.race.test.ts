import { expect } from 'vitest'
import type { Db } from '#platform/database.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession } from '../../test/builders.ts'
import { test } from '../../test/database.ts'
import { whileHeld } from '../../test/held-while-waiting.ts'
import { latestMail } from '../../test/latest-mail.ts'
import { aWorld } from '../../test/world.ts'
import { processCart } from './process-cart.server.ts'

/** A family checks out, and waits for somebody who changes its session meanwhile. */
async function checkOutDuring({ db, url }: { db: Db; url: string }, change: string) {
  await aProgramme(db)
  const { visitor, id: accountId } = await anAccount(db)
  const { id: personId } = await aPlayer(db, { accountId, firstName: 'Pip' })
  const { id: eventId, priceCents: seenCents } = await anEvent(db)
  const { id: sessionId } = await aSession(db, { eventId, startsOn: '2037-06-15', places: 8 })
  const places = [{ personId, sessionId, seenCents }]
  return whileHeld(url, { table: 'sessions', id: sessionId }, async (countWaiting, holder) => {
    const cart = { method: 'later' as const, places, idempotencyKey: crypto.randomUUID() }
    const [done] = await Promise.allSettled([
      processCart(aWorld(db), visitor, cart),
      (async () => {
        await expect.poll(countWaiting, { timeout: 5000 }).toBe(1)
        await holder.query(`update sessions set ${change} where id = $1`, [sessionId])
        await holder.query('commit')
      })(),
    ])
    return done
  })
}

test('nobody gets a place in a session that closes while they check out, and who is early waits as all do', async ({
  freshDatabase,
}) => {
  for (const [change, words] of [
    ['is_active = false', 'This session is no longer offered.'],
    [`closed_words = 'We are full of mud.'`, 'We are full of mud.'],
    [`opens_at = now() + interval '1 day'`, expect.stringContaining('Registration opens ')],
    [`starts_on = '2020-06-15'`, 'This session has already started.'],
  ] as const)
    expect(await checkOutDuring(freshDatabase, change), change).toMatchObject({
      status: 'rejected',
      reason: { code: 'cart-changed', facts: { problems: [words] } },
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
