import { asc, eq, sql } from 'drizzle-orm'
import { markTakenBack } from '#invoices/receipts.db.server.ts'
import { writeDownReceipts } from '#invoices/receipts.server.ts'
import { readCredit, readPaymentCredit } from '#ledger/credit.db.server.ts'
import { type NewPosting, placesReturned, post } from '#ledger/postings.db.server.ts'
import { lockAccount } from '#people/people.db.server.ts'
import { type Actor, isActorsAccount } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dollars, sumCents } from '#platform/format/money.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { wasPaidBy } from '#registrations/entries.db.server.ts'
import { placesPaidBy } from '#registrations/named-places.db.server.ts'
import { lockRegistrations } from '#registrations/places.server.ts'
import { offlinePayments } from '#registrations/registrations.tables.ts'
import { addTakenBackMail } from './recorded-mails.server.ts'

export type TakeBackInput = {
  id: number
  /** Empty: all that the payment pays. */
  registrationIds: number[]
  /** The money never came: returned money is owed by the family. Otherwise the record was a mistake. */
  hasBounced: boolean
  actor: Actor
  words?: string
}

/**
 * Takes a recorded payment back, or a part of it: its places are unpaid again, the record stays. A check for several
 * families is taken back from all of them.
 */
export function takeBackPayment({ db, env }: Pick<World, 'db' | 'env'>, input: TakeBackInput) {
  return db.transaction(async (tx) => {
    const together = await lockPayments(tx, input)
    const taken: Taken[] = []
    for (const payment of together) taken.push(await takeBackOne(tx, env.siteUrl, payment, input))
    return {
      id: input.id,
      takenBackCents: sumCents(taken.map(({ amountCents }) => amountCents)),
      creditCents: sumCents(taken.map(({ creditCents }) => creditCents)),
      unpaid: taken.flatMap(({ unpaid }) => unpaid),
      cancelled: taken.flatMap(({ cancelled }) => cancelled),
      reclaimed: taken.flatMap(({ reclaimed }) => reclaimed),
    }
  })
}
type Taken = Awaited<ReturnType<typeof takeBackOne>>

type RecordedPayment = typeof offlinePayments.$inferSelect

async function takeBackOne(tx: Db, siteUrl: string, payment: RecordedPayment, input: TakeBackInput) {
  const { actor, hasBounced } = input
  const { accountId, familyId, how } = payment
  if (accountId) await writeDownReceipts(tx, accountId)
  const paid = await paidWith(tx, payment.id)
  const chosen = choose(paid, input, payment.id)
  if (chosen.length + paid.creditCents === 0)
    refuse('not-found', `Payment ${payment.id} pays nothing any more.`)
  const creditCents = input.registrationIds.length > 0 ? 0 : paid.creditCents
  const places = groupByDue(chosen)
  const kind = 'taken back' as const
  const rows: NewPosting[] = chosen.map(({ id, paidCents: cents }) => {
    return { kind, registrationId: id, cents, recordedId: payment.id }
  })
  if (creditCents > 0) {
    const creditTarget = { registrationId: null, familyId: orNotFound(familyId) }
    rows.push({ kind, ...creditTarget, cents: creditCents, recordedId: payment.id })
  }
  await post(tx, actor, rows)
  await markTakenBack(tx, payment.id, toIds(chosen))
  const takenBackCents = paidFor(chosen) + creditCents
  await tx
    .update(offlinePayments)
    .set({
      takenBackCents: sql`${offlinePayments.takenBackCents} + ${takenBackCents}`,
      takenBackAt: sql`now()`,
      takenBackBy: actor,
    })
    .where(eq(offlinePayments.id, payment.id))
  await addChange(tx, {
    actor,
    what: hasBounced ? 'check bounced' : 'payment taken back',
    familyId,
    before: { paymentId: payment.id, amountCents: payment.amountCents - payment.takenBackCents },
    after: { takenBackCents },
    reason: hasBounced ? 'bounced' : 'mistake',
    ...(input.words && { words: input.words }),
    isOwnFamily: isActorsAccount(actor, accountId),
  })
  const creditAfterCents = familyId ? await readCredit(tx, familyId) : 0
  const taken = { ...places, amountCents: takenBackCents, creditCents, creditAfterCents }
  if (accountId) await addTakenBackMail(tx, siteUrl, { accountId, how, hasBounced, ...taken })
  return taken
}

