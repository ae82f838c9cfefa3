import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { addProgrammeMail } from '#mail/programme-mail.server.ts'
import {
  checkHandedOverOn,
  checkPayingOut,
  checkWaiving,
  type HandedOver,
  lockFamily,
  lockPlaceMoney,
  payOut,
  type Why,
  waive,
} from '#offline-payments/desk-money.server.ts'
import { familyIds } from '#people/families.db.server.ts'
import { accounts, families } from '#people/people.tables.ts'
import { isActorsAccount } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { ChangeKind, ChangeReason } from '#platform/changes.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { orNotFound, Refusal, refuse } from '#platform/refusal.ts'
import { familyLimits, readProgramme } from '#platform/settings/programme.db.server.ts'
import { giveBackAtDesk } from '#refunds/give-back-at-desk.server.ts'
import { familyGoneMessage } from '#refunds/refusal-messages.ts'
import type { Family } from '#registrations/credit/free-credit.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { countOthersWho, type Member } from '#team/member.server.ts'
import { type SecondStep, takeSecondStep } from '#team/second-step/second-step.server.ts'
import { moneyActLabels } from './money-act-labels.ts'
import { type MoneyAct, moneyActs } from './money-acts.tables.ts'
import { lookBackDays, needsApproval } from './needs-approval.ts'

type DecidingMember = Pick<Member, 'actor' | 'accountId'>
type BackAs = 'money' | 'credit'
export type ActInput =
  | { kind: 'give up' | 'give back'; registrationId: number; cents: number; as: BackAs }
  | { kind: 'waive'; registrationId: number; cents: number }
  | ({ kind: 'pay out'; cents: number } & HandedOver)
/** `key`: idempotency key of the form. */
export type ActRequest = ActInput & { key: string; reason: ChangeReason; words?: string | undefined }

/** Carries out an act, or stores it as `asked` where a second member must approve it. */
export async function actOnMoney(
  world: World,
  family: Family,
  { actor }: DecidingMember,
  request: ActRequest,
) {
  const { key, reason, words, ...input } = request
  const row = { id: key, familyId: family.familyId, ...toRow(input), reason, askedBy: actor }
  const act = await world.db.transaction(async (tx) => {
    await lockFamily(tx, family)
    const before = await findAct(tx, key)
    if (before) return before.familyId === family.familyId ? before : refuse('not-found')
    await check(tx, family, input)
    if (await needsSecondMember(world, tx, family, input)) {
      const asked = await addAct(tx, { ...row, state: 'asked' })
      await log(tx, 'money asked for', family, asked, { actor, words })
      return asked
    }
    if (isRefundAct(input)) return undefined
    await doWithin(tx, family, input, { actor, reason, words })
    return addAct(tx, { ...row, state: 'done' })
  })
  if (act || !isRefundAct(input)) return orNotFound(act)
  return giveBack(world, family, input, { ...{ actor, reason, words }, key }, async (tx) => {
    if (await needsSecondMember(world, tx, family, input)) refuse('total-changed', changedMessage)
    await addAct(tx, { ...row, state: 'done' })
  })
}

const changedMessage =
  'More was given back to this family meanwhile. Send it again: a second member is asked.'

const findAct = async (db: Db, id: string): Promise<MoneyAct | undefined> =>
  (await db.select().from(moneyActs).where(eq(moneyActs.id, id)))[0]

async function addAct(tx: Db, row: typeof moneyActs.$inferInsert): Promise<MoneyAct> {
  const [act] = await tx.insert(moneyActs).values(row).onConflictDoNothing().returning()
  return act ?? refuse('not-possible', decidedMessage)
}

/**
 * Carries out an approved act; every check runs again, and after a refusal it stays `asked`. Approving one's own act
 * takes a second step, and is allowed only if nobody else can.
 */
