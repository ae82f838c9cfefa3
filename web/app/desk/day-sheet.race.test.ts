import { gzipSync } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { expect } from 'vitest'
import { anAccount } from '../../test/builders.ts'
import { aCourt, aPlaceIn } from '../../test/court.ts'
import { test } from '../../test/database.ts'
import { aSite } from '../../test/site.ts'
import { aWorld } from '../../test/world.ts'
import routes from '../routes.ts'

test('a day sheet is one page of 60 KB and five questions to the database, for 5 players as for 200', async ({
  freshDatabase: { db, url },
}) => {
  const asked: string[] = []
  const pool = new pg.Pool({ connectionString: url })
  const logger = { logQuery: (statement: string) => void asked.push(statement) }
  const world = aWorld(drizzle(pool, { casing: 'snake_case', logger }))
  const site = await aSite(world, routes)
  const { session, meeting, coach } = await aCourt(db, 5)
  const { id: account } = await anAccount(db)
  async function sheet() {
    asked.length = 0
    const page = await site(`/desk/meetings/${meeting.id}`, { headers: { cookie: `sign-in=${coach.token}` } })
    const html = await page.text()
    return { statements: asked.length, players: html.split('class="player').length - 1, html }
  }

  const few = await sheet()
  for (let more = 5; more < 200; more += 1)
    await aPlaceIn(db, session.id, {
      account,
      firstName: `Player ${more}`,
      lastName: crypto.randomUUID().slice(0, 9),
    })
  const many = await sheet()
  await pool.end()

  expect([few.players, many.players]).toEqual([5 + 1, 200 + 1])
  expect(few.statements).toBeLessThanOrEqual(5)
  expect(many.statements).toBe(few.statements)
  expect(gzipSync(many.html).length).toBeLessThan(60 * 1024)
})
