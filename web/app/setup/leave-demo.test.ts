import { fileURLToPath } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { queryRows } from '#platform/database/db.ts'
import { orNotFound } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { loadFirstSeason } from '#season/demo/demo-season.server.ts'
import { keepDemoTeam } from '#season/demo/demo-team.server.ts'
import type { Member } from '#team/member.server.ts'
import { aMember, anAccount } from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { aWorld } from '../../test/harness/world.ts'
import { findDemo, leaveDemo } from './leave-demo.server.ts'
import { checkCode, tellStart } from './set-up.server.ts'

const season = fileURLToPath(new URL('../../../season.yaml', import.meta.url))
const owner = { actor: 'member:demo' } as unknown as Member

async function aDemo(db: Db, settings: Record<string, string>) {
  const world = aWorld(db, { ...settings, DESK_KEY: 'a key of the desk for tests, 32 letters' })
  await loadFirstSeason(world, season)
  await keepDemoTeam(world)
  return world
}

const rowsIn = async (db: Db) => {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = current_schema()`,
  )
  const counts: [string, number][] = []
  for (const { name } of tables) {
    const [row] = await queryRows<{ many: number }>(
      db,
      sql`select count(*)::int as many from ${sql.identifier(name)}`,
    )
    if (row?.many) counts.push([name, row.many])
  }
  return Object.fromEntries(counts)
}

test('whoever leaves the demo leaves nothing of it, and goes on to the set-up of their own programme', async ({
  db,
  gateway,
}) => {
  const world = await aDemo(db, gateway.settings)
  await anAccount(db)
  expect(await findDemo(world)).toEqual({ what: 'whole', others: 1 })
  expect(await tellStart(world)).toMatchObject({ code: undefined, hasDemo: true })

  const code = orNotFound(await leaveDemo(world, owner))

  expect(await rowsIn(db)).toEqual({ programme: 1, changes: 1 })
  expect(await readProgramme(db)).toMatchObject({ name: 'localhost', phone: '' })
  await checkCode(world, code)
  expect(await tellStart(world)).toMatchObject({ code: expect.any(String), hasDemo: false })
  await loadFirstSeason(world, season)
  expect(await db.$count(accounts), 'after the next start').toBe(0)
})

test('a season of one’s own stays when the demo’s accounts go, which takes an owner of one’s own', async ({
  db,
  gateway,
}) => {
  const world = await aDemo(db, gateway.settings)
  await db.update(programme).set({ email: 'play@orchard.example' })
  const before = await rowsIn(db)

  await expect(leaveDemo(world, owner)).rejects.toThrow('Invite an owner of your own first')
  const { id } = await aMember(db, ['owner'])
  expect(await findDemo(world)).toMatchObject({ what: 'accounts' })
  expect(await leaveDemo(world, { ...owner, actor: `member:${id}` })).toBeUndefined()

  expect(await db.$count(accounts, eq(accounts.isDemo, true))).toBe(0)
  expect((await rowsIn(db)).events).toBe(before.events)
  await expect(leaveDemo(world, owner)).rejects.toThrow('There is no demo here any more.')
})

test('nothing goes while the sandbox does not answer', async ({ db }) => {
  const world = await aDemo(db, { GATEWAY_URL: 'http://127.0.0.1:9' })
  await expect(leaveDemo(world, owner)).rejects.toThrow('nothing was removed')
  expect(await findDemo(world)).toMatchObject({ what: 'whole' })
})
