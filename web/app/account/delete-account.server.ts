import { eraseAccount } from '#account/erasing/erase-account.server.ts'
import { checkPresentPassword } from '#people/accounts/emails/settings.server.ts'
import type { Caller } from '#people/sign-in/limits.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { checkTeamStep } from '#team/guard.server.ts'
import type { SecondStep } from '#team/second-step/second-step.server.ts'

/** Needs the password, and a member's second step. */
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
