import { eq, sql } from 'drizzle-orm'
import { placesReturned, post } from '#ledger/postings.db.server.ts'
import { markTakenBack } from '#paper/receipts.db.server.ts'
import { writeDownReceipts } from '#paper/receipts.server.ts'
import { lockAccount } from '#people/people.db.server.ts'
import { type Actor, isOwnFamilyOf } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { dollars, sumCents } from '#platform/money.ts'
import { refuse } from '#platform/refusal.ts'
import { isOfPayment } from '#registrations/entries.db.server.ts'
import { placesPaidBy } from '#registrations/named-places.db.server.ts'
import { lockRegistrations } from '#registrations/places.server.ts'
import { offlinePayments } from '#registrations/registrations.tables.ts'
import { addTakenBackMail } from './payment-mails.server.ts'

export type TakingBack = {
  id: number
  /** Which registrations; without any, all that the payment pays. */
  registrationIds: number[]
  /** The money never came: what went back to the family already is owed by it. Otherwise the record was a mistake. */
  hasBounced: boolean
  actor: Actor
  words?: string
}

/** Takes a recorded payment back, or a part of it: its registrations are unpaid again, the record stays. */
export function takeBackPayment({ db, env }: Pick<World, 'db' | 'env'>, taking: TakingBack) {
  const { actor, hasBounced } = taking
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, taking.id)
    if (payment.accountId) await writeDownReceipts(tx, payment.accountId)
    const paid = await paidWith(tx, payment.id)
    const chosen = choose(paid, taking)
    if (chosen.length === 0) refuse('not-found', `Payment ${payment.id} pays nothing any more.`)
    const unpaid = chosen.filter(({ removedAt }) => !removedAt)
    const gone = chosen.filter(({ removedAt }) => removedAt)
    const reclaimed = gone.filter(({ dueWithout }) => dueWithout > 0)
    const cancelled = gone.filter((place) => !reclaimed.includes(place))
    await post(
      tx,
      actor,
      chosen.map(({ id: registrationId, paidCents: cents }) => {
        return { kind: 'taken back' as const, registrationId, cents, recordedId: payment.id }
      }),
    )
    await markTakenBack(tx, payment.id, idsOf(chosen))
    const takenBackCents = paidFor(chosen)
    await tx
      .update(offlinePayments)
      .set({
        takenBackCents: sql`${offlinePayments.takenBackCents} + ${takenBackCents}`,
        takenBackAt: sql`now()`,
        takenBackBy: actor,
      })
      .where(eq(offlinePayments.id, payment.id))
    const { accountId, familyId, how } = payment
    await addChange(tx, {
      actor,
      what: hasBounced ? 'check bounced' : 'payment taken back',
      familyId,
      before: { paymentId: payment.id, amountCents: payment.amountCents - payment.takenBackCents },
      after: { takenBackCents },
      reason: hasBounced ? 'bounced' : 'mistake',
      ...(taking.words && { words: taking.words }),
      isOwnFamily: isOwnFamilyOf(actor, accountId),
    })
    const places = { unpaid, cancelled, reclaimed }
    if (accountId) await addTakenBackMail(tx, env.siteUrl, { accountId, how, hasBounced, ...places })
    return { id: payment.id, takenBackCents, ...places }
  })
}

/** Its account comes first. */
async function lockPayment(tx: Db, id: number) {
  const isIt = eq(offlinePayments.id, id)
  const [of] = await tx.select({ accountId: offlinePayments.accountId }).from(offlinePayments).where(isIt)
  if (of?.accountId) await lockAccount(tx, of.accountId)
  const [payment] = await tx.select().from(offlinePayments).where(isIt).for('no key update')
  if (!payment || payment.takenBackCents === payment.amountCents)
    return refuse('not-found', `There is no payment ${id} that could be taken back.`)
  return payment
}

type Paid = Awaited<ReturnType<typeof paidWith>>[number]

/** What a payment pays, and whether it was returned; the places are locked, so that nothing goes back meanwhile. */
async function paidWith(tx: Db, paymentId: number) {
  await lockRegistrations(tx, isOfPayment({ recordedId: paymentId }))
  const places = await placesPaidBy(tx, 'recordedId', [paymentId])
  const returned = await placesReturned(tx, paymentId)
  return places.map((place) => ({ ...place, isReturned: returned.includes(place.id) }))
}

const paidFor = (places: Paid[]) => sumCents(places.map(({ paidCents }) => paidCents))

function choose(paid: Paid[], { id, registrationIds, hasBounced }: TakingBack): Paid[] {
  const strange = registrationIds.find((registrationId) => !paid.some((row) => row.id === registrationId))
  if (strange) refuse('not-found', `Registration ${strange} is not paid by payment ${id}.`)
  const chosen = registrationIds.length > 0 ? paid.filter((row) => registrationIds.includes(row.id)) : paid
  const returned = chosen.filter(({ isReturned }) => isReturned)
  if (hasBounced || returned.length === 0) return chosen
  const rest = chosen.filter((row) => !returned.includes(row)).map((row) => ` --registration ${row.id}`)
  const advice = rest.length > 0 ? `Take the rest back with${rest.join('')}. ` : ''
  return refuse(
    'returned-already',
    `${dollars(paidFor(returned))} of it went back to the family already (registration ${idsOf(returned).join(', ')}). ${advice}If the check bounced, write: bounced ${id}`,
  )
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
