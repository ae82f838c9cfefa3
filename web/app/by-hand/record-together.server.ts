import { asc, eq } from 'drizzle-orm'
import { lockAccount } from '#people/people.db.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Day } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { Refusal, refuse } from '#platform/refusal.ts'
import { familyGoneWords } from '#refunds/refused-words.ts'
import { offlinePayments } from '#registrations/registrations.tables.ts'
import { recordSum } from './offline-payments.server.ts'

export type SharedCheck = {
  /** What each family has of it. */
  shares: Share[]
  reference: string
  note: string
  receivedOn?: Day | undefined
  actor: Actor
  /** What is sent twice is recorded once. */
  key: string
  /** Sums that are much more than is due are meant. */
  isConfirmed: boolean
}
type Share = { accountId: string; familyId: string; number: number; amountCents: number }

/** Records one check for several families: a payment for each with its own receipt, taken back together. */
export function recordTogether({ db, env }: Pick<World, 'db' | 'env'>, check: SharedCheck) {
  const { shares, key, isConfirmed, ...payment } = check
  const byAccount = shares.toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1))
  return db.transaction(async (tx) => {
    for (const { accountId, number } of byAccount)
      if (!(await lockAccount(tx, accountId, 'no key update')))
        refuse('not-found', `Family ${number}: ${familyGoneWords}`)
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
