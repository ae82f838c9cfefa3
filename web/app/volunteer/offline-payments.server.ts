import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { events, sessions } from '#events/events.tables.ts'
import { post } from '#ledger/postings.db.server.ts'
import { familyByNumber } from '#people/families.db.server.ts'
import { lockAccount } from '#people/people.db.server.ts'
import { people } from '#people/people.tables.ts'
import { type Actor, isOwnFamilyOf } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { type Day, longDay, todayIn } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { lockRefund, refundById } from '#refunds/refunds.db.server.ts'
import { duesOf } from '#registrations/dues.ts'
import { startsIn } from '#registrations/entries.db.server.ts'
import { lockRegistrations } from '#registrations/places.server.ts'
import { isPayable } from '#registrations/registrations.db.server.ts'
import { offlinePayments, refunds, registrations } from '#registrations/registrations.tables.ts'
import type { OfflineWay } from '#registrations/ways-to-pay.ts'
import { type Unpaid, unpaidOf } from './find-families.server.ts'
import { invoiceNumber, wrongInvoice } from './invoice.ts'
import { addRecordedMail, addReturnedMail } from './payment-mails.server.ts'

type Payment = {
  amountCents: number
  how: OfflineWay
  /** Which registrations; without any, all that are meant. */
  registrationIds: number[]
  note: string
  /** The programme's day on which it came; without it, today. */
  receivedOn?: Day | undefined
  actor: Actor
}
/** The number on the family's invoice: "2027-1004" is family 1004, year 2027. */
export type OfflinePayment = Payment & { invoice: string }
type Family = { accountId: string; familyId: string }

/** Records money that came by check, cash or Venmo transfer: it must be exactly what the named registrations cost. */
export function recordPayment({ db, env }: Pick<World, 'db' | 'env'>, payment: OfflinePayment) {
  const { invoice } = payment
  const { year, family: number } = invoiceNumber(invoice) ?? refuse('not-found', wrongInvoice(invoice))
  return db.transaction(async (tx) => {
    const family = await familyByNumber(tx, number)
    if (!family || !(await lockAccount(tx, family.accountId)))
      return refuse('not-found', `No family has the invoice ${invoice}.`)
    return record(tx, env.siteUrl, family, payment, { which: startsIn(year), of: `invoice ${invoice}` })
  })
}

/** The same for places of a family whatever their year, once for a `key`: sent again it answers what it did before. */
export function recordAtDesk(
  { db, env }: Pick<World, 'db' | 'env'>,
  family: Family,
  payment: Payment & { key: string },
) {
  return db.transaction(async (tx) => {
    if (!(await lockAccount(tx, family.accountId, 'no key update'))) refuse('not-found')
    const [before] = await tx
      .select({ id: offlinePayments.id })
      .from(offlinePayments)
      .where(and(eq(offlinePayments.key, payment.key), eq(offlinePayments.familyId, family.familyId)))
    return (
      before ?? record(tx, env.siteUrl, family, payment, { which: undefined, of: 'this family’s account' })
    )
  })
}

const nextNumber = sql<number>`nextval('recorded_payment_numbers')`

async function record(
  tx: Db,
  siteUrl: string,
  { accountId, familyId }: Family,
  payment: Payment & { key?: string },
  { which, of }: { which: SQL | undefined; of: string },
) {
  const all = await unpaidOf(tx, and(eq(registrations.accountId, accountId), which))
  const chosen = choose(all, payment, of)
  const registrationIds = chosen.map((row) => row.id)
  const { amountCents, how, note, actor, key } = payment
  const receivedOn = await dayReceived(tx, payment, chosen)
  const [saved] = await tx
    .insert(offlinePayments)
    .values({
      ...{ accountId, familyId, number: nextNumber, amountCents, how, note, receivedOn },
      ...{ recordedBy: actor, key },
    })
    .returning({ id: offlinePayments.id, number: offlinePayments.number, at: offlinePayments.recordedAt })
  const { id, at } = found(saved)
  const number = found(saved?.number)
  const payable = await lockRegistrations(tx, and(inArray(registrations.id, registrationIds), isPayable))
  const paid = await tx
    .update(registrations)
    .set({ offlinePaymentId: id, paidAt: sql`now()`, paidBy: how })
    .where(inArray(registrations.id, payable))
    .returning({ registrationId: registrations.id, cents: sql<number>`-${registrations.priceCents}` })
  await post(
    tx,
    actor,
    paid.map((place) => ({ ...place, kind: 'paid' as const, recordedId: id })),
  )
  if (paid.length !== chosen.length) refuse('being-paid')
  const after = { paymentId: id, amountCents, places: paid.length }
  const isOwnFamily = isOwnFamilyOf(actor, accountId)
  await addChange(tx, { actor, what: 'payment recorded', familyId, after, isOwnFamily })
  await addRecordedMail(tx, siteUrl, { id, number, at, receivedOn, how, accountId, registrationIds })
  return { id, registrations: chosen.map(({ accountId: _, ...row }) => row) }
}

