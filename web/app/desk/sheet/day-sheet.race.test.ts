import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import routes from '#routes.ts'
import { anAccount } from '../../../test/builders/builders.ts'
import { aCourt, aPlaceIn } from '../../../test/builders/court.ts'
import { test } from '../../../test/harness/database.ts'
import { aSite } from '../../../test/harness/site.ts'
import { aWorld } from '../../../test/harness/world.ts'

test('a day sheet is one page of 60 KB and five questions to the database, for 5 players as for 200', async ({
  freshDatabase: { db },
  overheard,
}) => {
  const world = aWorld(overheard.db)
  const site = await aSite(world, routes)
  const { session, meeting, coach } = await aCourt(db, 5)
  const { id: account } = await anAccount(db)
  async function sheet() {
    overheard.asked.length = 0
    const page = await site(`/desk/meetings/${meeting.id}`, { headers: { cookie: `sign-in=${coach.token}` } })
    const html = await page.text()
    return { statements: overheard.asked.length, players: html.split('class="player').length - 1, html }
  }

  const few = await sheet()
  for (let more = 5; more < 200; more += 1)
    await aPlaceIn(db, session.id, {
      account,
      firstName: `Player ${more}`,
      lastName: crypto.randomUUID().slice(0, 9),
    })
  const many = await sheet()

  expect([few.players, many.players]).toEqual([5 + 1, 200 + 1])
  expect(few.statements).toBeLessThanOrEqual(5)
  expect(many.statements).toBe(few.statements)
  expect(gzipSync(many.html).length).toBeLessThan(60 * 1024)
})
