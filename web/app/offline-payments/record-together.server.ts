import { asc, eq } from 'drizzle-orm'
import { lockAccount } from '#people/people.db.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Day } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { Refusal, refuse } from '#platform/refusal.ts'
import { familyGoneMessage } from '#refunds/refusal-messages.ts'
import { offlinePayments } from '#registrations/registrations.tables.ts'
import { recordSum } from './offline-payments.server.ts'

export type SharedCheck = {
  /** By family. */
  shares: Share[]
  reference: string
  note: string
  receivedOn?: Day | undefined
  actor: Actor
  /** Idempotency key. */
  key: string
  /** Amounts far above what is due are confirmed. */
  isConfirmed: boolean
}
type Share = { accountId: string; familyId: string; number: number; amountCents: number }

/** One check for several families: a payment and receipt for each, taken back together. */
export function recordTogether({ db, env }: Pick<World, 'db' | 'env'>, check: SharedCheck) {
  const { shares, key, isConfirmed, ...payment } = check
  const byAccount = shares.toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1))
  return db.transaction(async (tx) => {
    for (const { accountId, number } of byAccount)
      if (!(await lockAccount(tx, accountId, 'no key update')))
        refuse('not-found', `Family ${number}: ${familyGoneMessage}`)
    const ids = { id: offlinePayments.id }
    const isIt = eq(offlinePayments.togetherId, key)
    const before = await tx.select(ids).from(offlinePayments).where(isIt).orderBy(asc(offlinePayments.id))
    if (before.length > 0) return before
    const recorded: { id: number }[] = []
    for (const share of byAccount) {
      const { amountCents } = share
      const { id } = await recordSum(tx, env.siteUrl, share, {
        ...{ ...payment, amountCents, how: 'check', registrationIds: [], togetherId: key },
        ...(isConfirmed && { confirmedCents: amountCents }),
      }).catch((problem) => {
        if (!(problem instanceof Refusal)) throw problem
        return refuse(problem.code, `Family ${share.number}, ${dollars(amountCents)}: ${problem.message}`)
      })
      recorded.push({ id })
    }
    return recorded
  })
}
