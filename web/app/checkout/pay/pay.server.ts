import { asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { spendChargeCredit } from '#checkout/credit/credit.server.ts'
import { addReceiptMail } from '#checkout/mails.server.ts'
import { findDonationByCharge } from '#donations/donations.db.server.ts'
import { giftPurpose } from '#donations/receipt/acknowledge.server.ts'
import { posting } from '#ledger/postings.db.server.ts'
import { take } from '#payments/gateway/take.server.ts'
import { addDeclinedMail, addUndoneMail, type Payer } from '#payments/payment-mails.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import type { Purpose } from '#payments/purpose.ts'
import { findEmail } from '#people/people.db.server.ts'
import { familyActor } from '#platform/actor.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Env } from '#platform/settings/env.server.ts'
import { formatPaysFor, wasPaidBy } from '#registrations/entries.db.server.ts'
import { lockPlaces, lockRegistrations } from '#registrations/places.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { claim, freeMovedHolds } from './claim.server.ts'
import { freeDeclinedHolds } from './declined-holds.server.ts'
import { isRefunded, reverseUnsettledCharge } from './not-settled.server.ts'

export type Payment = {
  nonce: string
  deviceData?: string | undefined
  /** What the family saw as its total; compared, never believed. */
  amountCents: number
  /** Credit used besides. */
  creditCents?: number | undefined
  registrationIds: number[]
  idempotencyKey: string
}

export async function pay(world: World, visitor: Visitor, payment: Payment): Promise<Charge> {
  const { registrationIds, ...card } = payment
  const { accountId, familyId } = visitor
  const ids = [...new Set(registrationIds)].sort((left, right) => left - right)
  const orderId = selectHoldOrder(world.db, ids)
  return take(
    world,
    { ...card, accountId, familyId, orderId, paysFor: formatPaysFor(ids) },
    (tx, charge) => claim(tx, visitor, ids, charge),
    registrationsPurpose(world.env),
  ).catch(async (problem) => {
    if (problem instanceof Refusal && problem.code === 'session-moved')
      await freeMovedHolds(world.db, visitor, ids)
    throw problem
  })
}

/** Only a checkout's charge belongs to its order; paying later may pay parts of many orders. */
function selectHoldOrder(db: Db, ids: number[]): SQL {
  const { id, orderId, heldUntil } = registrations
  const first = db
    .select({ order: sql`case when ${heldUntil} is not null then ${orderId} end` })
    .from(registrations)
    .where(inArray(id, ids))
    .orderBy(asc(id))
    .limit(1)
  return sql`(${first})`
}

const registrationsPurpose = (env: Env): Purpose => ({
  async lock(tx, chargeId, end) {
    // Registered places change no session's count, so the sessions, for which a crowd may wait, are not locked.
    if (end === 'accepted') await lockRegistrations(tx, eq(registrations.chargeId, chargeId))
    else await lockPlaces(tx, or(eq(registrations.chargeId, chargeId), wasPaidBy({ chargeId })))
  },
  async ended(tx, charge) {
    const isOurs = eq(registrations.chargeId, charge.id)
    if (charge.state === 'accepted') {
      const byCharge = await settlePlaces(tx, charge)
      const byCredit = charge.creditCents > 0 ? await spendChargeCredit(tx, charge) : []
      await addReceiptMail(tx, env.siteUrl, charge, { byCharge, byCredit })
      return
    }
    const next = await freeDeclinedHolds(tx, isOurs)
    await tx.update(registrations).set({ chargeId: null, chargeCents: null }).where(isOurs)
    if (charge.isPromised) await addDeclinedMail(tx, charge, await readPayer(tx, charge), next)
  },
  isRefunded,
  notSettled: (tx, charge) => reverseUnsettledCharge(tx, env, charge),
  async undone(tx, charge, state) {
    await addUndoneMail(tx, charge, await readPayer(tx, charge), state)
  },
})

/** Registers the holds at their price, and posts what the claim took for each place. */
async function settlePlaces(tx: Db, { id: chargeId, familyId }: Charge) {
  const { id, priceCents, chargeCents, dueCents, heldUntil } = registrations
  const isOurs = eq(registrations.chargeId, chargeId)
  const ours = tx.$with('ours').as(
    tx
      .select({
        id,
        familyId: registrations.familyId,
        registeredCents: sql`case when ${heldUntil} is not null then ${priceCents} else 0 end`.as(
          'registered_cents',
        ),
        paidCents: sql<number>`${chargeCents}`.as('paid_cents'),
      })
      .from(registrations)
      .where(isOurs),
  )
  const paid = tx.$with('paid').as(
    tx
      .update(registrations)
      .set({
        heldUntil: null,
        chargeId: null,
        chargeCents: null,
        dueCents: sql`${dueCents} + ${ours.registeredCents} - ${ours.paidCents}`,
      })
      .from(ours)
      .where(eq(id, ours.id))
      .returning({ registrationId: sql<number>`${id}`.as('registration_id'), cents: ours.paidCents }),
  )
  const rows = sql`select kind, family_id, id, cents, charge_id, null::int, null::uuid from (
    select 'price' as kind, family_id, id, registered_cents as cents, null::uuid as charge_id from ours where registered_cents > 0
    union all select 'paid', family_id, id, -paid_cents, ${chargeId}::uuid from ours where paid_cents > 0) as steps order by id, cents desc`
  const posted = tx.$with('posted', {}).as(posting(sql`${familyActor(familyId)}::text`, rows))
  const settled = await tx
    .with(ours, paid, posted)
    .select({ registrationId: paid.registrationId, cents: paid.cents })
    .from(paid)
  return settled.filter(({ cents }) => cents > 0)
}

const readPayer = async (tx: Db, { accountId }: Charge): Promise<Payer> => ({
  to: (await findEmail(tx, accountId)) ?? null,
  payment: 'payment',
  what: 'for your registrations',
})

/** Dispatches to the gift or the registrations that the charge pays. */
export function chargePurpose({ env }: World): Purpose {
  const [gift, registered] = [giftPurpose(env.siteUrl), registrationsPurpose(env)]
  const findPurpose = async (tx: Db, id: string) => ((await findDonationByCharge(tx, id)) ? gift : registered)
  return {
    lock: async (tx, id, end) => (await findPurpose(tx, id)).lock(tx, id, end),
    ended: async (tx, charge) => (await findPurpose(tx, charge.id)).ended(tx, charge),
    isRefunded: async (tx, id) => (await findPurpose(tx, id)).isRefunded(tx, id),
    notSettled: async (tx, charge) => (await findPurpose(tx, charge.id)).notSettled(tx, charge),
    undone: async (tx, charge, state) => (await findPurpose(tx, charge.id)).undone(tx, charge, state),
  }
}
