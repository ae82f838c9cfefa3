import { and, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { eraseAccount } from '#account/erasing/erase-account.server.ts'
import { chargePurpose, type Payment, pay } from '#checkout/pay/pay.server.ts'
import { freeVisitorHolds, reconcileOpenCharges, sweepHolds } from '#checkout/pay/reconcile.server.ts'
import { processCart } from '#checkout/process-cart.server.ts'
import { familyAt } from '#desk/family/family.server.ts'
import { mergeFamilies, mergeOrder } from '#desk/family/merge/merge-families.server.ts'
import { mergesToUndo, undoMerge } from '#desk/family/merge/undo-merge.server.ts'
import { addFamilyAtDesk, registerAtDesk } from '#desk/family/registration/desk-families.server.ts'
import { events, sessions } from '#events/events.tables.ts'
import { paidCentsFor } from '#ledger/postings.db.server.ts'
import { postings } from '#ledger/postings.tables.ts'
import { chargeFee, lockFamily, noteCameBack, payOut, waive } from '#offline-payments/desk-money.server.ts'
import { giveUpPlaces } from '#offline-payments/give-up-places.server.ts'
import {
  noteRepaid,
  noteReturned,
  recordAtDesk,
  recordPayment,
} from '#offline-payments/offline-payments.server.ts'
import { takeBackPayment } from '#offline-payments/take-back.server.ts'
import { openDifferences } from '#payments/comparisons.db.server.ts'
import { gatewayFor, sell, transactionsSince } from '#payments/gateway/braintree.server.ts'
import { asListed, type Listed } from '#payments/gateway/gateway-list.server.ts'
import { undoLateSales } from '#payments/gateway/late-sales.server.ts'
import { askForSettlements } from '#payments/gateway/settlement.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { comparisons } from '#payments/reconciliation.tables.ts'
import { accounts, families } from '#people/people.tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn, toYear } from '#platform/format/dates.ts'
import { decimal, parseCents, sumCents } from '#platform/format/money.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { orNotFound, Refusal } from '#platform/refusal.ts'
import { assignPanelRefund, closeByHand } from '#reconciliation/close-difference.server.ts'
import { compareBooks } from '#reconciliation/compare.server.ts'
import { giveBackAtDesk } from '#refunds/give-back-at-desk.server.ts'
import { listPlaceParts } from '#refunds/parts.db.server.ts'
import { askForRefundSettlements } from '#refunds/settlement/refund-settlement.server.ts'
import { findLateRefunds, reconcileOpenRefunds } from '#refunds/settlement/settle-refunds.server.ts'
import { unregister } from '#refunds/unregister.server.ts'
import { readFreeCredit } from '#registrations/credit/free-credit.server.ts'
import { payByCredit } from '#registrations/credit/use-credit.server.ts'
import { wasPaidBy } from '#registrations/entries.db.server.ts'
import { isBounced, isOwed, isOwedBack } from '#registrations/registrations.db.server.ts'
import {
  offlinePayments,
  type Registration,
  refunds,
  registrations,
} from '#registrations/registrations.tables.ts'
import { offlineWays } from '#registrations/ways-to-pay.ts'
import { aMerchant, controlGateway } from '../../gateway/gateway-control.ts'
import { aLog } from '../../harness/log.ts'
import { aWorld, type Gateway } from '../../harness/world.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession, timeZone } from '../builders.ts'
import { isDue } from '../leaving-family.ts'
import { limits } from '../limits.ts'
import { seededDice } from '../seasons.ts'

/** An act that finds nothing to be about answers so, and did nothing. */
export const nothingToDo = 'nothing to do'
/** By its name; how often it is drawn beside the others, never where it is 0. */
type Acts = Record<string, [often: number, act: () => Promise<unknown>]>

const actor: Actor = 'command:treasurer'
const today = todayIn(timeZone)
const startsOn = addDays(today, 30)
/** The sandbox declines a sale of $2,000 to $2,999.99, and refuses to refund $2,004. */
const refusedRefund = 200_400
const prices = [18_000, 18_000, 9550, refusedRefund] as const
const openSessions = [
  { places: null },
  { places: 2 },
  { places: null, isFree: true },
  { places: 1, taken: 1 },
]

/**
 * A family with one to three players, another on paper, up to four sessions, and a gateway that sells for nobody else.
 * The dice of a seed fall the same way each time.
 */
export async function aHistory(db: Db, running: Gateway, seed: number) {
  const stage = await aStage(db, running, seed)
  const atTheDesk = actsOfTheDesk(stage)
  const acts: Acts = {
    ...actsOfFamilies(stage),
    ...atTheDesk,
    ...actsOfTheGateway(stage),
    ...actsOfTheClock(stage),
  }
  const hat = Object.entries(acts).flatMap(([name, [often]]) => Array.from({ length: often }, () => name))
  const idle = new Set<string>()
  const { lines, dice, happens, mend, listed, happened } = stage
  return {
    oneOf: <Item>(items: Item[]) => orNotFound(stage.pick(items)),
    ...{ lines, happens, mend, listed, world: stage.world, names: Object.keys(acts) },
    /** Those that still have an account. */
    async families() {
      const there = await db.select({ id: accounts.id }).from(accounts)
      return [stage.visitor, stage.onPaper.visitor].filter(({ accountId }) =>
        there.some(({ id }) => id === accountId),
      )
    },
    /** From 5 to 30, more short ones than long ones. */
    length: 5 + Math.min(dice.upTo(26), dice.upTo(26), dice.upTo(26)),
    /** What found nothing to be about is drawn again once something has happened. */
    draw: () => stage.pick(hat.filter((name) => !idle.has(name))),
    async does(name: string) {
      const outcome = await orNotFound(acts[name])[1]().catch((problem: unknown) => {
        if (problem instanceof Refusal) return problem
        throw problem
      })
      if (outcome === nothingToDo) idle.add(name)
      else idle.clear()
      if (outcome !== nothingToDo && !(name in atTheDesk)) happened()
      return outcome
    },
  }
}

type Stage = Awaited<ReturnType<typeof aStage>>

async function aStage(db: Db, running: Gateway, seed: number) {
  const dice = seededDice(seed)
  const merchant = await aMerchant(running)
  const { lines, log } = aLog()
  const many = { cartsPerHour: 1000, unpaidPlaces: 100, unpaidPlacesPerSession: 100 }
  const settings = { ...merchant.gateway.settings, ...limits({ gatewayTimeoutSeconds: 2, ...many }) }
  const world: World = { ...aWorld(db, settings), log }
  await aProgramme(db)
  const { visitor } = await anAccount(db)
  const players: string[] = []
  for (let child = dice.upTo(3); child >= 0; child -= 1)
    players.push((await aPlayer(db, { accountId: visitor.accountId })).id)
  const sessionIds: number[] = []
  for (const { isFree, ...facts } of openSessions.slice(0, 1 + dice.upTo(openSessions.length))) {
    const event = await anEvent(db, { priceCents: isFree ? 0 : dice.oneOf(prices) })
    sessionIds.push((await aSession(db, { eventId: event.id, startsOn, ...facts })).id)
  }
  const onPaper = await aFamilyOnPaper(world)

  const gateway = gatewayFor(world.env)
  const pick = <Item>(items: Item[]): Item | undefined => items[dice.upTo(items.length)]
  const some = <Item>(items: Item[], most: number): Item[] => {
    const left = [...items]
    const count = Math.min(items.length, 1 + dice.upTo(most))
    return Array.from({ length: count }, () => left.splice(dice.upTo(left.length), 1)).flat()
  }
  const places = (which: SQL | undefined = undefined) =>
    db.select().from(registrations).where(which).orderBy(registrations.id)
  const visitors = [visitor, onPaper.visitor]
  const faults = (...those: object[]) =>
    controlGateway(
      running.settings.GATEWAY_URL,
      'PUT',
      '/faults',
      { faults: those },
      world.env.gateway.merchantId,
    )
  /** The charges, in the order in which they were made. */
  const charged: string[] = []
  let list: Promise<Listed[]> | undefined
  let isFaulty = false
  return {
    ...{
      db,
      world,
      lines,
      dice,
      merchant,
      gateway,
      visitor,
      players,
      sessionIds,
      onPaper,
      pick,
      some,
      places,
    },
    charged,
    happens: (percent: number) => dice.upTo(100) < percent,
    /** The family of one of these places, with all of these that it has. */
    async familyOf(which?: SQL) {
      const rows = await places(and(isNotNull(registrations.accountId), which))
      const accountId = pick(rows)?.accountId
      const payer = visitors.find((one) => one.accountId === accountId)
      return payer && { payer, rows: rows.filter((row) => row.accountId === accountId) }
    },
    async numberOf({ familyId }: { familyId: string }) {
      const [family] = await db.select().from(families).where(eq(families.id, familyId))
      return orNotFound(family).number
    },
    async offerOf(sessionId: number) {
      const [offer] = await db
        .select({
          seenCents: events.priceCents,
          isFull: sql<boolean>`coalesce(${sessions.taken} >= ${sessions.places}, false)`,
        })
        .from(sessions)
        .innerJoin(events, eq(events.id, sessions.eventId))
        .where(eq(sessions.id, sessionId))
      return orNotFound(offer)
    },
    /** The gateway's own list, the latest first, read again once something may have happened there. */
    listed() {
      list ??= charged.length === 0 ? Promise.resolve([]) : readList(gateway)
      return list
    },
    happened() {
      list = undefined
    },
    /** The call, or its answer, is lost. */
    async loses(operation: string, when: 'before' | 'after' = dice.oneOf(['before', 'after'])) {
      isFaulty = true
      await faults({ operation, when, act: 'drop', times: 1 })
    },
    async mend() {
      if (isFaulty) await faults()
      isFaulty = false
    },
  }
}

const readList = async (gateway: ReturnType<typeof gatewayFor>) =>
  (await transactionsSince(gateway, new Date(Date.now() - 86_400_000))).map(asListed)

async function aFamilyOnPaper(world: World) {
  const key = crypto.randomUUID()
  const parent = { firstName: 'Édith', lastName: 'Lobwell', phone: '(555) 010-0177', email: null }
  const child = { first_name: 'Pip', last_name: 'Lobwell', birthday: '2018-03-02', phone: null }
  const player = { ...child, skill_level: 'Beginner' as const, is_active: true }
  const { number } = await addFamilyAtDesk(world, { parent, player, key }, actor)
  const { accountId, familyId, kind } = await familyAt(world.db, number)
  return { number, playerId: key, visitor: { accountId, familyId, kind, email: '' } }
}

const isThere = sql`held_until is null and removed_at is null`
const isPaidOnline = sql`exists (select from postings where registration_id = registrations.id and charge_id is not null)`
const isHeld = sql`held_until is not null and charge_id is null`
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

type Row = Pick<Registration, 'heldUntil' | 'priceCents' | 'dueCents'>
/** What is to be paid for them: of a hold its price. */
const amountFor = (rows: Row[]) =>
  sumCents(
    rows.map(({ heldUntil, priceCents, dueCents }) => (heldUntil || dueCents <= 0 ? priceCents : dueCents)),
  )

function actsOfFamilies(stage: Stage): Acts {
  const { db, world, visitor, dice, charged, pick, some, places, happens, loses, familyOf } = stage
  let last: Payment | undefined
  const key = () => ({ idempotencyKey: crypto.randomUUID() })

  /** Mostly places that can be had together: free ones are registered by themselves, and none is had twice. */
  async function checkOut(method: 'card' | 'later') {
    const isCareless = happens(10)
    const had = isCareless ? [] : await places(isNull(registrations.removedAt))
    const pairs = []
    for (const sessionId of stage.sessionIds) {
      const { seenCents, isFull } = await stage.offerOf(sessionId)
      for (const personId of stage.players)
        if (
          isCareless ||
          !(isFull || had.some((place) => place.sessionId === sessionId && place.personId === personId))
        )
          pairs.push({ personId, sessionId, seenCents })
    }
    const isFree = method === 'later' && happens(15)
    const fitting = pairs.filter(({ seenCents }) => isCareless || (seenCents === 0) === isFree)
    if (fitting.length === 0) return nothingToDo
    return processCart(world, visitor, { method, places: some(fitting, 3), ...key() })
  }

  async function takeOver() {
    const held = await places(isHeld)
    if (held.length === 0) return nothingToDo
    const wanted = []
    for (const { personId, sessionId } of some(held, 2))
      wanted.push({ personId, sessionId, seenCents: (await stage.offerOf(sessionId)).seenCents })
    return processCart(world, visitor, { method: 'later', places: wanted, ...key() })
  }

  async function payFor(which: SQL) {
    const family = await familyOf(and(which, sql`price_cents > 0`))
    if (!family) return nothingToDo
    const chosen = some(family.rows, 3)
    const fate = dice.upTo(10)
    if (fate < 2) await loses('sale')
    const payment = {
      nonce: fate === 9 ? 'fake-processor-declined-visa-nonce' : 'fake-valid-nonce',
      amountCents: amountFor(chosen) + (happens(4) ? 1 : 0),
      registrationIds: idsOf(chosen),
      ...key(),
    }
    if (family.payer === visitor) last = payment
    charged.push((await pay(world, family.payer, payment)).id)
  }

  async function leave() {
    const family = await familyOf(happens(80) ? isThere : undefined)
    const row = family && pick(family.rows)
    if (!row) return nothingToDo
    if (happens(25)) await loses(dice.oneOf(['void', 'refund', 'refund']))
    const { id: registrationId, personId } = row
    return unregister(world, family.payer, { registrationId, personId, kind: 'clinic' })
  }

  async function loseRefund() {
    const family = await familyOf(sql`${isThere} and due_cents = 0 and ${isPaidOnline}`)
    const row = family && pick(family.rows)
    if (!row) return nothingToDo
    await loses('refund', 'before')
    return unregister(world, family.payer, { registrationId: row.id, personId: row.personId, kind: 'clinic' })
  }

  return {
    'a family registers to pay later': [4, () => checkOut('later')],
    'a family holds places for a card': [5, () => checkOut('card')],
    'a family registers what it holds, to pay later': [2, takeOver],
    'a family pays by card for what it holds': [12, () => payFor(isHeld)],
    'a family pays by card for what is unpaid': [5, () => payFor(orNotFound(isOwed))],
    'a family pays by card for any of its places': [1, () => payFor(sql`true`)],
    'a payment is sent once more': [
      1,
      async () => (last ? charged.push((await pay(world, visitor, last)).id) : nothingToDo),
    ],
    'a family gives a place up': [8, leave],
    'a refund is lost on its way to the gateway': [1, loseRefund],
    'a family gives its holds up': [
      1,
      async () => {
        const held = await places(isHeld)
        return held.length === 0 ? nothingToDo : freeVisitorHolds(world, visitor, some(held, 2))
      },
    ],
    'an account is erased': [0, () => eraseAccount(world, visitor.accountId)],
    'a price changes': [
      1,
      () =>
        db
          .update(events)
          .set({ priceCents: dice.oneOf([...prices, 0]) })
          .where(sql`id = (select event_id from sessions where id = ${pick(stage.sessionIds)})`),
    ],
  }
}

function actsOfTheDesk(stage: Stage): Acts {
  const { db, world, visitor, onPaper, dice, pick, some, places, happens, familyOf, numberOf } = stage

  async function register() {
    const sessionId = orNotFound(pick(stage.sessionIds))
    const { seenCents } = await stage.offerOf(sessionId)
    const place = {
      personId: onPaper.playerId,
      sessionId,
      seenCents,
      words: 'asked',
      idempotencyKey: crypto.randomUUID(),
    }
    return registerAtDesk(world, await familyAt(db, onPaper.number), place, actor)
  }

  async function record() {
    const family = await familyOf(isOwed)
    if (!family) return nothingToDo
    const chosen = some(family.rows, 3)
    const payment = {
      ...{ amountCents: amountFor(chosen), how: dice.oneOf(offlineWays), note: 'check 88', actor },
      registrationIds: idsOf(chosen),
    }
    if (happens(20)) {
      const invoice = `${toYear(startsOn)}-${await numberOf(family.payer)}`
      return recordPayment(world, { ...payment, invoice })
    }
    const sent = { ...payment, key: crypto.randomUUID() }
    await recordAtDesk(world, family.payer, sent)
    return happens(20) ? recordAtDesk(world, family.payer, sent) : undefined
  }

  /** A part of what is due, or more than it, also where nothing is. */
  async function recordAnySum() {
    const family = await familyOf(happens(60) ? isOwed : undefined)
    if (!family) return nothingToDo
    const dueCents = sumCents(family.rows.map((row) => Math.max(0, row.dueCents)))
    const amountCents = dice.oneOf([1000, Math.ceil(dueCents / 2) + 100, dueCents + 4500])
    return recordAtDesk(world, family.payer, {
      ...{ amountCents, confirmedCents: amountCents, how: dice.oneOf(offlineWays), note: '', actor },
      ...{ registrationIds: idsOf(some(family.rows, 2)), key: crypto.randomUUID() },
    })
  }

  const why = { actor, reason: 'goodwill' } as const

  async function waiveSome() {
    const family = await familyOf(isOwed)
    const place = family && pick(family.rows)
    if (!place) return nothingToDo
    const cents = happens(50) ? place.dueCents : Math.ceil(place.dueCents / 3)
    return db.transaction(async (tx) => {
      await lockFamily(tx, family.payer)
      await waive(tx, family.payer, place.id, cents, why)
    })
  }

  async function chargeOne() {
    const family = await familyOf(sql`held_until is null and price_cents > 0`)
    const place = family && pick(family.rows)
    if (!place) return nothingToDo
    return chargeFee(world, family.payer, place.id, { cents: 2500, key: crypto.randomUUID(), ...why })
  }

  /** What of money is in a place that the family has. */
  async function giveBackSome(givesUp: boolean) {
    const family = await familyOf(
      and(sql`${isThere} and charge_id is null`, gt(paidCentsFor(registrations.id), 0)),
    )
    const place = family && pick(family.rows)
    if (!place) return nothingToDo
    const parts = await listPlaceParts(db, place.id)
    const mostCents = sumCents(parts.map(({ cents }) => cents))
    if (mostCents < 2) return nothingToDo
    if (happens(20)) await stage.loses('refund')
    return giveBackAtDesk(world, {
      ...{ registrationId: place.id, accountId: family.payer.accountId, givesUp, ...why },
      ...{ as: happens(40) ? 'credit' : 'money', backCents: happens(50) ? mostCents : mostCents >> 1 },
    })
  }

  async function payCreditOut() {
    const payer = pick(await withCredit())
    if (!payer) return nothingToDo
    const cents = await readFreeCredit(db, payer)
    const handed = { how: 'cash', reference: '', givenOn: today } as const
    return db.transaction(async (tx) => {
      await lockFamily(tx, payer)
      await payOut(tx, payer, happens(50) ? cents : Math.ceil(cents / 2), why, handed)
    })
  }

  async function withCredit() {
    const there: Visitor[] = []
    for (const one of [visitor, onPaper.visitor]) {
      const isThere = (await db.$count(accounts, eq(accounts.id, one.accountId))) > 0
      if (isThere && (await readFreeCredit(db, one)) > 0) there.push(one)
    }
    return there
  }

  async function spendCredit() {
    const payer = pick(await withCredit())
    const owed = payer ? await places(and(eq(registrations.accountId, payer.accountId), isOwed)) : []
    return payer && owed.length > 0 ? payByCredit(world, payer, idsOf(some(owed, 2))) : nothingToDo
  }

  async function cameBack() {
    const isByHand = and(eq(refunds.state, 'done'), isNull(refunds.chargeId), isNotNull(refunds.accountId))
    const refund = pick(await db.select().from(refunds).where(isByHand).orderBy(refunds.createdAt))
    if (!refund) return nothingToDo
    const payer = orNotFound(
      [visitor, onPaper.visitor].find(({ accountId }) => accountId === refund.accountId),
    )
    return noteCameBack(world, payer, refund.id, actor)
  }

  async function takeBack() {
    const all = await db.select({ id: offlinePayments.id }).from(offlinePayments).orderBy(offlinePayments.id)
    const ofGivenUp = await db
      .selectDistinct({ id: sql<number>`${postings.recordedId}` })
      .from(postings)
      .innerJoin(registrations, eq(registrations.id, postings.registrationId))
      .where(and(isNotNull(postings.recordedId), isNotNull(registrations.removedAt)))
      .orderBy(postings.recordedId)
    // What went back already is the rarest to be taken back.
    const id = pick(idsOf(ofGivenUp.length > 0 && happens(60) ? ofGivenUp : all))
    if (!id) return nothingToDo
    const paid = await places(wasPaidBy({ recordedId: id }))
    const registrationIds = happens(50) ? idsOf(some(paid, 1)) : []
    return takeBackPayment(world, { id, registrationIds, hasBounced: happens(60), actor })
  }

  async function giveUp() {
    const family = await familyOf(isThere)
    if (!family) return nothingToDo
    const why = { actor, reason: 'never paid' } as const
    return giveUpPlaces(world, family.payer.accountId, idsOf(some(family.rows, 2)), why)
  }

  const kept = async () => familyAt(db, await numberOf(visitor))

  async function merge() {
    const both = mergeOrder(await kept(), await familyAt(db, onPaper.number))
    const samePlayers = new Map(happens(40) ? [[onPaper.playerId, orNotFound(stage.players[0])]] : [])
    return mergeFamilies(db, { ...both, samePlayers }, { actor, reason: 'mistake', words: '' })
  }

  async function undo() {
    const [merged] = await mergesToUndo(db, visitor.familyId)
    return merged ? undoMerge(db, await kept(), merged.id, actor) : nothingToDo
  }

  return {
    'the desk registers a child': [1, register],
    'the desk records a payment': [6, record],
    'the desk takes a payment back': [4, takeBack],
    'the desk returns what is owed': [
      3,
      async () => {
        const place = pick(await places(isOwedBack))
        return place ? noteReturned(world, place.id, actor) : nothingToDo
      },
    ],
    'a family repays what bounced': [
      8,
      async () => {
        const place = pick(await places(isBounced))
        return place ? noteRepaid(world, place.id, actor) : nothingToDo
      },
    ],
    'the desk gives places up': [1, giveUp],
    'the desk records any sum': [5, recordAnySum],
    'the desk takes off what is due': [2, waiveSome],
    'the desk charges a fee': [2, chargeOne],
    'the desk gives a part back': [2, () => giveBackSome(false)],
    'the desk gives a paid place up': [2, () => giveBackSome(true)],
    'the desk pays credit out': [3, payCreditOut],
    'what was handed over did not arrive': [2, cameBack],
    'a family uses its credit': [4, spendCredit],
    'the desk makes two families one': [1, merge],
    'the desk undoes a merge': [2, undo],
  }
}

const isOpen = ({ status }: Listed) => status === 'submitted_for_settlement'
const amountOf = ({ amount }: Listed) => parseCents(amount) ?? 0

function actsOfTheGateway(stage: Stage): Acts {
  const { db, world, merchant, gateway, charged, dice, pick, some, places, happens, listed } = stage

  let isInPanel = false

  /** Else nothing of ours can be open there, and its list need not be read. */
  const isMoneyUnderWay = async () => {
    const [sold, back] = [charges, refunds].map((table) =>
      or(isNotNull(table.askSettlementAt), isNotNull(table.askAgainAt)),
    )
    return (await db.$count(charges, sold)) + (await db.$count(refunds, back)) > 0
  }

  async function end() {
    if (!(await isMoneyUnderWay())) return nothingToDo
    const open = (await listed()).filter(isOpen)
    const credits = open.filter(({ type }) => type === 'credit')
    const transaction = pick(credits.length > 0 && happens(50) ? credits : open)
    if (!transaction) return nothingToDo
    const { id, type } = transaction
    const fate = dice.upTo(10)
    if (fate < 2 && type === 'sale') return gateway.call((sdk) => sdk.transaction.void(id))
    return merchant.end(id, fate > (type === 'sale' ? 7 : 4) ? 'settlement_declined' : 'settled')
  }

  async function settle() {
    if (!(await isMoneyUnderWay())) return nothingToDo
    const open = (await listed()).filter(isOpen)
    if (open.length === 0) return nothingToDo
    for (const { id } of open) await merchant.end(id, 'settled')
  }

  async function sellLate() {
    const given = await db.select().from(charges).where(isNotNull(charges.askAgainAt))
    if (given.length === 0) return nothingToDo
    const known = (await listed()).map(({ orderId }) => orderId)
    const unknown = charged.filter((id) => !known.includes(id))
    const late = pick(unknown.flatMap((id) => given.find((row) => row.id === id) ?? []))
    if (!late) return nothingToDo
    return sell(gateway, { orderId: late.id, amountCents: late.amountCents, nonce: 'fake-valid-nonce' })
  }

  async function refundLate() {
    const lost = await db
      .select({ id: refunds.id, cents: refunds.amountCents, transactionId: charges.transactionId })
      .from(refunds)
      .innerJoin(charges, eq(charges.id, refunds.chargeId))
      .where(and(eq(refunds.state, 'failed'), isNotNull(refunds.askAgainAt)))
      .orderBy(refunds.registrationId)
    if (lost.length === 0) return nothingToDo
    const known = (await listed()).map(({ orderId }) => orderId)
    const refund = pick(lost.filter(({ id }) => !known.includes(id)))
    if (!refund) return nothingToDo
    const request = { amount: decimal(refund.cents), orderId: refund.id }
    const { success } = await gateway.move((sdk) =>
      sdk.transaction.refund(orNotFound(refund.transactionId), request),
    )
    return success || nothingToDo
  }

  async function refundInPanel() {
    const all = await listed()
    const sale = pick(all.filter(({ type, status }) => type === 'sale' && status === 'settled'))
    if (!sale) return nothingToDo
    const back = all.filter(({ refundedTransactionId }) => refundedTransactionId === sale.id)
    const left = back.reduce((cents, credit) => cents - amountOf(credit), amountOf(sale))
    const paid = await places(wasPaidBy({ chargeId: orNotFound(sale.orderId) }))
    const cents = happens(20) ? 1000 : sumCents(some(paid, 2).map(({ priceCents }) => priceCents))
    if (cents === 0 || cents > left || cents === refusedRefund) return nothingToDo
    isInPanel = true
    return merchant.refund(sale.id, decimal(cents))
  }

  /** What of the gateway's list is not of the panel is over by itself. */
  async function compare() {
    if (!isInPanel) return nothingToDo
    // One that another process began and did not end: whoever comes first takes it over.
    await db.insert(comparisons).values({
      by: 'the clock',
      comparedFrom: sql`now() - interval '1 hour'`,
      comparedUntil: sql`now() + interval '1 hour'`,
      leasedUntil: sql`now() - interval '1 second'`,
    })
    return compareBooks(world, 'the clock', false)
  }

  async function seeToOne() {
    const difference = pick(await openDifferences(db))
    if (!difference) return nothingToDo
    const { id, chargeId, amountCents } = difference
    if (happens(20)) return closeByHand(world, { id, by: 'treasurer', note: 'for a lost racket' })
    const paid = chargeId ? await places(wasPaidBy({ chargeId })) : []
    const fits = paid.filter(({ priceCents }) => priceCents === amountCents)
    const chosen = fits.length > 0 && happens(70) ? fits.slice(0, 1) : some(paid, 2)
    return assignPanelRefund(world, { id, by: 'treasurer', registrationIds: idsOf(chosen) })
  }

  async function closeAll() {
    const open = await openDifferences(db)
    if (open.length === 0) return nothingToDo
    for (const { id } of open) await closeByHand(world, { id, by: 'treasurer', note: 'for a lost racket' })
  }

  return {
    'a sale or a refund ends at the bank': [8, end],
    'all settles at the bank': [2, settle],
    'a sale reaches the gateway late': [40, sellLate],
    'a refund reaches the gateway late': [20, refundLate],
    'somebody refunds in the panel of the gateway': [6, refundInPanel],
    'the books are compared with the list': [3, compare],
    'a difference is seen to': [12, seeToOne],
    'all differences are closed with a note': [0, closeAll],
  }
}

function actsOfTheClock({ db, world, sessionIds, pick }: Stage): Acts {
  async function settleOpen() {
    const isUnderWay = inArray(charges.state, ['pending', 'unknown'])
    const isWaiting = inArray(refunds.state, ['pending', 'unknown', 'queued'])
    if ((await db.$count(charges, isUnderWay)) + (await db.$count(refunds, isWaiting)) === 0)
      return nothingToDo
    const createdAt = sql`created_at - interval '2 minutes'`
    await db.update(charges).set({ createdAt, leasedUntil: null }).where(isUnderWay)
    await reconcileOpenCharges(world)
    await isDue(db)
    await reconcileOpenRefunds(world)
  }

  async function hearOfSettlements() {
    const askSettlementAt = sql`now()`
    const sold = await db
      .update(charges)
      .set({ askSettlementAt })
      .where(isNotNull(charges.askSettlementAt))
      .returning()
    const back = await db
      .update(refunds)
      .set({ askSettlementAt })
      .where(isNotNull(refunds.askSettlementAt))
      .returning()
    if (sold.length + back.length === 0) return nothingToDo
    await askForSettlements(world, chargePurpose(world))
    await askForRefundSettlements(world)
  }

  async function askAgain() {
    const askAgainAt = sql`now()`
    const sold = await db.update(charges).set({ askAgainAt }).where(isNotNull(charges.askAgainAt)).returning()
    const back = await db.update(refunds).set({ askAgainAt }).where(isNotNull(refunds.askAgainAt)).returning()
    if (sold.length + back.length === 0) return nothingToDo
    await undoLateSales(world, chargePurpose(world))
    await findLateRefunds(world)
  }

  async function holdsEnd() {
    const heldUntil = sql`now() - interval '1 second'`
    const isHold = and(isNotNull(registrations.heldUntil), isNull(registrations.chargeId))
    const held = await db.update(registrations).set({ heldUntil }).where(isHold).returning()
    return held.length === 0 ? nothingToDo : sweepHolds(world)
  }

  return {
    'the site asks about what is open': [6, settleOpen],
    'the site hears what settled': [3, hearOfSettlements],
    'the site asks again about what nobody had seen': [6, askAgain],
    'holds run out': [1, holdsEnd],
    'a session begins': [
      0,
      () =>
        db
          .update(sessions)
          .set({ startsOn: addDays(today, -1) })
          .where(eq(sessions.id, orNotFound(pick(sessionIds)))),
    ],
  }
}
