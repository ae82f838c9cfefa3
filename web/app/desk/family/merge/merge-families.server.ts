import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { events, sessions } from '#events/events.tables.ts'
import { careNotes, contacts } from '#people/care/care.tables.ts'
import { familyTables, listFamilyIds } from '#people/families.db.server.ts'
import { isFromDesk } from '#people/people.db.server.ts'
import {
  accounts,
  families,
  familyMerges,
  formerNames,
  type MergedRows,
  people,
  releases,
} from '#people/people.tables.ts'
import { type Actor, isActorsAccount } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { ChangeReason } from '#platform/changes.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { deletedPlayer } from '#registrations/erase-people.server.ts'
import { isLive } from '#registrations/family/delete-player.server.ts'
import { receipts } from '#registrations/receipts.tables.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { leaveLaterTurns, lockLists, moveEntries } from './merge-lists.server.ts'

/**
 * Tables with a player's rows: the key that identifies a row for undoing, and the column that must be unique per
 * player.
 */
export const playerTables = [
  ['registrations', 'id'],
  ['attendance', 'id'],
  ['absences', 'meeting_id', 'meeting_id'],
  ['meeting_guests', 'meeting_id', 'meeting_id'],
  ['care_notes', 'person_id'],
  ['care_views', 'id'],
  ['photo_consents', 'id'],
  ['contacts', 'id'],
  ['waiting_players', 'entry_id'],
  ['age_exceptions', 'id', 'session_id'],
] as const

export type OneFamily = {
  familyId: string
  accountId: string
  number: number
  email: string | null
  isUnopened: boolean
}
export type Merge = {
  stays: OneFamily
  goes: OneFamily
  /** Duplicate player → player of the family that stays. */
  samePlayers: ReadonlyMap<string, string>
}
type Why = { actor: Actor; reason: ChangeReason; words: string }

/**
 * The family that stays: with a password, else with an email, else the older. One with a password never goes, so no
 * log-in or saved card is lost.
 */
export function mergeOrder<Family extends OneFamily>(
  one: Family,
  other: Family,
): { stays: Family; goes: Family } {
  if (one.familyId === other.familyId) refuse('not-possible', 'This is the same family.')
  const [stays, goes] = [one, other].sort(
    (a, b) =>
      Number(a.isUnopened) - Number(b.isUnopened) ||
      Number(!a.email) - Number(!b.email) ||
      a.number - b.number,
  )
  if (!orNotFound(goes).isUnopened) refuse('not-possible', bothLogIn)
  return { stays: orNotFound(stays), goes: orNotFound(goes) }
}

const bothLogIn =
  'Both families have a password, and neither can go. Ask the parents which account they keep; the other one they delete themselves.'

/**
 * Moves all rows to the account that stays. They keep their original family id, whose `merged_into` points on.
 * `undoMerge` reverts it within a day.
 */
export function mergeFamilies(db: Db, { stays, goes, samePlayers }: Merge, why: Why): Promise<void> {
  return db.transaction(async (tx) => {
    const account = await lockBoth(tx, stays, goes)
    const [from, to] = [goes.accountId, stays.accountId]
    await lockLists(tx, [from, to])
    const isGoing = or(eq(people.role, 'parent'), inArray(people.id, [...samePlayers.keys()]))
    const saved: MergedRows = {
      account,
      people: await snapshotRows(tx, people, and(eq(people.accountId, from), isGoing)),
      releases: await snapshotRows(tx, releases, eq(releases.accountId, from)),
      formerNames: await snapshotRows(tx, formerNames, eq(formerNames.accountId, from)),
      families: await listFamilyIds(tx, goes.familyId),
      receipts: await moveReceipts(tx, from, to),
      entries: await moveEntries(tx, from, to),
      staying: await copyReleases(tx, from, to),
      samePlayers: [],
    }
    await tx
      .select({ id: registrations.id })
      .from(registrations)
      .where(eq(registrations.accountId, from))
      .orderBy(asc(registrations.id))
      .for('update')
    for (const [id, sameAs] of samePlayers)
      saved.samePlayers.push(await joinPlayers(tx, { stays, goes }, id, sameAs))
    const isStaying = sql`and role <> 'parent'`
    for (const table of familyTables)
      await tx.execute(sql`update ${sql.identifier(table)} set account_id = ${to}
        where account_id = ${from} ${table === 'people' ? isStaying : sql``}`)
    await tx.delete(accounts).where(eq(accounts.id, from))
    await tx.update(families).set({ mergedInto: stays.familyId }).where(inArray(families.id, saved.families))
    const ids = { fromFamilyId: goes.familyId, intoFamilyId: stays.familyId }
    await tx.insert(familyMerges).values({ ...ids, by: why.actor, saved })
    const isOwnFamily = isActorsAccount(why.actor, to)
    await addChange(tx, { ...why, what: 'families merged', familyId: goes.familyId, isOwnFamily })
  })
}

