import { and, desc, eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import { paymentIn } from '#ledger/postings.db.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { contacts } from '#people/care/care.tables.ts'
import { familyIds, familyTables } from '#people/families.db.server.ts'
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
import { type Db, queryRows } from '#platform/database/db.ts'
import { refuse } from '#platform/refusal.ts'
import { retention } from '#platform/retention.ts'
import { deletedPlayer } from '#registrations/erase-people.server.ts'
import { receipts } from '#registrations/receipts.tables.ts'
import { offlinePayments, registrations } from '#registrations/registrations.tables.ts'
import { type OneFamily, playerTables, renameInReceipts } from './merge-families.server.ts'
import { moveEntriesBack } from './merge-lists.server.ts'

const until = sql<Date>`${familyMerges.at} + make_interval(hours => ${retention.mergeUndoHours})`.mapWith(
  familyMerges.at,
)
const isUndoable = and(isNotNull(familyMerges.saved), gt(until, sql`now()`))

/** Undoable merges into this family, latest first. */
export const mergesToUndo = (db: Db, familyId: string) =>
  db
    .select({ id: familyMerges.id, by: familyMerges.by, number: families.number, until })
    .from(familyMerges)
    .innerJoin(families, eq(families.id, familyMerges.fromFamilyId))
    .where(and(eq(familyMerges.intoFamilyId, familyId), isUndoable))
    .orderBy(desc(familyMerges.id))

/** Changes since the merge stay with the family that stayed. */
export function undoMerge(db: Db, stays: OneFamily, mergeId: number, actor: Actor): Promise<void> {
  return db.transaction(async (tx) => {
    const from = stays.accountId
    await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, from)).for('update')
    const isIt = and(eq(familyMerges.id, mergeId), eq(familyMerges.intoFamilyId, stays.familyId), isUndoable)
    const [merge] = await tx.select().from(familyMerges).where(isIt).for('update')
    if (!merge?.saved) return refuse('not-possible', 'This cannot be undone any more.')
    const { saved, fromFamilyId } = merge
    const ids = saved.families
    await refusePaidTogether(tx, stays, ids)
    const to = saved.account.id
    await putBack(tx, saved)
    for (const table of familyTables)
      await tx.execute(sql`update ${sql.identifier(table)} set account_id = ${to}
        where account_id = ${from} and ${inArray(sql`family_id`, ids)}`)
    const entries = await moveEntriesBack(tx, from, to, saved.entries ?? [])
    for (const player of saved.samePlayers) await separatePlayers(tx, player, { ...saved, entries })
    await tx.update(receipts).set({ accountId: to }).where(inArray(receipts.id, saved.receipts))
    await tx.delete(releases).where(inArray(releases.id, saved.staying.releases))
    const signedAt = sql`${saved.staying.releaseSignedAt}::timestamptz`
    await tx.update(accounts).set({ releaseSignedAt: signedAt }).where(eq(accounts.id, from))
    await tx.update(families).set({ mergedInto: fromFamilyId }).where(inArray(families.id, ids))
    await tx.update(families).set({ mergedInto: null }).where(eq(families.id, fromFamilyId))
    await tx.update(familyMerges).set({ saved: null }).where(eq(familyMerges.id, mergeId))
    const isOwnFamily = isActorsAccount(actor, from)
    await addChange(tx, { actor, what: 'merge undone', familyId: stays.familyId, isOwnFamily })
  })
}

/** Refused if payments or credit were used across both families since. */
async function refusePaidTogether(tx: Db, { accountId, familyId }: OneFamily, ids: string[]) {
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
  if (await isMoneyMixed(tx, familyId, ids))
    refuse(
      'not-possible',
      'Since then credit of one of the two was used or paid out for both. It cannot be told apart any more: they stay one family.',
    )
}

/**
 * True if money of one side is in the other's place or credit. Where the payment is unknown only moves tell: per side
 * they sum to 0, and credit is not overdrawn.
 */
async function isMoneyMixed(tx: Db, familyId: string, ids: string[]): Promise<boolean> {
  const isTheirs = (id: SQL) => sql`${id} = any(${sql.param(ids)}::uuid[])`
  const rows = await queryRows(
    tx,
    sql`with money as (
      select ${isTheirs(sql`postings.family_id`)} as is_theirs, postings.cents, postings.kind,
        postings.registration_id is null as is_credit, charge_id, recorded_id,
        ${isTheirs(sql`coalesce(by_hand.family_id, charges.family_id)`)} as paid_by_them
      from postings left join charges on charges.id = charge_id
        left join offline_payments as by_hand on by_hand.id = recorded_id
      where postings.family_id in ${familyIds(familyId)} and (kind in ('taken back', 'not settled', 'moved')
        or (kind = 'paid' and refund_id is null)))
    select 1 from money where paid_by_them <> is_theirs
      group by charge_id, recorded_id, is_credit having sum(cents) <> 0
    union all select 1 from money where paid_by_them is null group by is_theirs
      having sum(cents) filter (where kind = 'moved') <> 0 or sum(cents) filter (where is_credit) > 0
    limit 1`,
  )
  return rows.length > 0
}

const erasedColumns = Object.keys(deletedPlayer).map((key) => sql.identifier(toSnakeCase(key)))

/** Without its email if that is taken meanwhile. */
async function putBack(tx: Db, { account, ...saved }: MergedRows) {
  const isTaken = await tx.$count(accounts, sql`${accounts.email} = ${account.email}`)
  await tx.execute(insertRow(accounts, isTaken ? { ...account, email: null } : account))
  for (const person of saved.people)
    await tx.execute(sql`${insertRow(people, person)} on conflict (id) do update set
      (${sql.join(erasedColumns, sql`, `)}) = (${sql.join(
        erasedColumns.map((column) => sql`excluded.${column}`),
        sql`, `,
      )})`)
  for (const row of saved.releases) await tx.execute(insertRow(releases, row))
  for (const row of saved.formerNames) await tx.execute(insertRow(formerNames, row))
}

const insertRow = (table: PgTable, row: object) =>
  sql`insert into ${table} overriding system value
    select * from jsonb_populate_record(null::${table}, ${JSON.stringify(row)}::jsonb)`

async function separatePlayers(
  tx: Db,
  { from, to, rows, ...player }: MergedRows['samePlayers'][number],
  { receipts: ids, entries }: { receipts: number[]; entries: number[] },
) {
  for (const [table, key] of playerTables) {
    const moved = rows[table] ?? []
    const keys = table === 'waiting_players' ? moved.filter((id) => entries.includes(Number(id))) : moved
    if (keys.length > 0)
      await tx.execute(sql`update ${sql.identifier(table)} set person_id = ${from}
        where person_id = ${to} and ${inArray(sql.identifier(key), keys)}`)
  }
  for (const contact of player.contacts) await tx.execute(insertRow(contacts, contact))
  await renameInReceipts(tx, to, from, inArray(receipts.id, ids))
}
