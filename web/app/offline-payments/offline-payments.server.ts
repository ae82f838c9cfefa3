import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { invoiceNumber, wrongInvoice } from '#invoices/invoice.ts'
import { owedBy, readCredit, takeFrom } from '#ledger/credit.db.server.ts'
import { post } from '#ledger/postings.db.server.ts'
import { findFamilyByNumber } from '#people/families.db.server.ts'
import { lockAccount } from '#people/people.db.server.ts'
import { type Actor, isActorsAccount } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, longDay, todayIn } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { openPlaces } from '#refunds/owed.db.server.ts'
import { listPlaceParts, toPaymentPart } from '#refunds/parts.db.server.ts'
import { refundById } from '#refunds/refunds.db.server.ts'
import { beingPaidMessage, familyGoneMessage } from '#refunds/refusal-messages.ts'
import type { Family } from '#registrations/credit/free-credit.server.ts'
import { sumOwed } from '#registrations/dues.ts'
import { startsIn } from '#registrations/entries.db.server.ts'
import { namedPlaces } from '#registrations/named-places.db.server.ts'
import { lockRegistrations } from '#registrations/places.server.ts'
import { isOwed } from '#registrations/registrations.db.server.ts'
import { offlinePayments, refunds, registrations } from '#registrations/registrations.tables.ts'
import type { OfflineWay } from '#registrations/ways-to-pay.ts'
import { addHandedOver, checkHandedOverOn, type HandedOver } from './desk-money.server.ts'
import { listUnpaid, type Unpaid } from './find-families.server.ts'
import { addRecordedMail, addReturnedMail } from './recorded-mails.server.ts'
import { amountWarning, exceedsDueByFar, type Spread, spreadPayment } from './spread-payment.ts'

type Payment = {
  amountCents: number
  how: OfflineWay
  /** Empty: all that are meant. */
  registrationIds: number[]
  /** The number of the check, or of the transfer. */
  reference?: string
  note: string
  /** The programme's day on which it came; today if undefined. */
  receivedOn?: Day | undefined
  actor: Actor
}
export type OfflinePayment = Payment & { invoice: string }

/** The amount must be exactly what the named registrations cost. */
export function recordPayment({ db, env }: Pick<World, 'db' | 'env'>, payment: OfflinePayment) {
  const { invoice } = payment
  const { year, family: number } = invoiceNumber(invoice) ?? refuse('not-found', wrongInvoice(invoice))
  return db.transaction(async (tx) => {
    const family = await findFamilyByNumber(tx, number)
    if (!family || !(await lockAccount(tx, family.accountId)))
      return refuse('not-found', `No family has the invoice ${invoice}.`)
    const all = await listUnpaid(tx, and(eq(registrations.accountId, family.accountId), startsIn(year)))
    const chosen = choose(all, payment, `invoice ${invoice}`)
    const isChosen = inArray(registrations.id, toIds(chosen))
    await lockRegistrations(tx, isChosen)
    // Excludes places claimed by a charge since.
    const still = await listUnpaid(tx, isChosen)
    if (still.length !== chosen.length || sumOwed(still) !== payment.amountCents) refuse('being-paid')
    const { id } = await save(tx, env.siteUrl, { family, payment, places: still })
    return { id, registrations: chosen.map(({ accountId: _, ...row }) => row) }
  })
}

/** `confirmedCents`: confirms an amount far above what is due. */
type DeskPayment = Payment & { key: string; confirmedCents?: number | undefined }
/** A form sent again gets the payment that it made. */
type Recorded = { id: number; spread?: Spread }

