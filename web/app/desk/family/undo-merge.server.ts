import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { paymentIn } from '#ledger/postings.db.server.ts'
import { postings } from '#ledger/postings.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { contacts } from '#people/care.tables.ts'
import { idsOfFamily, tablesOfFamilies } from '#people/families.db.server.ts'
import {
  accounts,
  families,
  familyMerges,
  formerNames,
  type MergedRows,
  people,
  releases,
} from '#people/people.tables.ts'
import { type Actor, isOwnFamilyOf } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { retention } from '#platform/retention.ts'
import { receipts } from '#registrations/receipts.tables.ts'
import { offlinePayments, registrations } from '#registrations/registrations.tables.ts'
import { type OneFamily, renameInReceipts, tablesOfPlayers } from './merge-families.server.ts'

const until = sql<Date>`${familyMerges.at} + make_interval(hours => ${retention.mergeUndoHours})`.mapWith(
  familyMerges.at,
)
const isUndoable = and(isNotNull(familyMerges.saved), gt(until, sql`now()`))

/** What was merged into this family and can be undone, the last first. */
export const mergesToUndo = (db: Db, familyId: string) =>
  db
    .select({ id: familyMerges.id, by: familyMerges.by, number: families.number, until })
    .from(familyMerges)
    .innerJoin(families, eq(families.id, familyMerges.fromFamilyId))
    .where(and(eq(familyMerges.intoFamilyId, familyId), isUndoable))
    .orderBy(desc(familyMerges.id))

/** Two families again. What was done since stays with the family that stayed. */
export function undoMerge(db: Db, stays: OneFamily, mergeId: number, actor: Actor): Promise<void> {
  return db.transaction(async (tx) => {
    const from = stays.accountId
    await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, from)).for('update')
    const isIt = and(eq(familyMerges.id, mergeId), eq(familyMerges.intoFamilyId, stays.familyId), isUndoable)
    const [merge] = await tx.select().from(familyMerges).where(isIt).for('update')
    if (!merge?.saved) return refuse('not-possible', 'This cannot be undone any more.')
    const { saved, fromFamilyId } = merge
    const ids = saved.families
    await refusePaidTogether(tx, from, ids)
    await refuseUsedTogether(tx, merge, ids)
    const to = saved.account.id
    await putBack(tx, saved)
    for (const table of tablesOfFamilies)
      await tx.execute(sql`update ${sql.identifier(table)} set account_id = ${to}
        where account_id = ${from} and ${inArray(sql`family_id`, ids)}`)
    for (const player of saved.samePlayers) await partPlayers(tx, player, saved.receipts)
    await tx.update(receipts).set({ accountId: to }).where(inArray(receipts.id, saved.receipts))
    await tx.delete(releases).where(inArray(releases.id, saved.staying.releases))
    const signedAt = sql`${saved.staying.releaseSignedAt}::timestamptz`
    await tx.update(accounts).set({ releaseSignedAt: signedAt }).where(eq(accounts.id, from))
    await tx.update(families).set({ mergedInto: fromFamilyId }).where(inArray(families.id, ids))
    await tx.update(families).set({ mergedInto: null }).where(eq(families.id, fromFamilyId))
    await tx.update(familyMerges).set({ saved: null }).where(eq(familyMerges.id, mergeId))
    const isOwnFamily = isOwnFamilyOf(actor, from)
    await addChange(tx, { actor, what: 'merge undone', familyId: stays.familyId, isOwnFamily })
  })
}

/** What was paid since for places of both at once is of neither alone. */
async function refusePaidTogether(tx: Db, accountId: string, ids: string[]) {
  const payer = sql`coalesce(${offlinePayments.familyId}, ${charges.familyId})`
  const payment = paymentIn(tx, registrations.id)
  const [mixed] = await tx
    .select({ id: registrations.id })
    .from(registrations)
    .leftJoinLateral(payment, sql`true`)
    .leftJoin(offlinePayments, eq(offlinePayments.id, payment.recordedId))
    .leftJoin(charges, or(eq(charges.id, payment.chargeId), eq(charges.id, registrations.chargeId)))
    .where(
      and(
        eq(registrations.accountId, accountId),
        sql`(${inArray(registrations.familyId, ids)}) <> (${inArray(payer, ids)})`,
      ),
    )
    .limit(1)
  if (mixed)
    refuse(
      'not-possible',
      'Since then this family has paid for a place of the other. Take that payment back first.',
    )
}

/** Credit of the one that was used or paid out since as of both: its postings name the family that stayed. */
async function refuseUsedTogether(tx: Db, merge: typeof familyMerges.$inferSelect, ids: string[]) {
  const payer = sql`coalesce(${offlinePayments.familyId}, ${charges.familyId})`
  const isOfGoing = inArray(postings.familyId, ids)
  const isCredit = and(
    isNull(postings.registrationId),
    inArray(postings.familyId, idsOfFamily(merge.intoFamilyId)),
  )
  const isOfNoPayment = and(isNull(postings.chargeId), isNull(postings.recordedId))
  const creditOfGoing = sql`(select -sum(${postings.cents}) from ${postings}
    where ${and(isCredit, isOfNoPayment, isOfGoing)})`
  const isUsedSince = and(isOfNoPayment, not(isOfGoing), gt(postings.cents, 0), gte(postings.at, merge.at))
  const [mixed] = await tx
    .select({ id: postings.id })
    .from(postings)
    .leftJoin(offlinePayments, eq(offlinePayments.id, postings.recordedId))
    .leftJoin(charges, eq(charges.id, postings.chargeId))
    .where(
      and(
        isCredit,
        or(sql`(${isOfGoing}) <> (${inArray(payer, ids)})`, and(isUsedSince, sql`${creditOfGoing} > 0`)),
      ),
    )
    .limit(1)
  if (mixed)
    refuse(
      'not-possible',
      'Since then credit of one of the two was used or paid out for both. It cannot be told apart any more: they stay one family.',
    )
}

/** By then its email may be somebody else's: the family gets paper. */
async function putBack(tx: Db, { account, ...saved }: MergedRows) {
  const isTaken = await tx.$count(accounts, sql`${accounts.email} = ${account.email}`)
  await tx.execute(insertRow(accounts, isTaken ? { ...account, email: null } : account))
  for (const person of saved.people)
    await tx.execute(sql`${insertRow(people, person)} on conflict (id) do update set
      (account_id, role, first_name, last_name, phone, birthday, skill_level, is_active, search) =
      (excluded.account_id, excluded.role, excluded.first_name, excluded.last_name, excluded.phone,
       excluded.birthday, excluded.skill_level, excluded.is_active, excluded.search)`)
  for (const row of saved.releases) await tx.execute(insertRow(releases, row))
  for (const row of saved.formerNames) await tx.execute(insertRow(formerNames, row))
}

const insertRow = (table: PgTable, row: object) =>
  sql`insert into ${table} overriding system value
    select * from jsonb_populate_record(null::${table}, ${JSON.stringify(row)}::jsonb)`

async function partPlayers(
  tx: Db,
  { from, to, rows, ...player }: MergedRows['samePlayers'][number],
  ids: number[],
) {
  for (const [table, key] of tablesOfPlayers) {
    const keys = rows[table] ?? []
    if (keys.length > 0)
      await tx.execute(sql`update ${sql.identifier(table)} set person_id = ${from}
        where person_id = ${to} and ${inArray(sql.identifier(key), keys)}`)
  }
  for (const contact of player.contacts) await tx.execute(insertRow(contacts, contact))
  await renameInReceipts(tx, to, from, inArray(receipts.id, ids))
}
