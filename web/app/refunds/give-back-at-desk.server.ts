import { and, eq, inArray } from 'drizzle-orm'
import { moveToCredit, takeFrom } from '#ledger/credit.db.server.ts'
import { post } from '#ledger/postings.db.server.ts'
import { nudgeMail } from '#mail/outbox.server.ts'
import { hasPanelRefund } from '#payments/comparisons.db.server.ts'
import { standingDispute } from '#payments/disputes.db.server.ts'
import { lockAccount } from '#people/people.db.server.ts'
import { type Actor, isActorsAccount } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { ChangeReason } from '#platform/changes.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dollars, sumCents } from '#platform/format/money.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { freePlaces } from '#registrations/places.server.ts'
import { isUnderWay } from '#registrations/registrations.db.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import { listPlaceParts, type PartToGiveBack, toPaymentPart } from './parts.db.server.ts'
import { doubtAgainst, moneyBack, strangeRefund } from './refund.server.ts'
import { addRefundAtDeskMail } from './refund-at-desk-mail.server.ts'
import { lockPlace } from './refunds.db.server.ts'
import { beingPaidMessage, familyGoneMessage } from './refusal-messages.ts'
import { sendForDesk, type ToSend } from './send-refunds.server.ts'
import { addRefunds } from './unregister.server.ts'

export type RefundAtDesk = {
  registrationId: number
  accountId: string
  actor: Actor
  /** Of the money in the place; if it is given up, the rest is a fee. */
  backCents: number
  as: 'money' | 'credit'
  /** Otherwise the place stays, and costs so much less. */
  givesUp: boolean
  reason: ChangeReason
  words?: string | undefined
}

export type RefundResult = {
  byCardCents: number
  /** Owed until it is recorded as handed over; includes what the gateway refused. */
  byHandCents: number
  creditCents: number
  state: 'done' | 'queued' | 'asking'
}

/**
 * Refunds money of a place. The gateway is asked in advance, so that a refusal changes nothing. Postings and refunds
 * are committed together, with `within`, before sending: one that fails, or is never sent, is owed by hand.
 */
export async function giveBackAtDesk(
  world: World,
  giving: RefundAtDesk,
  within?: (tx: Db) => Promise<unknown>,
): Promise<RefundResult> {
  const asked = planRefund(await listPlaceParts(world.db, giving.registrationId), giving)
  if (giving.as === 'money') await askAhead(world, giving.registrationId, asked.online)
  const { plan, toSend } = await world.db.transaction(async (tx) => {
    const { accountId, registrationId, actor, givesUp, as, backCents } = giving
    if (!(await lockAccount(tx, accountId, 'no key update'))) refuse('not-found', familyGoneMessage)
    const { row } = await lockPlace(tx, accountId, registrationId)
    if (row.heldUntil || row.removedAt) refuse('not-found', placeGone)
    if (row.chargeId) refuse('being-paid', beingPaidMessage)
    const { familyId } = row
    const all = await listPlaceParts(tx, registrationId)
    const plan = planRefund(all, giving)
    if (as === 'money' && plan.online.some((part) => !isAmong(asked.online, part)))
      refuse('total-changed', hasChanged)
    await within?.(tx)
    const paidCents = sumParts(all)
    if (givesUp) await giveUp(tx, giving, paidCents - backCents)
    else await waive(tx, giving, backCents - Math.max(0, row.owedBackCents))
    const made = as === 'credit' ? plan.all : plan.credit
    if (familyId) await moveToCredit(tx, actor, { familyId, registrationId }, made.map(toPaymentPart))
    const payee = { registrationId, accountId, familyId, endedBy: actor }
    const toSend = as === 'money' ? await addRefunds(tx, world, payee, plan.online) : []
    const { personId, sessionId } = row
    const isOwnFamily = isActorsAccount(actor, accountId)
    if (backCents > 0)
      await addChange(tx, {
        ...toReason(giving),
        ...{ what: 'money given back', familyId, personId, sessionId, isOwnFamily },
        after: { amountCents: backCents },
      })
    await addRefundAtDeskMail(tx, { ...giving, paidCents, plan, asCredit: as === 'credit' })
    return { plan, toSend }
  })
  nudgeMail(world)
  await sendForDesk(world, toSend)
  return readResult(world.db, giving, plan, toSend)
}

const placeGone = 'This place is not there any more: it was given up.'
const hasChanged = 'What was paid for this place has changed meanwhile. Look again, nothing was given back.'

const sumParts = (parts: PartToGiveBack[]) => sumCents(parts.map(({ cents }) => cents))

const isAmong = (parts: PartToGiveBack[], { chargeId }: PartToGiveBack) =>
  parts.some((part) => part.chargeId === chargeId)

type GiveBackPlan = Record<'all' | 'online' | 'byHand' | 'credit', PartToGiveBack[]>