/** Places due again, and given-up ones that the family or nobody owes for. */
function groupByDue(chosen: Paid[]) {
  const due = chosen.filter(({ dueWithout }) => dueWithout > 0)
  return {
    unpaid: due.filter(({ removedAt }) => !removedAt),
    reclaimed: due.filter(({ removedAt }) => removedAt),
    cancelled: chosen.filter((place) => !due.includes(place)),
  }
}

/** With the other payments of the same check. Accounts are locked first, by id. */
async function lockPayments(tx: Db, { id, registrationIds }: TakeBackInput): Promise<RecordedPayment[]> {
  const isIt = eq(offlinePayments.id, id)
  const [row] = await tx.select({ togetherId: offlinePayments.togetherId }).from(offlinePayments).where(isIt)
  const isMeant =
    row?.togetherId && registrationIds.length === 0 ? eq(offlinePayments.togetherId, row.togetherId) : isIt
  const at = await tx.select({ accountId: offlinePayments.accountId }).from(offlinePayments).where(isMeant)
  const accountIds = new Set(at.flatMap(({ accountId }) => accountId ?? []))
  for (const accountId of [...accountIds].sort()) await lockAccount(tx, accountId, 'no key update')
  const payments = await tx
    .select()
    .from(offlinePayments)
    .where(isMeant)
    .orderBy(asc(offlinePayments.id))
    .for('no key update')
  const standing = payments.filter(({ takenBackCents, amountCents }) => takenBackCents < amountCents)
  if (!standing.some((payment) => payment.id === id))
    return refuse('not-found', `There is no payment ${id} that could be taken back.`)
  return standing
}

/** The places are locked, so that nothing is refunded meanwhile. */
async function paidWith(tx: Db, paymentId: number) {
  await lockRegistrations(tx, wasPaidBy({ recordedId: paymentId }))
  const places = await placesPaidBy(tx, 'recordedId', [paymentId])
  const creditCents = (await readPaymentCredit(tx, 'recordedId', [paymentId])).get(paymentId) ?? 0
  const returned: (number | null)[] = await placesReturned(tx, paymentId)
  return {
    places: places.map((place) => ({ ...place, isReturned: returned.includes(place.id) })),
    creditCents,
    isCreditReturned: returned.includes(null),
  }
}
type PaidWith = Awaited<ReturnType<typeof paidWith>>
type Paid = PaidWith['places'][number]

const paidFor = (places: Paid[]) => sumCents(places.map(({ paidCents }) => paidCents))

function choose({ places, isCreditReturned }: PaidWith, input: TakeBackInput, id: number): Paid[] {
  const { registrationIds, hasBounced } = input
  const strange = registrationIds.find((registrationId) => !places.some((row) => row.id === registrationId))
  if (strange) refuse('not-found', `Registration ${strange} is not paid by payment ${id}.`)
  const isAll = registrationIds.length === 0
  const chosen = isAll ? places : places.filter((row) => registrationIds.includes(row.id))
  if (hasBounced) return chosen
  if (isAll && isCreditReturned)
    refuse(
      'returned-already',
      `Credit that came by it was paid out to the family already. If the check bounced, say so: then the family owes it.`,
    )
  const returned = chosen.filter(({ isReturned }) => isReturned)
  if (returned.length === 0) return chosen
  const rest = chosen.filter((row) => !returned.includes(row)).map((row) => ` --registration ${row.id}`)
  const advice = rest.length > 0 ? `Take the rest back with${rest.join('')}. ` : ''
  return refuse(
    'returned-already',
    `${dollars(paidFor(returned))} of it went back to the family already (registration ${toIds(returned).join(', ')}). ${advice}If the check bounced, write: bounced ${id}`,
  )
}

const toIds = (rows: { id: number }[]) => rows.map(({ id }) => id)
