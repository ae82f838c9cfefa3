import { and, eq, inArray, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { creditOf, creditOfPayments } from '#ledger/credit.db.server.ts'
import { type NewPosting, placesOfPayment, post } from '#ledger/postings.db.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { type Db, readRows } from '#platform/database/db.ts'
import { todayIn } from '#platform/format/dates.ts'
import type { Env } from '#platform/settings/env.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { byFamily, freePlaces } from '#registrations/places.server.ts'
import { isUnderWay } from '#registrations/registrations.db.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import { addNotSettledMails } from './not-settled-mails.server.ts'

/** What of each place a charge paid, less what of it has gone back or is going back. */
async function keptOf(tx: Db, chargeId: string) {
  const rows = await readRows<{ registrationId: number; cents: number }>(
    tx,
    sql`select paid.id as "registrationId", paid.cents - coalesce((select sum(amount_cents)::int from refunds
      where registration_id = paid.id and charge_id = ${chargeId}
        and state in ('pending', 'unknown', 'queued', 'done')), 0) as cents
    from (${placesOfPayment({ chargeId })}) as paid`,
  )
  return rows.filter(({ cents }) => cents > 0)
}

/** Whether all that this charge paid has gone back, or is going back. */
export const isGivenBack = async (tx: Db, chargeId: string) =>
  (await keptOf(tx, chargeId)).length === 0 && (await creditLeftOf(tx, chargeId)) === 0

/** What of it is the family's credit; also what was paid out of it by hand, which the family then owes. */
const creditLeftOf = async (tx: Db, chargeId: string) =>
  (await creditOfPayments(tx, 'chargeId', [chargeId])).get(chargeId) ?? 0

/**
 * The places of a charge whose money does not come are unpaid again and stay the family's; what of it was made credit is
 * gone. Nothing of it goes back: a refund that waits for the money is dropped, unless the sale was voided, which gives back whatever it took. Of a
 * deleted account nobody is left who could pay: its places of sessions to come are free again.
 */
export async function unpay(
  tx: Db,
  env: Pick<Env, 'siteUrl' | 'paymentOffer'>,
  charge: Charge,
): Promise<void> {
  if (charge.declineReason !== 'voided') await dropRefunds(tx, charge)
  const unpaid = await keptOf(tx, charge.id)
  const of = { kind: 'not settled' as const, chargeId: charge.id }
  const rows: NewPosting[] = unpaid.map((place) => ({ ...place, ...of }))
  const { familyId } = charge
  const creditCents = familyId ? await creditLeftOf(tx, charge.id) : 0
  if (familyId && creditCents > 0) rows.push({ registrationId: null, familyId, cents: creditCents, ...of })
  await post(tx, 'site', rows)
  const ids = unpaid.map(({ registrationId }) => registrationId)
  const creditAfterCents = familyId ? await creditOf(tx, familyId) : 0
  await addNotSettledMails(tx, env, charge, ids, { creditCents, creditAfterCents })
  if (!charge.accountId) await freeToCome(tx, ids)
}

const dropRefunds = (tx: Db, { id, declineReason }: Charge) =>
  tx
    .update(refunds)
    .set({ state: 'failed', reason: declineReason, endedAt: sql`now()`, leasedUntil: null })
    .where(and(eq(refunds.chargeId, id), isUnderWay))

async function freeToCome(tx: Db, ids: number[]) {
  const { timeZone } = await readProgramme(tx)
  const today = todayIn(timeZone)
  const isToCome = sql`exists (select from ${sessions}
    where ${sessions.id} = ${registrations.sessionId} and ${sessions.startsOn} >= ${today})`
  await freePlaces(tx, and(inArray(registrations.id, ids), isToCome), byFamily(null))
}
