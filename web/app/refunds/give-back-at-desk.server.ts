import { and, eq, inArray } from 'drizzle-orm'
import { moveToCredit, takeFrom } from '#ledger/credit.db.server.ts'
import { post } from '#ledger/postings.db.server.ts'
import { nudgeMail } from '#mail/outbox.server.ts'
import { hasPanelRefund } from '#payments/comparisons.db.server.ts'
import { standingDispute } from '#payments/disputes.db.server.ts'
import { lockAccount } from '#people/people.db.server.ts'
import { type Actor, isOwnFamilyOf } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { ChangeReason } from '#platform/changes.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dollars, sumCents } from '#platform/format/money.ts'
import { found, refuse } from '#platform/refusal.ts'
import { freePlaces } from '#registrations/places.server.ts'
import { isUnderWay } from '#registrations/registrations.db.server.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import { addGivenBackMail } from './given-back-mail.server.ts'
import { type PartToGiveBack, partsToGiveBack, paymentOf } from './parts.db.server.ts'
import { doubtAgainst, moneyBack, strangeRefund } from './refund.server.ts'
import { lockPlace } from './refunds.db.server.ts'
import { beingPaidWords, familyGoneWords } from './refused-words.ts'
import { sendForDesk, type ToSend } from './send-refunds.server.ts'
import { addRefunds } from './unregister.server.ts'

export type GivingBack = {
  registrationId: number
  accountId: string
  actor: Actor
  /** What goes back of what is in the place; where it is given up, the programme keeps the rest as a fee. */
  backCents: number
  as: 'money' | 'credit'
  /** Else the place stays, and costs so much less. */
  givesUp: boolean
  reason: ChangeReason
  words?: string | undefined
}

export type GivenBack = {
  byCardCents: number
  /** Owed to the family until somebody says that it was handed over; also what the gateway refused after all. */
  byHandCents: number
  creditCents: number
  state: 'done' | 'queued' | 'asking'
}

/**
 * Gives money of a place back: to the last charge first, then by hand, then to credit. The gateway is asked in advance,
 * so that what it would refuse changes nothing. What becomes of the place is then posted together with the refunds,
 * before they are sent: one that fails, or that a process which died never sent, is owed by hand.
 * `within` writes what asked for it in the same transaction.
 */
export async function giveBackAtDesk(
  world: World,
  giving: GivingBack,
  within?: (tx: Db) => Promise<unknown>,
): Promise<GivenBack> {
  const asked = planOf(await partsToGiveBack(world.db, giving.registrationId), giving)
  if (giving.as === 'money') await askAhead(world, giving.registrationId, asked.online)
  const { plan, toSend } = await world.db.transaction(async (tx) => {
    const { accountId, registrationId, actor, givesUp, as, backCents } = giving
    if (!(await lockAccount(tx, accountId, 'no key update'))) refuse('not-found', familyGoneWords)
    const { row } = await lockPlace(tx, accountId, registrationId)
    if (row.heldUntil || row.removedAt) refuse('not-found', placeGone)
    if (row.chargeId) refuse('being-paid', beingPaidWords)
    const { familyId } = row
    const all = await partsToGiveBack(tx, registrationId)
    const plan = planOf(all, giving)
    if (as === 'money' && plan.online.some((part) => !isAmong(asked.online, part)))
      refuse('total-changed', hasChanged)
    await within?.(tx)
    const paidCents = centsOf(all)
    if (givesUp) await giveUp(tx, giving, paidCents - backCents)
    else await waive(tx, giving, backCents - Math.max(0, row.owedBackCents))
    const made = as === 'credit' ? plan.all : plan.credit
    if (familyId) await moveToCredit(tx, actor, { familyId, registrationId }, made.map(paymentOf))
    const of = { registrationId, accountId, familyId, endedBy: actor }
    const toSend = as === 'money' ? await addRefunds(tx, world, of, plan.online) : []
    const { personId, sessionId } = row
    const isOwnFamily = isOwnFamilyOf(actor, accountId)
    if (backCents > 0)
      await addChange(tx, {
        ...whyOf(giving),
        ...{ what: 'money given back', familyId, personId, sessionId, isOwnFamily },
        after: { amountCents: backCents },
      })
    await addGivenBackMail(tx, { ...giving, paidCents, plan, asCredit: as === 'credit' })
    return { plan, toSend }
  })
  nudgeMail(world)
  await sendForDesk(world, toSend)
  return endOf(world.db, giving, plan, toSend)
}

const placeGone = 'This place is not there any more: it was given up.'
const hasChanged = 'What was paid for this place has changed meanwhile. Look again, nothing was given back.'

const centsOf = (parts: PartToGiveBack[]) => sumCents(parts.map(({ cents }) => cents))

const isAmong = (parts: PartToGiveBack[], { chargeId }: PartToGiveBack) =>
  parts.some((part) => part.chargeId === chargeId)

type GiveBackPlan = Record<'all' | 'online' | 'byHand' | 'credit', PartToGiveBack[]>

