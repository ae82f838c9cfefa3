import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { creditOf, owedBy, takeFrom } from '#ledger/credit.db.server.ts'
import { post } from '#ledger/postings.db.server.ts'
import { invoiceNumber, wrongInvoice } from '#paper/invoice.ts'
import { familyByNumber } from '#people/families.db.server.ts'
import { lockAccount } from '#people/people.db.server.ts'
import { type Actor, isOwnFamilyOf } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, longDay, todayIn } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { found, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { openPlaces } from '#refunds/owed.db.server.ts'
import { partsToGiveBack, paymentOf } from '#refunds/parts.db.server.ts'
import { refundById } from '#refunds/refunds.db.server.ts'
import { beingPaidWords, familyGoneWords } from '#refunds/refused-words.ts'
import type { Family } from '#registrations/credit/credit.server.ts'
import { owedFor } from '#registrations/dues.ts'
import { startsIn } from '#registrations/entries.db.server.ts'
import { namedPlaces } from '#registrations/named-places.db.server.ts'
import { lockRegistrations } from '#registrations/places.server.ts'
import { isOwed } from '#registrations/registrations.db.server.ts'
import { offlinePayments, refunds, registrations } from '#registrations/registrations.tables.ts'
import type { OfflineWay } from '#registrations/ways-to-pay.ts'
import { addHandedOver, checkGivenOn, type HandedOver } from './desk-money.server.ts'
import { type Unpaid, unpaidOf } from './find-families.server.ts'
import { addRecordedMail, addReturnedMail } from './payment-mails.server.ts'
import { isMuchMore, muchMoreWords, type Spread, spreadPayment } from './spread-payment.ts'

type Payment = {
  amountCents: number
  how: OfflineWay
  /** Which registrations; without any, all that are meant. */
  registrationIds: number[]
  /** The number of the check, or of the transfer. */
  reference?: string
  note: string
  /** The programme's day on which it came; without it, today. */
  receivedOn?: Day | undefined
  actor: Actor
}
/** The number on the family's invoice: "2027-1004" is family 1004, year 2027. */
export type OfflinePayment = Payment & { invoice: string }

/** Records money that came by check, cash or Venmo transfer: it must be exactly what the named registrations cost. */
export function recordPayment({ db, env }: Pick<World, 'db' | 'env'>, payment: OfflinePayment) {
  const { invoice } = payment
  const { year, family: number } = invoiceNumber(invoice) ?? refuse('not-found', wrongInvoice(invoice))
  return db.transaction(async (tx) => {
    const family = await familyByNumber(tx, number)
    if (!family || !(await lockAccount(tx, family.accountId)))
      return refuse('not-found', `No family has the invoice ${invoice}.`)
    const all = await unpaidOf(tx, and(eq(registrations.accountId, family.accountId), startsIn(year)))
    const chosen = choose(all, payment, `invoice ${invoice}`)
    const isChosen = inArray(registrations.id, idsOf(chosen))
    await lockRegistrations(tx, isChosen)
    // What a charge has claimed since is not to be paid here.
    const still = await unpaidOf(tx, isChosen)
    if (still.length !== chosen.length || owedFor(still) !== payment.amountCents) refuse('being-paid')
    const { id } = await save(tx, env.siteUrl, { family, payment, places: still })
    return { id, registrations: chosen.map(({ accountId: _, ...row }) => row) }
  })
}

/** Of any sum, `confirmedCents` says that it was meant where it is much more than what is due. */
type DeskPayment = Payment & { key: string; confirmedCents?: number | undefined }
/** Sent again, a form answers which payment it made. */
type Recorded = { id: number; spread?: Spread }

/** Records any sum, once for a `key`, for a family's places whatever their year; what is over becomes credit. */
export function recordAtDesk(
  { db, env }: Pick<World, 'db' | 'env'>,
  family: Family,
  payment: DeskPayment,
): Promise<Recorded> {
  return db.transaction(async (tx) => {
    if (!(await lockAccount(tx, family.accountId, 'no key update'))) refuse('not-found', familyGoneWords)
    const { key, familyId } = offlinePayments
    const isIt = and(eq(key, payment.key), eq(familyId, family.familyId))
    const [before] = await tx.select({ id: offlinePayments.id }).from(offlinePayments).where(isIt)
    return before ?? recordSum(tx, env.siteUrl, family, payment)
  })
}

/** The account is locked. */
export async function recordSum(
  tx: Db,
  siteUrl: string,
  family: Family,
  payment: Payment & { key?: string; togetherId?: string; confirmedCents?: number | undefined },
): Promise<Required<Recorded>> {
  const { amountCents, confirmedCents, registrationIds } = payment
  const places = await lockOwing(tx, family.accountId, registrationIds)
  const owedCents = await owedBy(tx, family.familyId, places)
  if (isMuchMore(amountCents, owedCents) && confirmedCents !== amountCents)
    refuse('much-more', muchMoreWords(amountCents, owedCents))
  return save(tx, siteUrl, { family, payment, places })
}

/** What a family owes, and those of the named places that are being paid online; locked. */
async function lockOwing(tx: Db, accountId: string, named: number[]) {
  const isOfFamily = eq(registrations.accountId, accountId)
  const isNamed = and(isOfFamily, inArray(registrations.id, named))
  if (named.length > 0 && (await tx.$count(registrations, isNamed)) !== new Set(named).size)
    refuse('not-found', 'A place that it should pay for is not of this family.')
  const ids = await lockRegistrations(
    tx,
    or(and(isOfFamily, isOwed), and(isNamed, isNotNull(registrations.chargeId))),
  )
  return namedPlaces(tx, inArray(registrations.id, ids))
}

const nextNumber = sql<number>`nextval('recorded_payment_numbers')`

/** The places are locked. */
async function save(
  tx: Db,
  siteUrl: string,
  {
    family: { accountId, familyId },
    payment,
    places,
  }: { family: Family; payment: Payment & { key?: string; togetherId?: string }; places: Unpaid[] },
) {
  const { amountCents, how, reference, note, actor, key, togetherId } = payment
  const spread = spreadPayment(amountCents, places, payment.registrationIds)
  const { parts, creditCents } = spread
  const paid = places.filter(({ id }) => parts.some((part) => part.id === id))
  const receivedOn = await dayReceived(tx, payment, paid)
  const [saved] = await tx
    .insert(offlinePayments)
    .values({
      ...{ accountId, familyId, number: nextNumber, amountCents, how, note, receivedOn },
      ...{ reference, togetherId, recordedBy: actor, key },
    })
    .returning({ id: offlinePayments.id, number: offlinePayments.number, at: offlinePayments.recordedAt })
  const { id, at } = found(saved)
  const number = found(saved?.number)
  const kind = 'paid' as const
  await post(tx, actor, [
    ...parts.map((part) => ({ registrationId: part.id, kind, cents: -part.cents, recordedId: id })),
    ...(creditCents > 0
      ? [{ registrationId: null, familyId, kind, cents: -creditCents, recordedId: id }]
      : []),
  ])
  const after = {
    ...{ paymentId: id, amountCents, places: parts.length },
    ...(creditCents > 0 && { creditCents }),
  }
  const isOwnFamily = isOwnFamilyOf(actor, accountId)
  await addChange(tx, { actor, what: 'payment recorded', familyId, after, isOwnFamily })
  const ofFamily = {
    accountId,
    amountCents,
    spread,
    owedBeforeCents: creditCents - (await creditOf(tx, familyId)),
  }
  await addRecordedMail(tx, siteUrl, { id, number, at, receivedOn, way: how, ...ofFamily })
  return { id, spread }
}

/** Money does not come tomorrow, nor before what it pays for was registered. */
async function dayReceived(tx: Db, { receivedOn }: Payment, chosen: Unpaid[]): Promise<Day> {
  const { timeZone } = await readProgramme(tx)
  const today = todayIn(timeZone)
  const day = receivedOn ?? today
  if (day > today) refuse('wrong-day', `${longDay(day)} is still to come. Write the day on which it came.`)
  if (day < firstDay) refuse('wrong-day', `${longDay(day)} is too long ago. Write the day on which it came.`)
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
const firstDay: Day = '2020-01-01'

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

function choose(all: Unpaid[], { registrationIds, amountCents }: Payment, of: string): Unpaid[] {
  if (all.length === 0) refuse('total-changed', `Nothing is unpaid on ${of}.`)
  const strange = registrationIds.find((id) => !all.some((row) => row.id === id))
  if (strange) refuse('not-found', `Registration ${strange} is not an unpaid one of ${of}.`)
  const chosen = registrationIds.length > 0 ? all.filter(({ id }) => registrationIds.includes(id)) : all
  const costCents = owedFor(chosen)
  if (costCents === amountCents) return chosen
  return refuse(
    'total-changed',
    `${dollars(amountCents)} is not what is due: ${chosen.length === 1 ? 'the registration costs' : `the ${chosen.length} registrations cost`} ${dollars(costCents)}. Name the registrations that were paid.`,
  )
}

/** A place that was given up: its registration, or as mails of before name it, the refund that did not reach the payer. */
export type OpenPlace = number | string

/** The owed money went back to the family; `handed` says how, where somebody asked. */
export function noteReturned({ db }: Pick<World, 'db'>, of: OpenPlace, actor: Actor, handed?: HandedOver) {
  return db.transaction(async (tx) => {
    if (handed) await checkGivenOn(tx, handed.givenOn)
    const open = await lockOpen(tx, of)
    if (open?.state !== 'owed') return refuse('not-found', `Nothing owed has the number ${of}.`)
    const { id: registrationId, accountId, familyId, amountCents } = open
    const row = { registrationId, accountId, familyId, amountCents, ...handed }
    const refundId = await addHandedOver(tx, actor, row)
    const all = await partsToGiveBack(tx, registrationId)
    const byHandFirst = all.toSorted((one, other) => Number(other.by === 'hand') - Number(one.by === 'hand'))
    const parts = takeFrom(byHandFirst.map(paymentOf), amountCents)
    const moved = { kind: 'refunded' as const, registrationId, refundId }
    await post(
      tx,
      actor,
      parts.map((part) => ({ ...moved, ...part })),
    )
    await log(tx, open, 'money returned', actor)
    await addReturnedMail(tx, accountId, open)
    return answerOf(open)
  })
}

/** What had gone back for a check that bounced came in again. */
export function noteRepaid({ db }: Pick<World, 'db'>, of: OpenPlace, actor: Actor) {
  return db.transaction(async (tx) => {
    const open = await lockOpen(tx, of)
    if (open?.state !== 'bounced')
      return refuse('not-found', `No family owes back what has the number ${of}.`)
    const { id: registrationId, amountCents } = open
    const moved = { kind: 'paid' as const, cents: -amountCents, registrationId }
    await post(tx, actor, [{ ...moved, refundId: await returnedBy(tx, registrationId) }])
    await log(tx, open, 'money repaid', actor)
    return answerOf(open)
  })
}

type Open = NonNullable<Awaited<ReturnType<typeof lockOpen>>>

const answerOf = ({ amountCents, firstName, event, number }: Open) => ({
  amountCents,
  firstName,
  event,
  number,
})

function log(tx: Db, open: Open, what: 'money returned' | 'money repaid', actor: Actor) {
  const { accountId, familyId, personId, sessionId, amountCents } = open
  const isOwnFamily = isOwnFamilyOf(actor, accountId)
  return addChange(tx, { actor, what, familyId, personId, sessionId, after: { amountCents }, isOwnFamily })
}

/** A place with what is open for it, locked; its account comes first. */
async function lockOpen(tx: Db, of: OpenPlace) {
  const id = typeof of === 'number' ? of : (await refundById(tx, of))?.registrationId
  if (id === undefined) return undefined
  const isIt = eq(registrations.id, id)
  const { accountId, familyId, personId, sessionId, chargeId } = registrations
  const [at] = await tx.select({ accountId, familyId, personId, sessionId }).from(registrations).where(isIt)
  if (at?.accountId) await lockAccount(tx, at.accountId, 'no key update')
  await lockRegistrations(tx, isIt)
  const [place] = await tx.select({ chargeId }).from(registrations).where(isIt)
  if (place?.chargeId) refuse('being-paid', beingPaidWords)
  const [open] = await openPlaces(tx, isIt)
  return at && open && { ...at, ...open }
}

/** The refund by which a hand last gave the money of a place back; none where the gateway alone did. */
async function returnedBy(tx: Db, registrationId: number) {
  const isByHand = and(eq(refunds.registrationId, registrationId), isNull(refunds.chargeId))
  const [last] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(isByHand)
    .orderBy(desc(refunds.createdAt))
    .limit(1)
  return last?.id
}