export async function approve(
  world: World,
  id: string,
  member: DecidingMember,
  { step, address }: Confirmation,
) {
  const { act, family } = await readForDecision(world, id, member)
  if (act.state === 'done') return act
  const isSelfApproved = act.askedBy === member.actor
  if (isSelfApproved) await confirmAlone(world, member, step, address)
  const input = fromRow(act)
  const why = { actor: member.actor, reason: act.reason }
  const decide = async (tx: Db) => {
    const decided =
      (await end(tx, id, 'done', member, isSelfApproved)) ?? refuse('not-possible', decidedMessage)
    await logApproval(tx, family, decided, member, isSelfApproved)
    return decided
  }
  const done = await world.db.transaction(async (tx) => {
    await lockFamily(tx, family)
    const before = await findAct(tx, id)
    if (before?.state === 'done') return before
    await check(tx, family, input)
    if (isRefundAct(input)) return undefined
    await doWithin(tx, family, input, why)
    return decide(tx)
  })
  if (done || !isRefundAct(input)) return orNotFound(done)
  return giveBack(world, family, input, { ...why, key: id }, decide)
}
export type Confirmation = { step: SecondStep; address: string }

/** Also to withdraw one's own. */
export async function refuseAct(world: World, id: string, member: DecidingMember) {
  const { act, family } = await readForDecision(world, id, member)
  return world.db.transaction(async (tx) => {
    await lockFamily(tx, family)
    const ended = await end(tx, id, 'refused', member, false)
    if (!ended) refuse('not-possible', decidedMessage)
    await log(tx, 'money refused', family, act, member)
  })
}

const decidedMessage = 'This was decided meanwhile.'
const otherApproverMessage = 'Another owner or treasurer approves it.'

/** Nobody else has the right to approve. */
export const isAlone = async (db: Db, { accountId }: Pick<DecidingMember, 'accountId'>): Promise<boolean> =>
  (await countOthersWho(db, 'give back', accountId)) === 0

async function confirmAlone(world: World, { accountId }: DecidingMember, step: SecondStep, address: string) {
  if (!(await isAlone(world.db, { accountId }))) refuse('not-possible', otherApproverMessage)
  if (!step.code && !step.passkey) refuse('wrong-code', 'Write the code that your app shows now.')
  await takeSecondStep(world, accountId, step, address)
}

/** An act whose family's account is gone is refused. */
async function readForDecision({ db }: World, id: string, member: DecidingMember) {
  const [row] = await db
    .select({ act: moneyActs, accountId: accounts.id, familyId: accounts.familyId })
    .from(moneyActs)
    .leftJoin(families, eq(families.id, moneyActs.familyId))
    .leftJoin(accounts, eq(accounts.familyId, sql`coalesce(${families.mergedInto}, ${families.id})`))
    .where(eq(moneyActs.id, id))
  const { act, accountId, familyId } = orNotFound(row)
  if (act.state === 'refused') refuse('not-possible', decidedMessage)
  if (accountId && familyId) return { act, family: { accountId, familyId } }
  await db.transaction((tx) => end(tx, id, 'refused', member, false))
  return refuse('not-possible', familyGoneMessage)
}

/** Idempotent: undefined if decided already. */
async function end(tx: Db, id: string, state: 'done' | 'refused', { actor }: DecidingMember, alone: boolean) {
  const [act] = await tx
    .update(moneyActs)
    .set({ state, decidedBy: actor, decidedAt: sql`now()`, isAlone: alone })
    .where(and(eq(moneyActs.id, id), eq(moneyActs.state, 'asked')))
    .returning()
  return act
}

async function logApproval(tx: Db, family: Family, act: MoneyAct, { actor }: DecidingMember, alone: boolean) {
  await log(tx, 'money approved', family, act, { actor, alone })
  if (!alone) return
  const [row] = await tx
    .select({ number: families.number })
    .from(families)
    .where(eq(families.id, family.familyId))
  await addProgrammeMail(
    tx,
    await readProgramme(tx),
    `${dollars(act.cents)} given away by one member alone`,
    [
      `Family ${orNotFound(row).number}: ${moneyActLabels[act.kind]}, ${dollars(act.cents)}. Nobody else has the right to approve it, so the member who asked for it confirmed it with the second step.`,
      'The log of the desk says who it was. If that is not right, write to the member at once.',
    ],
  )
}

async function log(tx: Db, what: ChangeKind, family: Family, act: MoneyAct, by: LogAuthor) {
  const [place] = act.registrationId
    ? await tx
        .select({ personId: registrations.personId, sessionId: registrations.sessionId })
        .from(registrations)
        .where(eq(registrations.id, act.registrationId))
    : []
  await addChange(tx, {
    ...{ actor: by.actor, what, familyId: family.familyId, ...place, reason: act.reason },
    after: { amountCents: act.cents, ...(by.alone && { isAlone: true }) },
    ...(by.words && { words: by.words }),
    isOwnFamily: isActorsAccount(by.actor, family.accountId),
  })
}
type LogAuthor = Pick<DecidingMember, 'actor'> & { words?: string | undefined; alone?: boolean }

