import type { Caller } from '#people/accounts/limits.server.ts'
import { checkPresentPassword } from '#people/accounts/settings.server.ts'
import type { Visitor } from '#platform/api.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { checkTeamStep } from '#team/guard.server.ts'
import type { SecondStep } from '#team/second-step.server.ts'
import { eraseAccount } from './erase-account.server.ts'

/** Deletes the account at the wish of whoever knows its password, and has the second step of a member. */
export async function deleteAccount(
  world: World,
  { accountId }: Visitor,
  password: string,
  caller: Caller,
  step: SecondStep = {},
) {
  await checkPresentPassword(world.db, accountId, password, caller)
  await checkTeamStep(world, accountId, step, caller.address)
  await eraseAccount(world, accountId)
}