/** Which parts go back: as money to the last charge first, then by hand, then to credit. */
function planOf(parts: PartToGiveBack[], { backCents, as, givesUp }: GivingBack): GiveBackPlan {
  const most = centsOf(parts)
  if (!Number.isInteger(backCents) || backCents < 0 || (backCents === 0 && !givesUp))
    refuse('not-possible', 'Say how much goes back.')
  if (backCents > most)
    refuse('not-possible', `Only ${dollars(most)} of what was paid for this place can go back.`)
  const ways = ['card', 'hand', 'credit'] as const
  const [online, byHand, credit] = ways.map((way) => parts.filter(({ by }) => by === way))
  const inOrder =
    as === 'credit' ? parts : [...found(online).toReversed(), ...found(byHand), ...found(credit)]
  const all = takeFrom(inOrder, backCents)
  const of = (way: PartToGiveBack['by']) => all.filter(({ by }) => by === way)
  return { all, online: of('card'), byHand: of('hand'), credit: of('credit') }
}

/** Refuses where one of these payments cannot be given back: nothing was sent or posted yet. */
async function askAhead(world: World, registrationId: number, online: PartToGiveBack[]): Promise<void> {
  for (const { chargeId: id, cents: amountCents, transactionId, chargeCents } of online) {
    const chargeId = found(id ?? undefined)
    const dispute = await standingDispute(world.db, chargeId)
    if (dispute === 'open') refuse('refund-failed', isDisputed)
    if (dispute) refuse('refund-failed', isLost)
    if (await hasPanelRefund(world.db, chargeId)) refuse('refund-failed', isStrange)
    if (await isGoingBack(world.db, registrationId, chargeId)) refuse('refund-failed', goesBackAlready)
    const paid = {
      transactionId: found(transactionId ?? undefined),
      chargeCents: found(chargeCents ?? undefined),
    }
    const doubt = await doubtAgainst(world, chargeId, moneyBack({ id: '', amountCents }, paid))
    if (doubt?.reason === strangeRefund) refuse('refund-failed', isStrange)
    if (doubt) refuse('refund-failed', `${nothingDone} The card gateway says: ${doubt.reason}.`)
  }
}

const nothingDone = 'This payment cannot be given back now, and nothing was changed.'
const isDisputed = `${nothingDone} Its bank is being asked about it: wait for what is decided.`
const isLost = `${nothingDone} Its bank has given the money back already.`
const isStrange = `${nothingDone} Money of it was given back at the card gateway itself: say first for which place.`
const goesBackAlready = `${nothingDone} A part of it is going back for this place already: wait until that is done.`

async function isGoingBack(db: Db, registrationId: number, chargeId: string): Promise<boolean> {
  const isOfPart = and(eq(refunds.registrationId, registrationId), eq(refunds.chargeId, chargeId))
  return (await db.$count(refunds, and(isOfPart, isUnderWay))) > 0
}

const whyOf = ({ actor, reason, words }: GivingBack) => ({ actor, reason, ...(words && { words }) })

/** What the programme keeps of what was paid is a fee. */
async function giveUp(tx: Db, giving: GivingBack, keptCents: number): Promise<void> {
  const { registrationId, accountId, actor, reason } = giving
  const removal = { removedBy: actor, removedWhy: 'desk' as const }
  const [freed] = await freePlaces(tx, eq(registrations.id, registrationId), removal)
  const { familyId, personId, sessionId } = found(freed)
  if (keptCents > 0) await post(tx, actor, [{ kind: 'fee', registrationId, cents: keptCents, reason }])
  const isOwnFamily = isOwnFamilyOf(actor, accountId)
  // What was said of it in somebody's own words stands once.
  const why = giving.backCents > 0 ? { actor, reason } : whyOf(giving)
  await addChange(tx, { ...why, what: 'places given up', familyId, personId, sessionId, isOwnFamily })
}

/** The place costs less by what goes back, as far as that was not owed for it already. */
async function waive(tx: Db, { registrationId, actor, reason }: GivingBack, cents: number): Promise<void> {
  if (cents > 0) await post(tx, actor, [{ kind: 'waived', registrationId, cents: -cents, reason }])
}

async function endOf(db: Db, { as }: GivingBack, plan: GiveBackPlan, toSend: ToSend[]): Promise<GivenBack> {
  if (as === 'credit')
    return { byCardCents: 0, byHandCents: 0, creditCents: centsOf(plan.all), state: 'done' }
  const ids = toSend.map(({ refund }) => refund.id)
  const sent = await db.select().from(refunds).where(inArray(refunds.id, ids))
  const sumOf = (some: typeof sent) => sumCents(some.map(({ amountCents }) => amountCents))
  const refused = sent.filter(({ state }) => state === 'failed')
  const isAsking = sent.some(({ state }) => state === 'pending' || state === 'unknown')
  const isQueued = sent.some(({ state }) => state === 'queued')
  return {
    byCardCents: sumOf(sent) - sumOf(refused),
    byHandCents: centsOf(plan.byHand) + sumOf(refused),
    creditCents: centsOf(plan.credit),
    state: isAsking ? 'asking' : isQueued ? 'queued' : 'done',
  }
}