/** Money does not come tomorrow, nor before what it pays for was registered. */
async function dayReceived(tx: Db, { receivedOn }: Payment, chosen: Unpaid[]): Promise<Day> {
  const { timeZone } = await readProgramme(tx)
  const today = todayIn(timeZone)
  const day = receivedOn ?? today
  if (day > today) refuse('wrong-day', `${longDay(day)} is still to come. Write the day on which it came.`)
  const [last = day] = chosen
    .map(({ createdAt }) => todayIn(timeZone, createdAt))
    .sort()
    .reverse()
  if (day < last)
    refuse(
      'wrong-day',
      `It pays for what was registered on ${longDay(last)}: it cannot have come on ${longDay(day)}.`,
    )
  return day
}

function choose(all: Unpaid[], { registrationIds, amountCents }: Payment, of: string): Unpaid[] {
  if (all.length === 0) refuse('total-changed', `Nothing is unpaid on ${of}.`)
  const strange = registrationIds.find((id) => !all.some((row) => row.id === id))
  if (strange) refuse('not-found', `Registration ${strange} is not an unpaid one of ${of}.`)
  const chosen = registrationIds.length > 0 ? all.filter(({ id }) => registrationIds.includes(id)) : all
  const costCents = duesOf(chosen)
  if (costCents === amountCents) return chosen
  return refuse(
    'total-changed',
    `${dollars(amountCents)} is not what is due: ${chosen.length === 1 ? 'the registration costs' : `the ${chosen.length} registrations cost`} ${dollars(costCents)}. Name the registrations that were paid.`,
  )
}

/** The owed money went back to the family. */
export function noteReturned({ db }: Pick<World, 'db'>, refundId: string, actor: Actor) {
  return db.transaction(async (tx) => {
    const noted = await endRefund(tx, refundId, { from: 'owed', to: 'returned', actor })
    if (!noted) return refuse('not-found', `Nothing owed has the id ${refundId}.`)
    await addReturnedMail(tx, noted.accountId, noted)
    return noted
  })
}

/** What had gone back for a check that bounced came in again. */
export function noteRepaid({ db }: Pick<World, 'db'>, refundId: string, actor: Actor) {
  return db.transaction(async (tx) => {
    const noted = await endRefund(tx, refundId, { from: 'reclaimed', to: 'repaid', actor })
    return noted ?? refuse('not-found', `No family owes back what has the id ${refundId}.`)
  })
}

/** The recorded payment whose money was last in the place; none where it is a charge's that goes back. */
const recordedPaymentOf = sql<number | null>`(select recorded_id from postings
  where registration_id = ${registrations.id} and recorded_id is not null and ${refunds.chargeId} is null
  order by id desc limit 1)`

type End = { from: 'owed' | 'reclaimed'; to: 'returned' | 'repaid'; actor: Actor }

async function endRefund(tx: Db, refundId: string, { from, to, actor }: End) {
  if (!(await refundById(tx, refundId))) return undefined
  await lockRefund(tx, refundId)
  const [noted] = await tx
    .update(refunds)
    .set({ state: to, endedAt: sql`now()`, endedBy: actor })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.personId))
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(
      and(eq(refunds.id, refundId), eq(refunds.state, from), eq(registrations.id, refunds.registrationId)),
    )
    .returning({
      accountId: refunds.accountId,
      familyId: refunds.familyId,
      amountCents: refunds.amountCents,
      chargeId: refunds.chargeId,
      recordedId: recordedPaymentOf,
      registrationId: registrations.id,
      personId: people.id,
      sessionId: sessions.id,
      firstName: people.firstName,
      event: events.name,
      number: sessions.number,
    })
  if (!noted) return undefined
  const { familyId, personId, sessionId, chargeId, recordedId, registrationId, ...told } = noted
  const { amountCents } = noted
  const moved =
    to === 'returned'
      ? ({ kind: 'refunded', cents: amountCents } as const)
      : ({ kind: 'paid', cents: -amountCents } as const)
  await post(tx, actor, [{ ...moved, registrationId, chargeId, recordedId, refundId }])
  const after = { amountCents }
  const isOwnFamily = isOwnFamilyOf(actor, told.accountId)
  await addChange(tx, { actor, what: `money ${to}`, familyId, personId, sessionId, after, isOwnFamily })
  return told
}