async function lockBoth(tx: Db, stays: OneFamily, goes: OneFamily): Promise<MergedRows['account']> {
  const locked = await tx
    .select({ id: accounts.id, isFromDesk, row: sql<MergedRows['account']>`to_jsonb(accounts)` })
    .from(accounts)
    .where(inArray(accounts.id, [stays.accountId, goes.accountId]))
    .orderBy(asc(accounts.id))
    .for('update')
  if (locked.length < 2) refuse('not-found')
  const gone = orNotFound(locked.find(({ id }) => id === goes.accountId))
  if (!gone.isFromDesk) refuse('not-possible', bothLogIn)
  return gone.row
}

async function snapshotRows<Row extends object>(
  tx: Db,
  table: PgTable,
  filter: SQL | undefined,
): Promise<Row[]> {
  const rows = await tx
    .select({ row: sql<Row>`to_jsonb(${table})` })
    .from(table)
    .where(filter)
  return rows.map(({ row }) => row)
}

async function moveReceipts(tx: Db, from: string, to: string) {
  const moved = await tx
    .update(receipts)
    .set({ accountId: to })
    .where(eq(receipts.accountId, from))
    .returning({ id: receipts.id })
  return moved.map(({ id }) => id)
}

async function copyReleases(tx: Db, from: string, to: string): Promise<MergedRows['staying']> {
  const [staying] = await tx
    .select({ releaseSignedAt: sql<string | null>`to_jsonb(${accounts.releaseSignedAt})` })
    .from(accounts)
    .where(eq(accounts.id, to))
  const signed = await tx.select().from(releases).where(eq(releases.accountId, from))
  const copies = signed.map(({ id: _, ...release }) => ({ ...release, accountId: to }))
  const insert = tx.insert(releases)
  const made =
    copies.length > 0 ? await insert.values(copies).onConflictDoNothing().returning({ id: releases.id }) : []
  await tx
    .update(accounts)
    .set({ releaseSignedAt: sql`(select min(at) from releases where account_id = ${to})` })
    .where(and(eq(accounts.id, to), isNull(accounts.releaseSignedAt)))
  return { ...orNotFound(staying), releases: made.map(({ id }) => id) }
}

type Joined = MergedRows['samePlayers'][number]

/** Moves a player's rows to the duplicate; an anonymous row remains. */
async function joinPlayers(
  tx: Db,
  { stays, goes }: Pick<Merge, 'stays' | 'goes'>,
  from: string,
  to: string,
): Promise<Joined> {
  const both = await tx
    .select()
    .from(people)
    .where(inArray(people.id, [from, to]))
  const [one, other] = [from, to].map((id) => both.find((person) => person.id === id))
  if (one?.accountId !== goes.accountId || other?.accountId !== stays.accountId) return refuse('not-found')
  if (one.role === 'parent' || other.role === 'parent') return refuse('not-found')
  await refuseDoubles(tx, { ...one, number: goes.number }, to)
  await leaveLaterTurns(tx, from, to)
  const isKnown = sql`${contacts.personId} = ${from} and exists (select from contacts as known
    where known.person_id = ${to} and known.phone = ${contacts.phone})`
  const knownContacts = await snapshotRows(tx, contacts, isKnown)
  await tx.delete(contacts).where(isKnown)
  const rows: Joined['rows'] = {}
  for (const [table, key, onceFor] of playerTables) {
    const { rows: moved } = (await tx.execute(
      sql`update ${sql.identifier(table)} as moved set person_id = ${to}
        where person_id = ${from} ${onceFor ? isFirstFor(table, onceFor, to) : sql``}
        returning ${sql.identifier(key)} as key`,
    )) as { rows: { key: number | string }[] }
    rows[table] = moved.map((row) => row.key)
  }
  await renameInReceipts(tx, from, to)
  await tx.update(people).set(deletedPlayer).where(eq(people.id, from))
  return { from, to, rows, contacts: knownContacts }
}

const isFirstFor = (table: string, what: 'meeting_id' | 'session_id', to: string) =>
  sql`and not exists (select from ${sql.identifier(table)} as known
    where known.person_id = ${to} and known.${sql.identifier(what)} = moved.${sql.identifier(what)})`

/** Receipts keep their text; only the player's id changes. */
export const renameInReceipts = (tx: Db, from: string, to: string, filter?: SQL) =>
  tx
    .update(receipts)
    .set({ places: sql`replace(${receipts.places}::text, ${from}::text, ${to}::text)::jsonb` })
    .where(and(sql`${receipts.places} @> ${JSON.stringify([{ personId: from }])}::jsonb`, filter))

async function refuseDoubles(tx: Db, player: { id: string; firstName: string; number: number }, to: string) {
  const { id, firstName, number } = player
  const otherSessions = tx
    .select({ id: registrations.sessionId })
    .from(registrations)
    .where(and(eq(registrations.personId, to), isLive))
  const [double] = await tx
    .select({ event: events.name, session: sessions.number })
    .from(registrations)
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(and(eq(registrations.personId, id), isLive, inArray(registrations.sessionId, otherSessions)))
    .limit(1)
  if (double)
    refuse(
      'not-possible',
      `${firstName} has a place in ${double.event}, Session ${double.session}, in both families. Give up one of the two first.`,
    )
  if ((await tx.$count(careNotes, inArray(careNotes.personId, [id, to]))) > 1)
    refuse(
      'not-possible',
      `${firstName} has a care note in both families. Delete the one of family ${number} first.`,
    )
}
