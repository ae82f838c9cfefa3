import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Db } from '#platform/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { openDoor } from '#platform/owner-door.server.ts'
import { signedInToken } from './api-client.ts'
import { anAccount } from './builders.ts'
import { type Answer, aSiteBehindAProxy, publicDemo, type Sent } from './http-client.ts'
import { aWholeFamily } from './whole-family.ts'
import { aWorld, type Gateway } from './world.ts'

/** A family with one of each thing, another one, and a site on the internet that both use. */
export async function twoFamilies(db: Db, gateway: Gateway, more: Record<string, string> = {}, log?: Log) {
  const dataDir = mkdtempSync(join(tmpdir(), 'courtside-doors-'))
  const asks = { ...gateway.settings, THREE_D_SECURE: 'ask' }
  const settings = { ...publicDemo, ...asks, ...more, DATA_DIR: dataDir }
  const world = { ...aWorld(db, settings), ...(log && { log }) }
  const family = await aWholeFamily(world, settings)
  const other = await anAccount(db)
  const site = await aSiteBehindAProxy(world)
  const { secret } = openDoor(dataDir, site.port)
  const cookieOf = (token: string) => ({ Cookie: `__Host-sign-in=${token}` })
  const visitors = {
    family: { account: family.ids.account, headers: cookieOf(family.token) },
    other: { account: other.id, headers: cookieOf(await signedInToken(world, other.id)) },
    nobody: { account: other.id, headers: {} },
    key: { account: other.id, headers: { Authorization: `Bearer ${secret}` } },
  }

  /** Asks, and undoes what was changed; `seen` looks at it before. */
  async function askAndUndo(path: string, sent: Sent, seen: (db: Db) => Promise<void> = async () => {}) {
    const answers: Answer[] = []
    const undone = db.transaction(async (tx) => {
      world.db = tx
      answers.push(await site.ask(path, sent))
      await seen(tx)
      throw new Undo()
    })
    await undone.catch((problem) => expect(problem).toBeInstanceOf(Undo))
    world.db = db
    return answers[0] as Answer
  }
  const close = async () => {
    await site.close()
    rmSync(dataDir, { recursive: true })
  }
  return { ...site, world, family, visitors, askAndUndo, close }
}

class Undo extends Error {}
