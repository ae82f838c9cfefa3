import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import {
  checkGivenOn,
  checkPayingOut,
  checkWaiving,
  type HandedOver,
  lockFamily,
  lockMoneyOf,
  payOut,
  type Why,
  waive,
} from '#by-hand/desk-money.server.ts'
import { sessions } from '#events/events.tables.ts'
import { addProgrammeMail } from '#mail/programme-mail.server.ts'
import { idsOfFamily } from '#people/families.db.server.ts'
import { accounts, families } from '#people/people.tables.ts'
import { isOwnFamilyOf } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { ChangeReason, ChangeWord } from '#platform/changes.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { found, Refusal, refuse } from '#platform/refusal.ts'
import { familyLimits, readProgramme } from '#platform/settings/programme.db.server.ts'
import { giveBackAtDesk } from '#refunds/give-back-at-desk.server.ts'
import { familyGoneWords } from '#refunds/refused-words.ts'
import type { Family } from '#registrations/credit/credit.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { countOthersWho, type Member } from '#team/member.server.ts'
import { type SecondStep, takeSecondStep } from '#team/second-step/second-step.server.ts'
import { moneyActWords } from './money-act-words.ts'
import { type MoneyAct, moneyActs } from './money-acts.tables.ts'
import { lookBackDays, needsApproval } from './second-pair.ts'

type Who = Pick<Member, 'actor' | 'accountId'>
type BackAs = 'money' | 'credit'
export type Giving =
  | { kind: 'give up' | 'give back'; registrationId: number; cents: number; as: BackAs }
  | { kind: 'waive'; registrationId: number; cents: number }
  | ({ kind: 'pay out'; cents: number } & HandedOver)
/** `key` is the form's: what is sent twice is one act. */
export type Asking = Giving & { key: string; reason: ChangeReason; words?: string | undefined }

/**
 * Does what a member of the desk gives away of the programme's money, or asks a second one to approve it. Answers the act:
 * `done`, or `asked` where it waits and nothing is done yet.
 */
export async function actOnMoney(world: World, family: Family, { actor }: Who, asking: Asking) {
  const { key, reason, words, ...giving } = asking
  const row = { id: key, familyId: family.familyId, ...rowOf(giving), reason, askedBy: actor }
  const act = await world.db.transaction(async (tx) => {
    await lockFamily(tx, family)
    const before = await actOf(tx, key)
    if (before) return before.familyId === family.familyId ? before : refuse('not-found')
    await check(tx, family, giving)
    if (await waits(world, tx, family, giving)) {
      const asked = await addAct(tx, { ...row, state: 'asked' })
      await log(tx, 'money asked for', family, asked, { actor, words })
      return asked
    }
    if (givesBack(giving)) return undefined
    await doWithin(tx, family, giving, { actor, reason, words })
    return addAct(tx, { ...row, state: 'done' })
  })
  if (act || !givesBack(giving)) return found(act)
  return giveBack(world, family, giving, { ...{ actor, reason, words }, key }, async (tx) => {
    if (await waits(world, tx, family, giving)) refuse('total-changed', changedWords)
    await addAct(tx, { ...row, state: 'done' })
  })
}

const changedWords = 'More was given back to this family meanwhile. Send it again: a second member is asked.'

const actOf = async (db: Db, id: string): Promise<MoneyAct | undefined> =>
  (await db.select().from(moneyActs).where(eq(moneyActs.id, id)))[0]

async function addAct(tx: Db, row: typeof moneyActs.$inferInsert): Promise<MoneyAct> {
  const [act] = await tx.insert(moneyActs).values(row).onConflictDoNothing().returning()
  return act ?? refuse('not-possible', decidedWords)
}

/**
 * A second member approves what was asked for, and it is done now: all that is checked is checked again, and what is
 * refused then stays asked. Who asked may approve only where nobody else can, with the second step taken now.
 */
