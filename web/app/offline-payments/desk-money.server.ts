import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { withBalance } from '#ledger/balance.ts'
import {
  creditParts,
  exceedsPaid,
  moveCredit,
  partsIn,
  readCredit,
  takeFrom,
} from '#ledger/credit.db.server.ts'
import { post } from '#ledger/postings.db.server.ts'
import { postings } from '#ledger/postings.tables.ts'
import { mostFee } from '#offline-payments/money-acts/money-act-labels.ts'
import {
  addCameBackMail,
  addFeeMail,
  addPaidOutMail,
  addWaivedMail,
} from '#offline-payments/money-acts/money-mails.server.ts'
import { lockAccount } from '#people/people.db.server.ts'
import { type Actor, isActorsAccount } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { ChangeKind, ChangeReason } from '#platform/changes.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, longDay, todayIn } from '#platform/format/dates.ts'
import { dollars, sumCents } from '#platform/format/money.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { beingPaidMessage, familyGoneMessage } from '#refunds/refusal-messages.ts'
import { type Family, readFreeCredit } from '#registrations/credit/free-credit.server.ts'
import { lockRegistrations } from '#registrations/places.server.ts'
import { standingColumns } from '#registrations/registrations.db.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import type { OfflineWay } from '#registrations/ways-to-pay.ts'

export type Why = { actor: Actor; reason: ChangeReason; words?: string | undefined }
/** `reference`: the check's or transfer's number. `givenOn`: the programme's day. */
export type HandedOver = { how: OfflineWay; reference: string; givenOn: Day }

/** Locks out other uses of the family's credit and refunds. */
export async function lockFamily(tx: Db, { accountId }: Family): Promise<void> {
  if (!(await lockAccount(tx, accountId, 'no key update'))) refuse('not-found', familyGoneMessage)
}

/** Locks a place and reads its money; refuses while a charge is under way. The account is locked. */
export async function lockPlaceMoney(tx: Db, { accountId }: Family, registrationId: number) {
  const isIt = and(eq(registrations.id, registrationId), eq(registrations.accountId, accountId))
  await lockRegistrations(tx, isIt)
  const [row] = await tx
    .select({
      ...{ id: registrations.id, personId: registrations.personId, sessionId: registrations.sessionId },
      ...standingColumns,
      removedAt: registrations.removedAt,
    })
    .from(registrations)
    .where(and(isIt, isNull(registrations.heldUntil)))
  const place = withBalance(orNotFound(row))
  if (place.standing === 'being paid') refuse('being-paid', beingPaidMessage)
  const paidCents = sumCents((await partsIn(tx, registrationId)).map(({ cents }) => cents))
  return { ...place, paidCents }
}

const isPosted = async (tx: Db, key: string) => (await tx.$count(postings, eq(postings.key, key))) > 0

type PlaceIds = { personId: string; sessionId: number }

function log(
  tx: Db,
  what: ChangeKind,
  family: Family,
  why: Partial<Why> & { actor: Actor },
  more: LogDetails,
) {
  const { actor, reason, words } = why
  const { amountCents, ...place } = more
  return addChange(tx, {
    ...{ actor, what, familyId: family.familyId, after: { amountCents }, ...place },
    ...(reason && { reason }),
    ...(words && { words }),
    isOwnFamily: isActorsAccount(actor, family.accountId),
  })
}
type LogDetails = { amountCents: number } & Partial<PlaceIds>

/** The account is locked. */
export async function waive(tx: Db, family: Family, registrationId: number, cents: number, why: Why) {
  const { owedCents, personId, sessionId } = await lockPlaceMoney(tx, family, registrationId)
  checkWaiving(cents, owedCents)
  await post(tx, why.actor, [{ kind: 'waived', registrationId, cents: -cents, reason: why.reason }])
  await log(tx, 'price waived', family, why, { amountCents: cents, personId, sessionId })
  await addWaivedMail(tx, family.accountId, registrationId, cents)
}

export function checkWaiving(cents: number, owedCents: number): void {
  if (owedCents === 0) refuse('total-changed', 'Nothing is due for this place any more.')
  if (cents > owedCents) refuse('total-changed', `Only ${dollars(owedCents)} is due for this place.`)
}

/** Idempotent by `key`. */
export function chargeFee(
  { db }: Pick<World, 'db'>,
  family: Family,
  registrationId: number,
  { cents, key, ...why }: Why & { cents: number; key: string },
) {
  return db.transaction(async (tx) => {
    await lockFamily(tx, family)
    if (await isPosted(tx, key)) return
    if (cents > mostFee.cents) refuse('not-possible', mostFee.words)
    const { personId, sessionId } = await lockPlaceMoney(tx, family, registrationId)
    await post(tx, why.actor, [{ kind: 'fee', registrationId, cents, reason: why.reason, key }])
    await log(tx, 'fee charged', family, why, { amountCents: cents, personId, sessionId })
    await addFeeMail(tx, family.accountId, registrationId, cents)
  })
}

