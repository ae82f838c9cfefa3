import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { sessions } from '../../../web/app/events/events.tables.ts'
import { findDrift } from '../../../web/app/ledger/postings.db.server.ts'
import { mails } from '../../../web/app/mail/mail.tables.ts'
import type { MeansKind } from '../../../web/app/payments/means.ts'
import { charges } from '../../../web/app/payments/payments.tables.ts'
import { refunds, registrations } from '../../../web/app/registrations/registrations.tables.ts'
import { keptByOrder, readGatewayBooks } from '../../../web/test/gateway/gateway-books.ts'
import type { Family, Town } from './town.ts'

/** What the gateway calls each. */
const instruments: Record<MeansKind, string> = {
  card: 'credit_card',
  paypal: 'paypal_account',
  venmo: 'venmo_account',
  'apple-pay': 'apple_pay_card',
  'google-pay': 'android_pay_card',
}

/**
 * Site and gateway agree: every accepted charge has exactly its registrations, less what came by hand, or its gift; what
 * went back of it the gateway has given; nothing else is paid, no place is lost.
 */
export async function expectAgreement(town: Pick<Town, 'db' | 'gatewayUrl'>) {
  const { db } = town
  const back = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.state, 'done'), isNotNull(refunds.chargeId)))
  const chargeOf = new Map(back.map(({ id, chargeId }) => [id, chargeId]))
  const booked = await readGatewayBooks(town.gatewayUrl)
  const taken = keptByOrder(
    booked.map((entry) => ({ ...entry, orderId: chargeOf.get(entry.orderId) ?? entry.orderId })),
  )
  const rows = await db
    .select({
      id: charges.id,
      state: charges.state,
      number: charges.number,
      amountCents: charges.amountCents,
      means: charges.means,
      refundedCents: sql<number>`(select coalesce(sum(amount_cents), 0)::int from refunds
        where refunds.charge_id = charges.id and refunds.state = 'done')`,
      giftCents: sql<number>`(select coalesce(sum(amount_cents), 0)::int from donations
        where donations.charge_id = charges.id)`,
      registeredCents: sql<number>`(select coalesce(sum(price_cents + (select coalesce(sum(cents), 0) from postings
          where registration_id = registrations.id and recorded_id is not null and kind in ('paid', 'taken back'))), 0)::int
        from registrations
        where held_until is null and registrations.charge_id is null and id in (select registration_id from postings
          where postings.charge_id = charges.id and kind in ('paid', 'not settled')
          group by registration_id having sum(cents) < 0))`,
    })
    .from(charges)

  expect(
    rows.filter(({ state }) => state === 'pending' || state === 'unknown'),
    'open charges',
  ).toEqual([])
  const accepted = rows.filter(({ state }) => state === 'accepted')
  expect(
    accepted
      .map(({ amountCents, refundedCents, ...charge }) => ({
        ...charge,
        keptCents: amountCents - refundedCents,
      }))
      .filter(({ keptCents }) => keptCents !== 0)
      .map(({ id, keptCents, means }) => `${id} ${keptCents} ${instruments[means ?? 'card']}`)
      .sort(),
    'charges of the site against sales of the gateway',
  ).toEqual(taken.map(({ orderId, cents, instrument }) => `${orderId} ${cents} ${instrument}`).sort())
  expect(
    accepted.filter(
      ({ registeredCents, giftCents, amountCents }) => registeredCents + giftCents !== amountCents,
    ),
    'charges without their registrations or gift',
  ).toEqual([])

  expect(await db.$count(registrations, isPaidWithoutCharge), 'registrations paid without a charge').toBe(0)

  expect(
    (await findDrift(db, 0, 1e6)).drifted,
    'places due by another sum than that of their postings',
  ).toEqual([])
  await expectPosted(db)

  const drifted = await db
    .select({ id: sessions.id, taken: sessions.taken, counted: sql<number>`count(${registrations.id})::int` })
    .from(sessions)
    .leftJoin(registrations, and(eq(registrations.sessionId, sessions.id), isNull(registrations.removedAt)))
    .groupBy(sessions.id)
    .having(sql`${sessions.taken} <> count(${registrations.id})`)
  expect(drifted, 'places lost or invented').toEqual([])

  const receipts = await db.$count(mails, sql`${mails.subject} ~ '^(Payment|Donation) receipt '`)
  const receipted = rows.filter(({ number }) => number !== null)
  expect(receipts, 'receipts mailed or to be mailed').toBe(receipted.length)
  return { accepted: accepted.length, declined: rows.length - accepted.length }
}