export async function approve(world: World, id: string, member: Who, { step, address }: Confirming) {
  const { act, family } = await readForDecision(world, id, member)
  if (act.state === 'done') return act
  const isOwn = act.askedBy === member.actor
  if (isOwn) await confirmAlone(world, member, step, address)
  const giving = givingOf(act)
  const why = { actor: member.actor, reason: act.reason }
  const decide = async (tx: Db) => {
    const decided = (await end(tx, id, 'done', member, isOwn)) ?? refuse('not-possible', decidedWords)
    await tellApproved(tx, family, decided, member, isOwn)
    return decided
  }
  const done = await world.db.transaction(async (tx) => {
    await lockFamily(tx, family)
    const before = await actOf(tx, id)
    if (before?.state === 'done') return before
    await check(tx, family, giving)
    if (givesBack(giving)) return undefined
    await doWithin(tx, family, giving, why)
    return decide(tx)
  })
  if (done || !givesBack(giving)) return found(done)
  return giveBack(world, family, giving, { ...why, key: id }, decide)
}
export type Confirming = { step: SecondStep; address: string }

/** Nothing of it is done. Who asked may withdraw it so. */
export async function refuseAct(world: World, id: string, member: Who) {
  const { act, family } = await readForDecision(world, id, member)
  return world.db.transaction(async (tx) => {
    await lockFamily(tx, family)
    const ended = await end(tx, id, 'refused', member, false)
    if (!ended) refuse('not-possible', decidedWords)
    await log(tx, 'money refused', family, act, member)
  })
}

const decidedWords = 'This was decided meanwhile.'
const aloneWords = 'Another owner or treasurer approves it.'

/** Whether only this member can approve what this member asked for. */
export const isAlone = async (db: Db, { accountId }: Pick<Who, 'accountId'>): Promise<boolean> =>
  (await countOthersWho(db, 'give back', accountId)) === 0

async function confirmAlone(world: World, { accountId }: Who, step: SecondStep, address: string) {
  if (!(await isAlone(world.db, { accountId }))) refuse('not-possible', aloneWords)
  if (!step.code && !step.passkey) refuse('wrong-code', 'Write the code that your app shows now.')
  await takeSecondStep(world, accountId, step, address)
}

/** An act whose family has no account any more is refused, and said to be. */
async function readForDecision({ db }: World, id: string, member: Who) {
  const [row] = await db
    .select({ act: moneyActs, accountId: accounts.id, familyId: accounts.familyId })
    .from(moneyActs)
    .leftJoin(families, eq(families.id, moneyActs.familyId))
    .leftJoin(accounts, eq(accounts.familyId, sql`coalesce(${families.mergedInto}, ${families.id})`))
    .where(eq(moneyActs.id, id))
  const { act, accountId, familyId } = found(row)
  if (act.state === 'refused') refuse('not-possible', decidedWords)
  if (accountId && familyId) return { act, family: { accountId, familyId } }
  await db.transaction((tx) => end(tx, id, 'refused', member, false))
  return refuse('not-possible', familyGoneWords)
}

/** Decides it once. */
async function end(tx: Db, id: string, state: 'done' | 'refused', { actor }: Who, alone: boolean) {
  const [act] = await tx
    .update(moneyActs)
    .set({ state, decidedBy: actor, decidedAt: sql`now()`, isAlone: alone })
    .where(and(eq(moneyActs.id, id), eq(moneyActs.state, 'asked')))
    .returning()
  return act
}

async function tellApproved(tx: Db, family: Family, act: MoneyAct, { actor }: Who, alone: boolean) {
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
      `Family ${found(row).number}: ${moneyActWords[act.kind]}, ${dollars(act.cents)}. Nobody else has the right to approve it, so the member who asked for it confirmed it with the second step.`,
      'The log of the desk says who it was. If that is not right, write to the member at once.',
    ],
  )
}

async function log(tx: Db, what: ChangeWord, family: Family, act: MoneyAct, by: By) {
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
    isOwnFamily: isOwnFamilyOf(by.actor, family.accountId),
  })
}
type By = Pick<Who, 'actor'> & { words?: string | undefined; alone?: boolean }

