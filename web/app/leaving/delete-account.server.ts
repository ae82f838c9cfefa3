import type { Caller } from '#people/accounts/limits.server.ts'
import { checkPresentPassword } from '#people/accounts/settings.server.ts'
import type { Visitor } from '#platform/api.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { eraseAccount } from './erase-account.server.ts'

/** Deletes the account at the wish of whoever knows its password. */
export async function deleteAccount(world: World, { accountId }: Visitor, password: string, caller: Caller) {
  await checkPresentPassword(world.db, accountId, password, caller)
  await eraseAccount(world, accountId)
}