/** Checks against the current balances, before asking too. */
async function check(tx: Db, family: Family, input: ActInput): Promise<void> {
  if (input.kind === 'pay out') {
    await checkPayingOut(tx, family, input.cents)
    return checkHandedOverOn(tx, input.givenOn)
  }
  const place = await lockPlaceMoney(tx, family, input.registrationId)
  if (input.kind === 'waive') return checkWaiving(input.cents, place.owedCents)
  if (place.removedAt) refuse('not-possible', 'This place was given up meanwhile.')
  if (input.cents > place.paidCents)
    refuse('total-changed', `${dollars(place.paidCents)} was paid for this place: no more can go back.`)
  if (place.paidCents === 0) refuse('total-changed', 'Nothing is paid for this place any more.')
}

async function needsSecondMember(world: World, tx: Db, family: Family, input: ActInput): Promise<boolean> {
  const programme = await readProgramme(tx)
  const { givenBackByOneCents } = familyLimits(programme, world.env)
  const [before] = await tx
    .select({ cents: sql<number>`coalesce(sum(${moneyActs.cents}), 0)::int` })
    .from(moneyActs)
    .where(
      and(
        inArray(moneyActs.familyId, familyIds(family.familyId)),
        inArray(moneyActs.state, ['asked', 'done']),
        gt(moneyActs.askedAt, sql`now() - make_interval(days => ${lookBackDays})`),
      ),
    )
  return needsApproval({
    ...{ cents: input.cents, beforeCents: before?.cents ?? 0, limitCents: givenBackByOneCents },
    startsOn: 'registrationId' in input ? await readFirstDay(tx, input.registrationId) : undefined,
    today: todayIn(programme.timeZone),
  })
}

async function readFirstDay(tx: Db, registrationId: number) {
  const [session] = await tx
    .select({ startsOn: sessions.startsOn })
    .from(registrations)
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .where(eq(registrations.id, registrationId))
  return session?.startsOn
}

type RefundAct = Extract<ActInput, { as: BackAs }>
const isRefundAct = (input: ActInput): input is RefundAct =>
  input.kind === 'give up' || input.kind === 'give back'

/** Acts without the gateway: in the same transaction as their row. */
async function doWithin(tx: Db, family: Family, input: Exclude<ActInput, RefundAct>, why: Why) {
  if (input.kind === 'waive') return waive(tx, family, input.registrationId, input.cents, why)
  const { how, reference, givenOn } = input
  return payOut(tx, family, input.cents, why, { how, reference, givenOn })
}

/** Refunds in one transaction with the act's row. If the same form was processed meanwhile, returns its act. */
async function giveBack(
  world: World,
  { accountId }: Family,
  { kind, registrationId, cents, as }: RefundAct,
  { key, ...why }: Why & { key: string },
  within: (tx: Db) => Promise<unknown>,
): Promise<MoneyAct> {
  const back = { registrationId, accountId, backCents: cents, as, givesUp: kind === 'give up' }
  try {
    await giveBackAtDesk(world, { ...back, ...why }, within)
  } catch (problem) {
    const before = problem instanceof Refusal ? await findAct(world.db, key) : undefined
    if (before?.state === 'done') return before
    throw problem
  }
  return orNotFound(await findAct(world.db, key))
}

function toRow(input: ActInput): Pick<MoneyAct, 'kind' | 'cents' | 'registrationId' | 'details'> {
  const { kind, cents } = input
  if (input.kind === 'pay out') {
    const { how, reference, givenOn } = input
    return { kind, cents, registrationId: null, details: { how, reference, givenOn } }
  }
  const { registrationId } = input
  return { kind, cents, registrationId, details: isRefundAct(input) ? { as: input.as } : {} }
}

/** The reverse of `toRow`. */
function fromRow({ kind, cents, registrationId, details }: MoneyAct): ActInput {
  if (kind === 'pay out') return { kind, cents, ...(details as HandedOver) }
  const place = { cents, registrationId: orNotFound(registrationId) }
  return kind === 'waive' ? { kind, ...place } : { kind, ...place, as: details.as as BackAs }
}
