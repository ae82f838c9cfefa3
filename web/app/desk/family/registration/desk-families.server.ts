import { eq, sql } from 'drizzle-orm'
import { processCart } from '#checkout/process-cart.server.ts'
import type { DeskFamily } from '#desk/family/family.server.ts'
import { createDeskAccount, type DeskAccount, mailWelcome } from '#people/accounts/desk-account.server.ts'
import { liabilityRelease } from '#people/accounts/sign-up/liability.ts'
import { signRelease } from '#people/accounts/sign-up/releases.db.server.ts'
import type { NewPerson } from '#people/people.schema.ts'
import { families, people } from '#people/people.tables.ts'
import { createPlayer } from '#people/players/players.server.ts'
import { type Actor, isActorsAccount } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound, Refusal, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { deskOpening } from './desk-sessions.server.ts'

export type NewDeskFamily = {
  parent: DeskAccount
  player: NewPerson
  /** Idempotency key of the form, used as the player's id. */
  key: string
}

/** Creates an account with a player. If the email has an account, returns its family and creates nothing. */
export function addFamilyAtDesk({ db, env }: World, { parent, player, key }: NewDeskFamily, actor: Actor) {
  return db.transaction(async (tx) => {
    // Serialises concurrent submits of the same form.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
    const [made] = await tx.select({ familyId: people.familyId }).from(people).where(eq(people.id, key))
    if (made?.familyId) return { number: await readNumber(tx, made.familyId), isNew: true }
    const { isNew, ...holder } = await createDeskAccount(tx, parent, { actor, siteUrl: env.siteUrl })
    if (isNew) await addPlayer(tx, env, holder, player, actor, key)
    return { number: await readNumber(tx, holder.familyId), isNew }
  })
}

async function readNumber(tx: Db, familyId: string): Promise<number> {
  const [family] = await tx
    .select({ number: families.number })
    .from(families)
    .where(eq(families.id, familyId))
  return orNotFound(family).number
}

export const addPlayerAtDesk = ({ db, env }: World, family: DeskFamily, form: NewPerson, actor: Actor) =>
  db.transaction((tx) => addPlayer(tx, env, family, form, actor))

async function addPlayer(
  tx: Db,
  env: World['env'],
  holder: { accountId: string; familyId: string },
  form: NewPerson,
  actor: Actor,
  id?: string,
) {
  const { accountId, familyId } = holder
  const player = await createPlayer({ db: tx, env }, holder, form, id)
  const isOwnFamily = isActorsAccount(actor, accountId)
  await addChange(tx, { actor, what: 'player added', familyId, personId: player.id, isOwnFamily })
  return player
}

export type DeskPlace = {
  personId: string
  sessionId: number
  seenCents: number
  /** Per form. */
  idempotencyKey: string
  /** Reason for registering outside the opening. */
  words: string
}

/** Registers at once, to be paid later. Does not exceed the places. */
export async function registerAtDesk(world: World, family: DeskFamily, place: DeskPlace, actor: Actor) {
  const { accountId, familyId, kind, email } = family
  const { personId, sessionId, seenCents, idempotencyKey, words } = place
  const { lastDay, asksWhy } = await deskOpening(world.db, sessionId)
  if (asksWhy && !words) refuse('not-possible', asksWhy)
  const visitor = { accountId, familyId, kind, email: email ?? '' }
  const cart = { method: 'later' as const, places: [{ personId, sessionId, seenCents }], idempotencyKey }
  try {
    return await processCart(world, visitor, cart, { actor, words, lastDay })
  } catch (problem) {
    if (!(problem instanceof Refusal) || problem.code !== 'cart-changed') throw problem
    const { codes, problems } = problem.facts as { codes: string[]; problems: string[] }
    if (codes[0] === 'full')
      refuse(
        'not-possible',
        'This session is full. Put the family on its waiting list, at the end or the head.',
      )
    return refuse('not-possible', problems[0])
  }
}

/** The programme keeps the paper. */
export function noteSignedOnPaper({ db }: World, { accountId, familyId }: DeskFamily, actor: Actor) {
  return db.transaction(async (tx) => {
    const { version } = liabilityRelease(await readProgramme(tx))
    const signed = { accountId, version, how: 'paper' as const, by: actor }
    if (!(await signRelease(tx, signed))) return
    const isOwnFamily = isActorsAccount(actor, accountId)
    await addChange(tx, { actor, what: 'release signed on paper', familyId, isOwnFamily })
  })
}

/** Mails the welcome link again, for choosing a password and signing. */
export function askForRelease(
  { db, env }: World,
  { accountId, familyId, ...family }: DeskFamily,
  actor: Actor,
) {
  if (!family.isUnopened || !family.email) refuse('not-possible')
  return db.transaction(async (tx) => {
    await mailWelcome(tx, { id: accountId, email: family.email }, env)
    const isOwnFamily = isActorsAccount(actor, accountId)
    await addChange(tx, { actor, what: 'release asked for', familyId, isOwnFamily })
  })
}
