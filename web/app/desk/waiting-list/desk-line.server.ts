import { and, eq, isNull } from 'drizzle-orm'
import { processCart } from '#checkout/process-cart.server.ts'
import type { DeskFamily } from '#desk/family/family.server.ts'
import { type Actor, isActorsAccount } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { ChangeKind, ChangeReason } from '#platform/changes.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound, Refusal, refuse } from '#platform/refusal.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { addEntry, type Joining, lockEntry } from '#waiting-list/join-list.server.ts'
import { moveToHead } from '#waiting-list/move-ahead.server.ts'
import { endLockedEntry, takeFreePlace } from '#waiting-list/offers/answer-offer.server.ts'
import { tendLine } from '#waiting-list/offers/make-offers.server.ts'
import { phaseAt } from '#waiting-list/offers/next-offer.ts'
import { entriesInLine, findLineSession } from '#waiting-list/waiting-line.db.server.ts'

type Why = { reason: ChangeReason; words: string }

/**
 * Adds a family to a full session's list, release signed or not: at the end, or with a reason at the head. Already at
 * the head, it is not logged as moved.
 */
export async function putInLine(
  world: World,
  family: DeskFamily,
  { atHead, ...joining }: Joining & { atHead?: Why | undefined },
  actor: Actor,
): Promise<void> {
  const { sessionId } = joining
  await world.db.transaction(async (tx) => {
    const { entryId } = await addEntry(tx, family, joining, { requiresRelease: false })
    await logChange(tx, family, { actor, what: 'put on the waiting list', sessionId })
    if (!atHead) return
    await checkMovable(tx, sessionId)
    if (await isAtHead(tx, sessionId, entryId)) return
    await moveToHead(tx, { id: entryId, sessionId })
    await logChange(tx, family, { actor, what: 'moved ahead on the waiting list', sessionId, ...atHead })
  })
  await tendLine(world, sessionId)
}

export async function moveAheadAtDesk(
  world: World,
  family: DeskFamily,
  entryId: number,
  why: Why,
  actor: Actor,
): Promise<void> {
  const moved = await world.db.transaction(async (tx) => {
    const { sessionId, offeredAt } = await lockFamilyEntry(tx, family, entryId)
    if (offeredAt) refuse('not-possible', 'This family is offered its places already.')
    await checkMovable(tx, sessionId)
    if (await isAtHead(tx, sessionId, entryId))
      refuse('not-possible', 'This family is at the head of the list already.')
    await moveToHead(tx, { id: entryId, sessionId })
    await logChange(tx, family, { actor, what: 'moved ahead on the waiting list', sessionId, ...why })
    return sessionId
  })
  await tendLine(world, moved)
}

/** Ends a family's entry, declining its offer if it has one. */
export async function leaveListAtDesk(
  world: World,
  family: DeskFamily,
  entryId: number,
  why: Why,
  actor: Actor,
): Promise<void> {
  const endedSessionId = await world.db.transaction(async (tx) => {
    const entry = await lockFamilyEntry(tx, family, entryId)
    await endLockedEntry(tx, entry)
    const { sessionId } = entry
    await logChange(tx, family, { actor, what: 'left the waiting list', sessionId, ...why })
    return sessionId
  })
  await tendLine(world, endedSessionId)
}

type Accepting = { entryId: number; seenCents: number; idempotencyKey: string }

/** Registers the offered children, to be paid later. From a day before the first meeting it takes free places first. */
export async function registerFromList(
  world: World,
  family: DeskFamily,
  { entryId, seenCents, idempotencyKey }: Accepting,
  actor: Actor,
): Promise<void> {
  const { accountId, familyId, kind, email } = family
  const visitor = { accountId, familyId, kind, email: email ?? '' }
  if ((await listOfferPlaces(world.db, accountId, entryId)).length === 0)
    await takeFreePlace(world, visitor, entryId).catch(rethrowForDesk)
  const offered = await listOfferPlaces(world.db, accountId, entryId)
  if (offered.length === 0) refuse('not-possible', offerIsOver)
  const places = offered
    .filter(({ isHeld }) => isHeld)
    .map(({ isHeld: _, ...place }) => ({ ...place, seenCents }))
  // Double submit, or the family was faster.
  if (places.length === 0) return
  await processCart(world, visitor, { method: 'later', places, idempotencyKey }, { actor }).catch(
    rethrowForDesk,
  )
}

const offerIsOver = 'This offer is over, and its places go to the next family.'
const isGone = 'This family is not on the list any more.'

async function listOfferPlaces(db: Db, accountId: string, entryId: number) {
  const { personId, sessionId, heldUntil, offerOf, removedAt } = registrations
  const rows = await db
    .select({ personId, sessionId, heldUntil })
    .from(registrations)
    .where(and(eq(offerOf, entryId), eq(registrations.accountId, accountId), isNull(removedAt)))
  return rows.map(({ heldUntil, ...place }) => ({ ...place, isHeld: heldUntil !== null }))
}

/** Rewords a family's refusal for the desk. */
function rethrowForDesk(problem: unknown): never {
  if (!(problem instanceof Refusal)) throw problem
  const { code, facts } = problem
  if (code === 'not-found') return refuse('not-possible', isGone)
  if (code === 'full') return refuse('not-possible', 'Somebody was faster. The family is still in line.')
  if (code !== 'cart-changed') throw problem
  const { codes, problems } = facts as { codes: (string | null)[]; problems: (string | null)[] }
  const isFull = codes.includes('full')
  return refuse('not-possible', isFull ? offerIsOver : (problems.find((text) => text !== null) ?? undefined))
}

async function lockFamilyEntry(tx: Db, { accountId }: DeskFamily, entryId: number) {
  return (await lockEntry(tx, accountId, entryId)) ?? refuse('not-possible', isGone)
}

async function checkMovable(tx: Db, sessionId: number): Promise<void> {
  const session = orNotFound(await findLineSession(tx, sessionId))
  if (!session.isActive) refuse('not-possible', 'This session is no longer offered.')
  const phase = phaseAt(session.now, session)
  if (phase === 'over') refuse('not-possible', 'This session has begun, and its waiting list is over.')
  if (phase === 'first press')
    refuse(
      'not-possible',
      'From a day before the first meeting nobody is moved ahead: who of the list takes a place first has it. Register the player from the page of the family as soon as one is free.',
    )
}

async function isAtHead(tx: Db, sessionId: number, entryId: number): Promise<boolean> {
  const [head] = await entriesInLine(tx, sessionId).limit(1)
  return head?.id === entryId
}

type ChangeEntry = { actor: Actor; what: ChangeKind; sessionId: number } & Partial<Why>

const logChange = (tx: Db, { accountId, familyId }: DeskFamily, change: ChangeEntry) =>
  addChange(tx, { ...change, familyId, isOwnFamily: isActorsAccount(change.actor, accountId) })