/** Whether it can be done as the money stands now; nothing is asked for that cannot. */
async function check(tx: Db, family: Family, giving: Giving): Promise<void> {
  if (giving.kind === 'pay out') {
    await checkPayingOut(tx, family, giving.cents)
    return checkGivenOn(tx, giving.givenOn)
  }
  const place = await lockMoneyOf(tx, family, giving.registrationId)
  if (giving.kind === 'waive') return checkWaiving(giving.cents, place.owedCents)
  if (place.removedAt) refuse('not-possible', 'This place was given up meanwhile.')
  if (giving.cents > place.paidCents)
    refuse('total-changed', `${dollars(place.paidCents)} was paid for this place: no more can go back.`)
  if (place.paidCents === 0) refuse('total-changed', 'Nothing is paid for this place any more.')
}

async function waits(world: World, tx: Db, family: Family, giving: Giving): Promise<boolean> {
  const programme = await readProgramme(tx)
  const { givenBackByOneCents } = familyLimits(programme, world.env)
  const [before] = await tx
    .select({ cents: sql<number>`coalesce(sum(${moneyActs.cents}), 0)::int` })
    .from(moneyActs)
    .where(
      and(
        inArray(moneyActs.familyId, idsOfFamily(family.familyId)),
        inArray(moneyActs.state, ['asked', 'done']),
        gt(moneyActs.askedAt, sql`now() - make_interval(days => ${lookBackDays})`),
      ),
    )
  return needsApproval({
    ...{ cents: giving.cents, beforeCents: before?.cents ?? 0, limitCents: givenBackByOneCents },
    startsOn: 'registrationId' in giving ? await firstDayOf(tx, giving.registrationId) : undefined,
    today: todayIn(programme.timeZone),
  })
}

async function firstDayOf(tx: Db, registrationId: number) {
  const [session] = await tx
    .select({ startsOn: sessions.startsOn })
    .from(registrations)
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .where(eq(registrations.id, registrationId))
  return session?.startsOn
}

type GivenBack = Extract<Giving, { as: BackAs }>
const givesBack = (giving: Giving): giving is GivenBack =>
  giving.kind === 'give up' || giving.kind === 'give back'

/** What needs no gateway is done with its row. */
async function doWithin(tx: Db, family: Family, giving: Exclude<Giving, GivenBack>, why: Why) {
  if (giving.kind === 'waive') return waive(tx, family, giving.registrationId, giving.cents, why)
  const { how, reference, givenOn } = giving
  return payOut(tx, family, giving.cents, why, { how, reference, givenOn })
}

/** Gives it back, with its row in the same transaction. Where the same form did so meanwhile, that is the answer. */
async function giveBack(
  world: World,
  { accountId }: Family,
  { kind, registrationId, cents, as }: GivenBack,
  { key, ...why }: Why & { key: string },
  within: (tx: Db) => Promise<unknown>,
): Promise<MoneyAct> {
  const back = { registrationId, accountId, backCents: cents, as, givesUp: kind === 'give up' }
  try {
    await giveBackAtDesk(world, { ...back, ...why }, within)
  } catch (problem) {
    const before = problem instanceof Refusal ? await actOf(world.db, key) : undefined
    if (before?.state === 'done') return before
    throw problem
  }
  return found(await actOf(world.db, key))
}

function rowOf(giving: Giving): Pick<MoneyAct, 'kind' | 'cents' | 'registrationId' | 'details'> {
  const { kind, cents } = giving
  if (giving.kind === 'pay out') {
    const { how, reference, givenOn } = giving
    return { kind, cents, registrationId: null, details: { how, reference, givenOn } }
  }
  const { registrationId } = giving
  return { kind, cents, registrationId, details: givesBack(giving) ? { as: giving.as } : {} }
}

/** What `rowOf` has kept. */
function givingOf({ kind, cents, registrationId, details }: MoneyAct): Giving {
  if (kind === 'pay out') return { kind, cents, ...(details as HandedOver) }
  const place = { cents, registrationId: found(registrationId) }
  return kind === 'waive' ? { kind, ...place } : { kind, ...place, as: details.as as BackAs }
}
