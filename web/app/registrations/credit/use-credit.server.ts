import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { moveCredit, takeFrom } from '#ledger/credit.db.server.ts'
import { lockAccount } from '#people/people.db.server.ts'
import { familyActor } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { refuse } from '#platform/refusal.ts'
import { sumOwed } from '#registrations/dues.ts'
import { owedEntries } from '#registrations/entries.db.server.ts'
import { lockRegistrations } from '#registrations/places.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { readFreeCredit } from './free-credit.server.ts'

/** Used now, still owed for these places, and remaining credit. */
export type UsedCredit = { usedCents: number; owedCents: number; creditCents: number }

/** Pays with the family's credit, oldest due day first, as far as it goes. Idempotent: what was used before stays. */
export const payByCredit = (world: World, visitor: Visitor, registrationIds: number[]): Promise<UsedCredit> =>
  world.db.transaction(async (tx) => {
    const { accountId, familyId } = visitor
    if (!(await lockAccount(tx, accountId, 'no key update'))) refuse('signed-out')
    const ids = [...new Set(registrationIds)]
    const isIt = inArray(registrations.id, ids)
    const locked = await lockRegistrations(tx, and(isIt, eq(registrations.accountId, accountId)))
    if (ids.length === 0 || locked.length !== ids.length) refuse('not-found')
    const owed = (await owedEntries(tx, accountId, isIt)).toSorted(
      (left, right) => left.dueOn.localeCompare(right.dueOn) || left.id - right.id,
    )
    const isBeingPaid = and(isIt, isNotNull(registrations.chargeId))
    if (owed.length === 0 && (await tx.$count(registrations, isBeingPaid)) > 0) refuse('being-paid')
    const freeCents = Math.max(0, await readFreeCredit(tx, visitor))
    const debts = owed.map(({ id: registrationId, owedCents: cents }) => ({
      familyId,
      registrationId,
      cents,
    }))
    const actor = familyActor(familyId)
    const usedCents = await moveCredit(tx, actor, takeFrom(debts, freeCents))
    if (usedCents > 0)
      await addChange(tx, { actor, what: 'credit used', familyId, after: { cents: usedCents } })
    return { usedCents, owedCents: sumOwed(owed) - usedCents, creditCents: freeCents - usedCents }
  })