/** Records any amount, idempotent by `key`, for places of any year; the rest becomes credit. */
export function recordAtDesk(
  { db, env }: Pick<World, 'db' | 'env'>,
  family: Family,
  payment: DeskPayment,
): Promise<Recorded> {
  return db.transaction(async (tx) => {
    if (!(await lockAccount(tx, family.accountId, 'no key update'))) refuse('not-found', familyGoneMessage)
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
  if (exceedsDueByFar(amountCents, owedCents) && confirmedCents !== amountCents)
    refuse('much-more', amountWarning(amountCents, owedCents))
  return save(tx, siteUrl, { family, payment, places })
}

/** Due places, and named ones that are being paid online; locked. */
async function lockOwing(tx: Db, accountId: string, named: number[]) {
  const belongsToAccount = eq(registrations.accountId, accountId)
  const isNamed = and(belongsToAccount, inArray(registrations.id, named))
  if (named.length > 0 && (await tx.$count(registrations, isNamed)) !== new Set(named).size)
    refuse('not-found', 'A place that it should pay for is not of this family.')
  const ids = await lockRegistrations(
    tx,
    or(and(belongsToAccount, isOwed), and(isNamed, isNotNull(registrations.chargeId))),
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
  const { id, at } = orNotFound(saved)
  const number = orNotFound(saved?.number)
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
  const isOwnFamily = isActorsAccount(actor, accountId)
  await addChange(tx, { actor, what: 'payment recorded', familyId, after, isOwnFamily })
  const mailInput = {
    accountId,
    amountCents,
    spread,
    owedBeforeCents: creditCents - (await readCredit(tx, familyId)),
  }
  await addRecordedMail(tx, siteUrl, { id, number, at, receivedOn, way: how, ...mailInput })
  return { id, spread }
}

/** Not in the future, nor before its places were registered. */
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

const toIds = (rows: { id: number }[]) => rows.map(({ id }) => id)

function choose(all: Unpaid[], { registrationIds, amountCents }: Payment, invoiceLabel: string): Unpaid[] {
  if (all.length === 0) refuse('total-changed', `Nothing is unpaid on ${invoiceLabel}.`)
  const strange = registrationIds.find((id) => !all.some((row) => row.id === id))
  if (strange) refuse('not-found', `Registration ${strange} is not an unpaid one of ${invoiceLabel}.`)
  const chosen = registrationIds.length > 0 ? all.filter(({ id }) => registrationIds.includes(id)) : all
  const costCents = sumOwed(chosen)
  if (costCents === amountCents) return chosen
  return refuse(
    'total-changed',
    `${dollars(amountCents)} is not what is due: ${chosen.length === 1 ? 'the registration costs' : `the ${chosen.length} registrations cost`} ${dollars(costCents)}. Name the registrations that were paid.`,
  )
}

/** A given-up place by its registration, or (in earlier mails) by its failed refund. */
export type OpenPlace = number | string

/** The owed money was returned; `handed`: how, if known. */
export function noteReturned(
  { db }: Pick<World, 'db'>,
  openPlace: OpenPlace,
  actor: Actor,
  handed?: HandedOver,
) {
  return db.transaction(async (tx) => {
    if (handed) await checkHandedOverOn(tx, handed.givenOn)
    const open = await lockOpen(tx, openPlace)
    if (open?.state !== 'owed') return refuse('not-found', `Nothing owed has the number ${openPlace}.`)
    const { id: registrationId, accountId, familyId, amountCents } = open
    const row = { registrationId, accountId, familyId, amountCents, ...handed }
    const refundId = await addHandedOver(tx, actor, row)
    const all = await listPlaceParts(tx, registrationId)
    const byHandFirst = all.toSorted((one, other) => Number(other.by === 'hand') - Number(one.by === 'hand'))
    const parts = takeFrom(byHandFirst.map(toPaymentPart), amountCents)
    const moved = { kind: 'refunded' as const, registrationId, refundId }
    await post(
      tx,
      actor,
      parts.map((part) => ({ ...moved, ...part })),
    )
    await log(tx, open, 'money returned', actor)
    await addReturnedMail(tx, accountId, open)
    return toAnswer(open)
  })
}

/** A refund of a bounced check was paid back. */
export function noteRepaid({ db }: Pick<World, 'db'>, openPlace: OpenPlace, actor: Actor) {
  return db.transaction(async (tx) => {
    const open = await lockOpen(tx, openPlace)
    if (open?.state !== 'bounced')
      return refuse('not-found', `No family owes back what has the number ${openPlace}.`)
    const { id: registrationId, amountCents } = open
    const moved = { kind: 'paid' as const, cents: -amountCents, registrationId }
    await post(tx, actor, [{ ...moved, refundId: await returnedBy(tx, registrationId) }])
    await log(tx, open, 'money repaid', actor)
    return toAnswer(open)
  })
}

type Open = NonNullable<Awaited<ReturnType<typeof lockOpen>>>

const toAnswer = ({ amountCents, firstName, event, number }: Open) => ({
  amountCents,
  firstName,
  event,
  number,
})

function log(tx: Db, open: Open, what: 'money returned' | 'money repaid', actor: Actor) {
  const { accountId, familyId, personId, sessionId, amountCents } = open
  const isOwnFamily = isActorsAccount(actor, accountId)
  return addChange(tx, { actor, what, familyId, personId, sessionId, after: { amountCents }, isOwnFamily })
}

/** Locks the account, then the place. */
async function lockOpen(tx: Db, openPlace: OpenPlace) {
  const id = typeof openPlace === 'number' ? openPlace : (await refundById(tx, openPlace))?.registrationId
  if (id === undefined) return undefined
  const isIt = eq(registrations.id, id)
  const { accountId, familyId, personId, sessionId, chargeId } = registrations
  const [at] = await tx.select({ accountId, familyId, personId, sessionId }).from(registrations).where(isIt)
  if (at?.accountId) await lockAccount(tx, at.accountId, 'no key update')
  await lockRegistrations(tx, isIt)
  const [place] = await tx.select({ chargeId }).from(registrations).where(isIt)
  if (place?.chargeId) refuse('being-paid', beingPaidMessage)
  const [open] = await openPlaces(tx, isIt)
  return at && open && { ...at, ...open }
}

/** The last refund by hand. */
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