/** Idempotent by `key`. */
export function useCreditAtDesk(
  { db }: Pick<World, 'db'>,
  family: Family,
  registrationId: number,
  { cents, key, actor }: { cents: number; key: string; actor: Actor },
) {
  return db.transaction(async (tx) => {
    await lockFamily(tx, family)
    if (await isPosted(tx, key)) return
    const { owedCents, personId, sessionId } = await lockPlaceMoney(tx, family, registrationId)
    checkCreditUse(cents, { owedCents, freeCents: await readFreeCredit(tx, family) })
    await moveCredit(tx, actor, [{ familyId: family.familyId, registrationId, cents }], key)
    await log(tx, 'credit used', family, { actor }, { amountCents: cents, personId, sessionId })
  })
}

function checkCreditUse(cents: number, { owedCents, freeCents }: { owedCents: number; freeCents: number }) {
  if (cents > owedCents) refuse('total-changed', `${dollars(owedCents)} is due for this place.`)
  if (cents > freeCents) refuse('total-changed', `The family has ${dollars(freeCents)} of credit.`)
}

export async function checkPayingOut(tx: Db, family: Family, cents: number): Promise<void> {
  const freeCents = await readFreeCredit(tx, family)
  const usedCents = (await readCredit(tx, family.familyId)) - freeCents
  if (cents > freeCents)
    refuse('total-changed', `${describeCredit(freeCents, usedCents)}: no more can be paid out.`)
}

/** Usable credit, and credit in use by a payment under way. */
export const describeCredit = (freeCents: number, usedCents: number) =>
  usedCents > 0
    ? `A payment under way uses ${dollars(usedCents)} of the family’s credit, and ${dollars(Math.max(0, freeCents))} is left`
    : `The family has ${dollars(Math.max(0, freeCents))} of credit`

export async function checkHandedOverOn(tx: Db, givenOn: Day): Promise<void> {
  const { timeZone } = await readProgramme(tx)
  if (givenOn > todayIn(timeZone)) refuse('wrong-day', `${longDay(givenOn)} is still to come.`)
}

/** The account is locked. */
export async function payOut(tx: Db, family: Family, cents: number, why: Why, handed: HandedOver) {
  const { accountId, familyId } = family
  await checkPayingOut(tx, family, cents)
  await checkHandedOverOn(tx, handed.givenOn)
  const refundId = await addHandedOver(tx, why.actor, { accountId, familyId, amountCents: cents, ...handed })
  const parts = takeFrom(await creditParts(tx, familyId), cents)
  await post(
    tx,
    why.actor,
    parts.map((part) => ({ kind: 'refunded' as const, registrationId: null, familyId, refundId, ...part })),
  )
  await log(tx, 'credit paid out', family, why, { amountCents: cents })
  await addPaidOutMail(tx, accountId, { cents, ...handed })
}

type Handed = Partial<HandedOver> & {
  registrationId?: number
  accountId: string | null
  familyId: string | null
  amountCents: number
}

/** Done at once. */
export async function addHandedOver(tx: Db, actor: Actor, handed: Handed): Promise<string> {
  const [refund] = await tx
    .insert(refunds)
    .values({ ...handed, state: 'done', endedAt: sql`now()`, endedBy: actor })
    .returning({ id: refunds.id })
  return orNotFound(refund).id
}

/** A payment by hand did not arrive: it is owed again, or credit again. */
export function noteCameBack({ db }: Pick<World, 'db'>, family: Family, refundId: string, actor: Actor) {
  return db.transaction(async (tx) => {
    await lockFamily(tx, family)
    const isIt = and(
      ...[eq(refunds.id, refundId), eq(refunds.accountId, family.accountId)],
      ...[isNull(refunds.chargeId), eq(refunds.state, 'done')],
    )
    const [refund] = await tx.select().from(refunds).where(isIt)
    const { registrationId, amountCents } = orNotFound(refund)
    if (registrationId) await lockPlaceMoney(tx, family, registrationId)
    const moved = await movedBy(tx, eq(postings.refundId, refundId))
    if (moved.some(({ kind }) => kind !== 'refunded')) refuse('not-found', 'It was paid back to us already.')
    if (registrationId && (await exceedsPaid(tx, registrationId, amountCents)))
      refuse('not-possible', waivedMessage)
    await tx.update(refunds).set({ state: 'failed' }).where(isIt)
    await post(
      tx,
      actor,
      moved.map(({ kind: _, cents, familyId, registrationId: place, ...payment }) => ({
        ...{ kind: 'came back' as const, cents: -cents, ...payment, refundId },
        ...(place === null ? { registrationId: null, familyId } : { registrationId: place }),
      })),
    )
    const [place] = registrationId
      ? await tx.select(placeColumns).from(registrations).where(eq(registrations.id, registrationId))
      : []
    await log(tx, 'money did not arrive', family, { actor }, { amountCents, ...place })
    await addCameBackMail(tx, family.accountId, registrationId, amountCents)
  })
}

const waivedMessage = 'Its check bounced, and what the family owed was taken off: nothing is owed now.'
const placeColumns = { personId: registrations.personId, sessionId: registrations.sessionId }

const movedBy = (tx: Db, filter: SQL) => {
  const { kind, cents, familyId, registrationId, chargeId, recordedId } = postings
  const columns = { kind, cents, familyId, registrationId, chargeId, recordedId }
  return tx.select(columns).from(postings).where(filter).orderBy(postings.id)
}
