import { eq, sql } from 'drizzle-orm'
import { processCart } from '#checkout/process-cart.server.ts'
import { deskOpening } from '#desk/family/desk-sessions.server.ts'
import type { DeskFamily } from '#desk/family/family.server.ts'
import { createDeskAccount, type DeskAccount, mailWelcome } from '#people/accounts/desk-account.server.ts'
import { liabilityRelease } from '#people/accounts/sign-up/liability.ts'
import { signRelease } from '#people/accounts/sign-up/releases.db.server.ts'
import type { NewPerson } from '#people/people.schema.ts'
import { families, people } from '#people/people.tables.ts'
import { createPlayer } from '#people/players/players.server.ts'
import { type Actor, isOwnFamilyOf } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { found, Refusal, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'

export type NewDeskFamily = {
  parent: DeskAccount
  player: NewPerson
  /** One for each form, and the player's id: sent twice, it makes one family. */
  key: string
}

/**
 * Makes a family for somebody who came to the desk, or called. An address that has an account opens its family instead,
 * and nothing is made.
 */
export function addFamilyAtDesk({ db, env }: World, { parent, player, key }: NewDeskFamily, actor: Actor) {
  return db.transaction(async (tx) => {
    // The same form sent twice at once takes turns.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
    const [made] = await tx.select({ familyId: people.familyId }).from(people).where(eq(people.id, key))
    if (made?.familyId) return { number: await numberOf(tx, made.familyId), isNew: true }
    const { isNew, ...holder } = await createDeskAccount(tx, parent, { actor, siteUrl: env.siteUrl })
    if (isNew) await addPlayer(tx, env, holder, player, actor, key)
    return { number: await numberOf(tx, holder.familyId), isNew }
  })
}

async function numberOf(tx: Db, familyId: string): Promise<number> {
  const [family] = await tx
    .select({ number: families.number })
    .from(families)
    .where(eq(families.id, familyId))
  return found(family).number
}

/** A child of a family that came to the desk, or called. */
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
  const isOwnFamily = isOwnFamilyOf(actor, accountId)
  await addChange(tx, { actor, what: 'player added', familyId, personId: player.id, isOwnFamily })
  return player
}

export type DeskPlace = {
  personId: string
  sessionId: number
  seenCents: number
  /** One for each form: sent twice, it gives one place. */
  idempotencyKey: string
  /** Why before registration opens, after it closed, or after the session began. */
  words: string
}

/** Gives a player a place at once, to be paid later. A full session stays as full as it is. */
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

/** The parent signed the release on paper, which the programme keeps. */
export function noteSignedOnPaper({ db }: World, { accountId, familyId }: DeskFamily, actor: Actor) {
  return db.transaction(async (tx) => {
    const { version } = liabilityRelease(await readProgramme(tx))
    const signed = { accountId, version, how: 'paper' as const, by: actor }
    if (!(await signRelease(tx, signed))) return
    const isOwnFamily = isOwnFamilyOf(actor, accountId)
    await addChange(tx, { actor, what: 'release signed on paper', familyId, isOwnFamily })
  })
}

/** Mails the link once more by which a family that was made at the desk chooses a password and signs. */
export function askForRelease(
  { db, env }: World,
  { accountId, familyId, ...family }: DeskFamily,
  actor: Actor,
) {
  if (!family.isUnopened || !family.email) refuse('not-possible')
  return db.transaction(async (tx) => {
    await mailWelcome(tx, { id: accountId, email: family.email }, env)
    const isOwnFamily = isOwnFamilyOf(actor, accountId)
    await addChange(tx, { actor, what: 'release asked for', familyId, isOwnFamily })
  })
}
