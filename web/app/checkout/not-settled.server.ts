import { and, eq, inArray, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { post } from '#ledger/postings.db.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { todayIn } from '#platform/dates.ts'
import type { Env } from '#platform/env.server.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { byFamily, freePlaces } from '#registrations/places.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import { addNotSettledMails } from './not-settled-mails.server.ts'

const isUnderWay = inArray(refunds.state, ['pending', 'unknown', 'queued'])
const goesBack = (chargeId: string) => sql`exists (select from ${refunds}
  where ${refunds.registrationId} = ${registrations.id} and ${refunds.chargeId} = ${chargeId}
    and ${refunds.state} in ('pending', 'unknown', 'queued', 'done'))`

/** Whether the money of each place that this charge paid has gone back, or is going back. */
export const isGivenBack = async (tx: Db, chargeId: string) =>
  (await tx.$count(
    registrations,
    and(eq(registrations.chargeId, chargeId), sql`not ${goesBack(chargeId)}`),
  )) === 0

/**
 * The places of a charge whose money does not come are unpaid again and stay the family's. Nothing of it goes back: a
 * refund that waits for the money is dropped, unless the sale was voided, which gives back whatever it took. Of a
 * deleted account nobody is left who could pay: its places of sessions to come are free again.
 */
export async function unpayPlaces(
  tx: Db,
  env: Pick<Env, 'siteUrl' | 'paymentOffer'>,
  charge: Charge,
): Promise<void> {
  if (charge.declineReason !== 'voided') await dropRefunds(tx, charge)
  const unpaid = await tx
    .update(registrations)
    .set({ chargeId: null, paidAt: null, paidBy: null })
    .where(and(eq(registrations.chargeId, charge.id), sql`not ${goesBack(charge.id)}`))
    .returning({ registrationId: registrations.id, cents: registrations.priceCents })
  await post(
    tx,
    'site',
    unpaid.map((place) => ({ ...place, kind: 'not settled' as const, chargeId: charge.id })),
  )
  const ids = unpaid.map(({ registrationId }) => registrationId)
  await addNotSettledMails(tx, env, charge, ids)
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
