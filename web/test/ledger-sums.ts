import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { findDrift } from '#ledger/postings.db.server.ts'
import { isTaken } from '#payments/gateway-answers.ts'
import type { Listed } from '#payments/gateway-list.server.ts'
import type { Db } from '#platform/database.server.ts'
import { centsOf } from '#platform/money.ts'
import { migrationsFolder } from './template.ts'

const read = async <Row>(db: Db, query: SQL) => ((await db.execute(query)) as unknown as { rows: Row[] }).rows

/** Every sum that is wrong, in words. */
export async function wrongSums(db: Db): Promise<string[]> {
  const { drifted } = await findDrift(db, 0, 100_000)
  const rows = await read<{ wrong: string }>(
    db,
    sql`select format('place %s is held and has postings', id) from registrations
      where held_until is not null and exists (select from postings where registration_id = registrations.id)
    union all
    select format('charge %s took %s, not %s', id, took, posted) from (
      select id, state = 'accepted' as is_accepted, case when state = 'accepted' then amount_cents else 0 end as took,
        coalesce((select -sum(cents) from postings where charge_id = charges.id and kind in ('paid', 'not settled')), 0) as posted
      from charges where ended_how is distinct from 'not settled'
        and not exists (select from donations where donations.charge_id = charges.id)) as charge
      where took <> posted
    union all
    select format('payment %s brought %s, not %s', id, brought, posted) from (
      select id, amount_cents - taken_back_cents as brought,
        coalesce((select -sum(cents) from postings where recorded_id = offline_payments.id
          and (kind = 'taken back' or kind = 'paid' and refund_id is null)), 0) as posted
      from offline_payments) as payment where brought <> posted`,
  )
  const wrongDues = drifted.map(
    ({ id, dueCents, postedCents, columnsCents }) =>
      `place ${id} is due ${dueCents}: by its postings ${postedCents}, by its columns ${columnsCents}`,
  )
  return [...wrongDues, ...rows.map(({ wrong }) => wrong)]
}

/** What was posted behind the posting `id`. */
export const postedSince = (db: Db, id: number) =>
  read<{ id: number; kind: string; cents: number }>(
    db,
    sql`select id, kind, cents from postings where id > ${id} order by id`,
  )

/**
 * What the ledger says that the gateway has kept for families, and what the gateway's list says, less what our books do not
 * count: a late sale with its undoing, a refund of the panel that a note closed, and a refund that came late for a place of
 * which another had come back.
 */
export async function keptForFamilies(db: Db, listed: Listed[]) {
  const late = await read<{ id: string }>(db, sql`select id from charges where state = 'declined'`)
  const known = await read<{ id: string }>(
    db,
    sql`select transaction_id as id from refunds where state <> 'failed' and transaction_id is not null
      union select refund_id::text from postings where refund_id is not null
      union select id::text from refunds where not (state = 'failed' and exists (select from refunds as other
        where other.registration_id = refunds.registration_id and other.state in ('owed', 'returned')))`,
  )
  const isLate = ({ orderId }: Listed) => late.some(({ id }) => id === orderId)
  const isKnown = ({ id, orderId }: Listed) =>
    known.some((refund) => refund.id === id || refund.id === orderId)
  const kept = listed
    .filter((transaction) => isTaken(transaction.status) && !isLate(transaction))
    .filter((transaction) => transaction.type === 'sale' || isKnown(transaction))
    .reduce((cents, { type, amount }) => cents + (type === 'sale' ? 1 : -1) * (centsOf(amount) ?? 0), 0)
  // What a hand returned after a refund had come back is not the gateway's.
  const isByHand = sql`kind = 'refunded' and exists (select from postings as back
    where back.refund_id = postings.refund_id and back.kind = 'came back' and back.id < postings.id)`
  const [posted] = await read<{ cents: number }>(
    db,
    sql`select -coalesce(sum(cents), 0)::int as cents from postings where charge_id is not null and not (${isByHand})`,
  )
  return { byGateway: kept, byLedger: posted?.cents ?? 0 }
}

const [fillsPostings = ''] = readdirSync(migrationsFolder)
  .filter((name) => name.startsWith('0053_'))
  .flatMap((name) => readFileSync(join(migrationsFolder, name), 'utf8').split('--> statement-breakpoint'))
  .filter((statement) => statement.trim().startsWith('DO $$'))

type Ledger = { of: string; says: string }

/** What the ledger says of every place and payment; `by`: what the migration would have written for them. */
const sayings = sql`
  select 'place ' || id as of, 'is due ' || due_cents as says from registrations
    where not exists (select from postings where registration_id = registrations.id and key is not null)
      and id not in (select id from late_twice)
  union all
  select 'charge ' || charge_id, 'comes to ' || sum(cents) from postings
    where charge_id is not null and registration_id not in (select id from late_twice) group by charge_id
  union all
  select 'payment ' || recorded_id, 'comes to ' || sum(cents) from postings where recorded_id is not null group by recorded_id
  union all
  select 'place ' || registration_id, string_agg(kind || ' ' || cents, ', ' order by kind, cents) from postings
    where registration_id not in (select id from late_twice union select id from taken_back_of) group by registration_id
  order by 1, 2`

/**
 * The ledger as it was posted, and as the migration fills it from the rows beside it. Left out: places to which a refund
 * came late a second time, of which no row of before tells; and the single lines of places whose check bounced or was
 * taken back, since no row says which those were.
 */
export async function postedAndMigrated(db: Db) {
  const ledgers: { posted: Ledger[]; migrated: Ledger[] } = { posted: [], migrated: [] }
  const undone = new Error('undone')
  const trying = db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table late_twice on commit drop as
      select registration_id as id from postings where key is not null`)
    await tx.execute(sql`create temporary table taken_back_of on commit drop as
      select registration_id as id from postings where kind = 'taken back'`)
    ledgers.posted = await read<Ledger>(tx, sayings)
    await tx.execute(sql`alter table postings disable trigger user`)
    await tx.execute(sql`delete from postings`)
    await tx.execute(sql`update registrations set due_cents = 0`)
    // The migration renames them after it has filled the ledger.
    await tx.execute(sql`alter table registrations rename paid_how to paid_by`)
    await tx.execute(sql`alter table registrations rename given_up_by to removed_by`)
    await tx.execute(sql`alter table refunds rename over_at to ended_at`)
    await tx.execute(sql.raw(fillsPostings))
    ledgers.migrated = await read<Ledger>(tx, sayings)
    throw undone
  })
  await trying.catch((problem) => {
    if (problem !== undone) throw problem
  })
  return ledgers
}
