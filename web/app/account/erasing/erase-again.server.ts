import { dirname } from 'node:path'
import { inArray } from 'drizzle-orm'
import { accounts } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { eraseAccount } from './erase-account.server.ts'
import { erasedFamilies, erasedFolder } from './erased-families.server.ts'

/** Repeats erasures from after the backup. Returns what was done and what remains. */
export async function eraseAgain(world: World, backup: string, key: string): Promise<string[]> {
  const folders = [dirname(backup), erasedFolder(world.env)]
  const { familyIds, unopened } = await erasedFamilies(folders, key)
  const back = await world.db
    .select({ id: accounts.id, email: accounts.email })
    .from(accounts)
    .where(inArray(accounts.familyId, familyIds))
  const remaining: string[] = []
  for (const { id, email } of back)
    try {
      await eraseAccount(world, id, 'site', { isAgain: true })
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem
      remaining.push(`  ${email ?? `account ${id}`}: ${problem.message}`)
    }
  return [
    ...(back.length > remaining.length
      ? [`Accounts erased again that were erased after the backup: ${back.length - remaining.length}.`]
      : []),
    ...(remaining.length > 0
      ? ['Not erased again yet; erase them with “npm run family -- delete EMAIL”:', ...remaining]
      : []),
    ...(unopened > 0
      ? [`Notes of erased families that did not open, damaged or sealed with another key: ${unopened}.`]
      : []),
  ]
}
