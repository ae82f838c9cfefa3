import { and, eq, inArray, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { readCredit, readPaymentCredit } from '#ledger/credit.db.server.ts'
import { type NewPosting, post, selectPaidPlaces } from '#ledger/postings.db.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { type Db, queryRows } from '#platform/database/db.ts'
import { todayIn } from '#platform/format/dates.ts'
import type { Env } from '#platform/settings/env.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { byFamily, freePlaces } from '#registrations/places.server.ts'
import { isUnderWay } from '#registrations/registrations.db.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import { addNotSettledMails } from './not-settled-mails.server.ts'

/** By place: what the charge paid, less refunds done or under way. */
async function listUnrefunded(tx: Db, chargeId: string) {
  const rows = await queryRows<{ registrationId: number; cents: number }>(
    tx,
    sql`select paid.id as "registrationId", paid.cents - coalesce((select sum(amount_cents)::int from refunds
      where registration_id = paid.id and charge_id = ${chargeId}
        and state in ('pending', 'unknown', 'queued', 'done')), 0) as cents
    from (${selectPaidPlaces({ chargeId })}) as paid`,
  )
  return rows.filter(({ cents }) => cents > 0)
}

/** All of the charge is refunded, or being refunded. */
export const isRefunded = async (tx: Db, chargeId: string) =>
  (await listUnrefunded(tx, chargeId)).length === 0 && (await readRemainingCredit(tx, chargeId)) === 0

/** What of it is credit, including credit paid out by hand, which the family then owes. */
const readRemainingCredit = async (tx: Db, chargeId: string) =>
  (await readPaymentCredit(tx, 'chargeId', [chargeId])).get(chargeId) ?? 0

/**
 * Reverses an accepted charge that did not settle: its places are unpaid again, its credit is gone, waiting refunds are
 * dropped (not those of a voided sale). Upcoming places of a deleted account are freed: nobody could pay.
 */
export async function reverseUnsettledCharge(
  tx: Db,
  env: Pick<Env, 'siteUrl' | 'paymentOffer'>,
  charge: Charge,
): Promise<void> {
  if (charge.declineReason !== 'voided') await dropRefunds(tx, charge)
  const unpaid = await listUnrefunded(tx, charge.id)
  const source = { kind: 'not settled' as const, chargeId: charge.id }
  const rows: NewPosting[] = unpaid.map((place) => ({ ...place, ...source }))
  const { familyId } = charge
  const creditCents = familyId ? await readRemainingCredit(tx, charge.id) : 0
  if (familyId && creditCents > 0)
    rows.push({ registrationId: null, familyId, cents: creditCents, ...source })
  await post(tx, 'site', rows)
  const ids = unpaid.map(({ registrationId }) => registrationId)
  const creditAfterCents = familyId ? await readCredit(tx, familyId) : 0
  await addNotSettledMails(tx, env, charge, ids, { creditCents, creditAfterCents })
  if (!charge.accountId) await freeUpcoming(tx, ids)
}

const dropRefunds = (tx: Db, { id, declineReason }: Charge) =>
  tx
    .update(refunds)
    .set({ state: 'failed', reason: declineReason, endedAt: sql`now()`, leasedUntil: null })
    .where(and(eq(refunds.chargeId, id), isUnderWay))

async function freeUpcoming(tx: Db, ids: number[]) {
  const { timeZone } = await readProgramme(tx)
  const today = todayIn(timeZone)
  const isUpcoming = sql`exists (select from ${sessions}
    where ${sessions.id} = ${registrations.sessionId} and ${sessions.startsOn} >= ${today})`
  await freePlaces(tx, and(inArray(registrations.id, ids), isUpcoming), byFamily(null))
}
