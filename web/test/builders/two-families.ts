import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '#platform/database/database.server.ts'
import { openDoor } from '#platform/http/owner-door.server.ts'
import type { Log } from '#platform/log.server.ts'
import { signedInToken } from '../harness/api-client.ts'
import { aSiteBehindAProxy, publicDemo } from '../harness/http-client.ts'
import { aWorld, type Gateway } from '../harness/world.ts'
import { askingAndUndoing } from './ask-and-undo.ts'
import { anAccount } from './builders.ts'
import { aWholeFamily } from './whole-family.ts'

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

  const askAndUndo = askingAndUndoing(world, site.ask)
  const close = async () => {
    await site.close()
    rmSync(dataDir, { recursive: true })
  }
  return { ...site, world, family, visitors, askAndUndo, close }
}