function planRefund(parts: PartToGiveBack[], { backCents, as, givesUp }: RefundAtDesk): GiveBackPlan {
  const most = sumParts(parts)
  if (!Number.isInteger(backCents) || backCents < 0 || (backCents === 0 && !givesUp))
    refuse('not-possible', 'Say how much goes back.')
  if (backCents > most)
    refuse('not-possible', `Only ${dollars(most)} of what was paid for this place can go back.`)
  const ways = ['card', 'hand', 'credit'] as const
  const [online, byHand, credit] = ways.map((way) => parts.filter(({ by }) => by === way))
  const inOrder =
    as === 'credit'
      ? parts
      : [...orNotFound(online).toReversed(), ...orNotFound(byHand), ...orNotFound(credit)]
  const all = takeFrom(inOrder, backCents)
  const partsBy = (way: PartToGiveBack['by']) => all.filter(({ by }) => by === way)
  return { all, online: partsBy('card'), byHand: partsBy('hand'), credit: partsBy('credit') }
}

async function askAhead(world: World, registrationId: number, online: PartToGiveBack[]): Promise<void> {
  for (const { chargeId: id, cents: amountCents, transactionId, chargeCents } of online) {
    const chargeId = orNotFound(id ?? undefined)
    const dispute = await standingDispute(world.db, chargeId)
    if (dispute === 'open') refuse('refund-failed', disputedMessage)
    if (dispute) refuse('refund-failed', lostMessage)
    if (await hasPanelRefund(world.db, chargeId)) refuse('refund-failed', panelRefundMessage)
    if (await isGoingBack(world.db, registrationId, chargeId))
      refuse('refund-failed', alreadyRefundingMessage)
    const paid = {
      transactionId: orNotFound(transactionId ?? undefined),
      chargeCents: orNotFound(chargeCents ?? undefined),
    }
    const doubt = await doubtAgainst(world, chargeId, moneyBack({ id: '', amountCents }, paid))
    if (doubt?.reason === strangeRefund) refuse('refund-failed', panelRefundMessage)
    if (doubt) refuse('refund-failed', `${nothingDone} The card gateway says: ${doubt.reason}.`)
  }
}

const nothingDone = 'This payment cannot be given back now, and nothing was changed.'
const disputedMessage = `${nothingDone} Its bank is being asked about it: wait for what is decided.`
const lostMessage = `${nothingDone} Its bank has given the money back already.`
const panelRefundMessage = `${nothingDone} Money of it was given back at the card gateway itself: say first for which place.`
const alreadyRefundingMessage = `${nothingDone} A part of it is going back for this place already: wait until that is done.`

async function isGoingBack(db: Db, registrationId: number, chargeId: string): Promise<boolean> {
  const isSamePart = and(eq(refunds.registrationId, registrationId), eq(refunds.chargeId, chargeId))
  return (await db.$count(refunds, and(isSamePart, isUnderWay))) > 0
}

const toReason = ({ actor, reason, words }: RefundAtDesk) => ({ actor, reason, ...(words && { words }) })

async function giveUp(tx: Db, giving: RefundAtDesk, feeCents: number): Promise<void> {
  const { registrationId, accountId, actor, reason } = giving
  const removal = { removedBy: actor, removedWhy: 'desk' as const }
  const [freed] = await freePlaces(tx, eq(registrations.id, registrationId), removal)
  const { familyId, personId, sessionId } = orNotFound(freed)
  if (feeCents > 0) await post(tx, actor, [{ kind: 'fee', registrationId, cents: feeCents, reason }])
  const isOwnFamily = isActorsAccount(actor, accountId)
  const why = giving.backCents > 0 ? { actor, reason } : toReason(giving)
  await addChange(tx, { ...why, what: 'places given up', familyId, personId, sessionId, isOwnFamily })
}

async function waive(tx: Db, { registrationId, actor, reason }: RefundAtDesk, cents: number): Promise<void> {
  if (cents > 0) await post(tx, actor, [{ kind: 'waived', registrationId, cents: -cents, reason }])
}

async function readResult(
  db: Db,
  { as }: RefundAtDesk,
  plan: GiveBackPlan,
  toSend: ToSend[],
): Promise<RefundResult> {
  if (as === 'credit')
    return { byCardCents: 0, byHandCents: 0, creditCents: sumParts(plan.all), state: 'done' }
  const ids = toSend.map(({ refund }) => refund.id)
  const sent = await db.select().from(refunds).where(inArray(refunds.id, ids))
  const sumRefunds = (some: typeof sent) => sumCents(some.map(({ amountCents }) => amountCents))
  const refused = sent.filter(({ state }) => state === 'failed')
  const isAsking = sent.some(({ state }) => state === 'pending' || state === 'unknown')
  const isQueued = sent.some(({ state }) => state === 'queued')
  return {
    byCardCents: sumRefunds(sent) - sumRefunds(refused),
    byHandCents: sumParts(plan.byHand) + sumRefunds(refused),
    creditCents: sumParts(plan.credit),
    state: isAsking ? 'asking' : isQueued ? 'queued' : 'done',
  }
}