/** Nothing is due for a place that stands, or money was posted for it, and no accepted charge has paid. */
const isPaidWithoutCharge = sql`price_cents > 0 and held_until is null
  and (removed_at is null and charge_id is null and due_cents <= 0
    or (select sum(cents) from postings where registration_id = registrations.id
      and kind in ('paid', 'taken back', 'not settled')) < 0)
  and not exists (select from postings join charges on charges.id = postings.charge_id and charges.state = 'accepted'
    where postings.registration_id = registrations.id and kind = 'paid')`

/** The ledger has exactly what each payment took and each refund gave back. */
async function expectPosted(db: Town['db']) {
  const { rows } = (await db.execute(sql`
    select 'charge ' || id as what, amount_cents::int as cents, (select coalesce(-sum(cents), 0)::int from postings
      where charge_id = charges.id and kind in ('paid', 'not settled')) as posted
    from charges where state = 'accepted' and pays_for like 'registrations %'
    union all
    select 'recorded payment ' || id, amount_cents - taken_back_cents, (select coalesce(-sum(cents), 0)::int from postings
      where recorded_id = offline_payments.id and kind in ('paid', 'taken back') and refund_id is null) from offline_payments
    union all
    select 'refund ' || id, amount_cents, (select coalesce(sum(cents), 0)::int from postings
      where refund_id = refunds.id and kind in ('refunded', 'came back')) from refunds where state = 'done'`)) as unknown as {
    rows: { what: string; cents: number; posted: number }[]
  }
  expect(
    rows.filter(({ cents, posted }) => cents !== posted),
    'payments and refunds against their postings',
  ).toEqual([])
}

/** Waits until nothing is open: every charge ended, every hold either paid for or given back. */
export const settled = async ({ db }: Pick<Town, 'db'>) =>
  (await db.$count(charges, sql`${charges.state} in ('pending', 'unknown')`)) === 0 &&
  (await db.$count(registrations, isNotNull(registrations.heldUntil))) === 0

/** What was mailed to a family, or is to be, without the numbers of receipts. */
export async function subjectsTo({ db }: Town, { email }: Family): Promise<string[]> {
  const isTheirs = eq(mails.recipient, email)
  const rows = await db.select({ subject: mails.subject }).from(mails).where(isTheirs).orderBy(mails.id)
  return rows.map(({ subject }) => subject.replace(/ [RD]-\d+$/, ''))
}

/** With every look enough time passes that what the mail server did not take is due again. */
export async function allSent({ db }: Pick<Town, 'db'>): Promise<boolean> {
  await db.update(mails).set({ dueAt: sql`now()` }).where(isNull(mails.leasedUntil))
  return (await db.$count(mails, isNull(mails.sentAt))) === 0
}

/** Every mail of the site came to the mail server, which has `taken` these, and none came as another mail again. */
export async function expectArrived({ db }: Pick<Town, 'db'>, taken: string[]): Promise<{ most: number }> {
  const arrived = taken.map((mail) => /^Message-ID: <(.+)@/im.exec(mail)?.[1] ?? '')
  const written = (await db.select({ id: mails.messageId }).from(mails)).map(({ id }) => id)
  expect(new Set(arrived), 'mails that came').toEqual(new Set(written))
  const times = written.map((id) => arrived.filter((other) => other === id).length)
  return { most: Math.max(...times) }
}
