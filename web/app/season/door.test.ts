import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OpenAPIHono } from '@hono/zod-openapi'
import { afterEach, beforeEach, expect } from 'vitest'
import { events } from '#events/events.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type ApiEnv, problemBody } from '#platform/http/api.server.ts'
import { closeDoor, findDoor, openDoor } from '#platform/http/owner-door.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { readSeasonFile } from '#season/pictures/season-pictures.server.ts'
import { test } from '../../test/harness/database.ts'
import { aWorld } from '../../test/harness/world.ts'
import { seasonApi } from './season.api.server.ts'

const demo = await readSeasonFile(join(import.meta.dirname, '../../../season.yaml'), 'season.yaml')
const real = {
  ...demo,
  text: demo.text
    .slice(0, demo.text.indexOf('# People who exist'))
    .replaceAll(/ +(demo: \{|coaches: ).*\n/g, ''),
}

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'courtside-door-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

async function bring(db: Db, secret: string | undefined, file: object) {
  const app = new OpenAPIHono<ApiEnv>()
  app.use(async (c, next) => {
    c.set('world', aWorld(db, { DATA_DIR: dataDir }))
    await next()
  })
  app.onError((problem, c) => {
    if (problem instanceof Refusal) return c.json(problemBody(problem), problem.status)
    throw problem
  })
  const headers = { 'Content-Type': 'application/json', ...(secret && { Authorization: `Bearer ${secret}` }) }
  const response = await app
    .route('/', seasonApi)
    .request('/import-season', { method: 'POST', headers, body: JSON.stringify({ write: true, ...file }) })
  return { status: response.status, body: await response.json() }
}

test('the running site takes a season from whoever can read its data folder, and from nobody else', async ({
  db,
}) => {
  const { secret } = openDoor(dataDir, 3000)
  expect(statSync(join(dataDir, 'owner-door.json')).mode & 0o777).toBe(0o600)

  for (const wrong of [undefined, '', `${secret}x`, secret.slice(1)])
    expect((await bring(db, wrong, real)).status).toBe(404)
  expect(await db.$count(events)).toBe(0)

  const { status, body } = await bring(db, secret, real)
  expect([status, body.isWritten]).toEqual([200, true])
  expect(await db.$count(events)).toBe(10)
})

test('what is wrong with the file comes back through the door', async ({ db }) => {
  const { secret } = openDoor(dataDir, 3000)
  const { body } = await bring(db, secret, { ...real, text: real.text.replace('price: 180', 'price: free') })
  expect(body.problems).toEqual([expect.stringMatching(/^season.yaml:\d+: price is “free”; write dollars/)])
})

test('each start makes a new secret, and a site that ended has none', async ({ db }) => {
  const first = openDoor(dataDir, 3000)
  expect(openDoor(dataDir, 3000).secret).not.toBe(first.secret)
  expect((await bring(db, first.secret, real)).status).toBe(404)
  closeDoor(dataDir)
  expect(findDoor(dataDir)).toBeUndefined()
})
