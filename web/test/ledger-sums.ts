import { eq, type SQL, sql } from 'drizzle-orm'
import { findFamilies } from '#by-hand/find-families.server.ts'
import { familyAt, payableOf, readFamily } from '#desk/family/family.server.ts'
import { listFamilies } from '#desk/family/list-families.server.ts'
import { owedByYear } from '#history/gone.db.server.ts'
import { findDrift } from '#ledger/postings.db.server.ts'
import { unpaidInvoice } from '#paper/sheets.server.ts'
import { isTaken } from '#payments/gateway-answers.ts'
import type { Listed } from '#payments/gateway-list.server.ts'
import { families } from '#people/people.tables.ts'
import type { Visitor } from '#platform/api.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { todayIn, yearOf } from '#platform/dates.ts'
import { centsOf, sumCents } from '#platform/money.ts'
import { openBetween } from '#refunds/owed.db.server.ts'
import { owedFor } from '#registrations/dues.ts'
import { historyEntries } from '#registrations/entries.db.server.ts'
import { timeZone } from './builders.ts'

const read = async <Row>(db: Db, query: SQL) => ((await db.execute(query)) as unknown as { rows: Row[] }).rows

/** Every sum that is wrong, in words. */
export async function wrongSums(db: Db): Promise<string[]> {
  const { drifted } = await findDrift(db, 0, 100_000)
  const rows = await read<{ wrong: string }>(
    db,
    sql`select format('place %s is held and has postings', id) as wrong from registrations
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
      from offline_payments) as payment where brought <> posted
    union all
    select format('place %s is due %s, and cost %s, was paid %s and given back %s', id, due_cents, cost, paid, back) from (
      select place.id, due_cents, coalesce(sum(cents) filter (where kind in ('price', 'fee', 'waived')), 0) as cost,
        coalesce(-sum(cents) filter (where kind in ('paid', 'moved', 'taken back', 'not settled')), 0) as paid,
        coalesce(sum(cents) filter (where kind in ('refunded', 'came back')), 0) as back
      from registrations as place left join postings on registration_id = place.id where held_until is null group by place.id) as place
      where due_cents not between -paid and greatest(cost, 0) + back or paid < 0 or back < 0
    union all
    select format('money moved from payment %s and %s comes to %s', charge_id, recorded_id, sum(cents)) from postings
      where kind = 'moved' group by family_id, charge_id, recorded_id having sum(cents) <> 0
    union all
    select format('family %s has a credit of %s', coalesce(merged_into, families.id), -sum(cents)) from postings
      join families on families.id = family_id where registration_id is null group by coalesce(merged_into, families.id)
      having sum(cents) > coalesce((sum(cents) filter (where kind in ('refunded', 'came back'))), 0)`,
  )
  const wrongDues = drifted.map(
    ({ id, dueCents, postedCents }) => `place ${id} is due ${dueCents}: by its postings ${postedCents}`,
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
 * count: a late sale with its undoing, and a refund of the panel that a note closed.
 */
export async function keptForFamilies(db: Db, listed: Listed[]) {
  const late = await read<{ id: string }>(db, sql`select id from charges where state = 'declined'`)
  const known = await read<{ id: string }>(
    db,
    sql`select transaction_id as id from refunds where transaction_id is not null union select id::text from refunds`,
  )
  const isLate = ({ orderId }: Listed) => late.some(({ id }) => id === orderId)
  const isKnown = ({ id, orderId }: Listed) =>
    known.some((refund) => refund.id === id || refund.id === orderId)
  const kept = listed
    .filter((transaction) => isTaken(transaction.status) && !isLate(transaction))
    .filter((transaction) => transaction.type === 'sale' || isKnown(transaction))
    .reduce((cents, { type, amount }) => cents + (type === 'sale' ? 1 : -1) * (centsOf(amount) ?? 0), 0)
  const [posted] = await read<{ cents: number }>(
    db,
    sql`select -coalesce(sum(cents), 0)::int as cents from postings left join refunds on refunds.id = refund_id
      where postings.charge_id is not null and not (${isByHand})`,
  )
  return { byGateway: kept, byLedger: posted?.cents ?? 0 }
}

/** What a hand returned after a refund had come back is not the gateway's. */
const isByHand = sql`refunds.id is not null and refunds.charge_id is null`

type Owing = { owes: number; isOwed: number }

/** What a family owes and is owed by its postings, and what each page, paper and list says of it. */
export async function owingOf({ db }: World, { accountId, familyId }: Visitor) {
  const [posted] = await read<Owing>(
    db,
    sql`select coalesce(sum(cents) filter (where cents > 0 and is_billed), 0)::int as owes,
      coalesce(-sum(cents + under_way) filter (where cents < 0), 0)::int as "isOwed" from (
      select sum(cents) as cents, place.charge_id is null and (removed_at is null or bool_or(kind in ('taken back', 'not settled')) or bool_or(kind = 'fee' and postings.id > (select max(id) from postings as up where up.registration_id = place.id and up.kind = 'given up'))) as is_billed,
        coalesce((select sum(amount_cents) from refunds where registration_id = place.id and state in ('pending', 'unknown', 'queued')), 0) as under_way
      from registrations as place join postings on registration_id = place.id where account_id = ${accountId} group by place.id) as places`,
  )
  const history = await historyEntries(db, accountId)
  const year = yearOf(history[0]?.session.startsOn ?? todayIn(timeZone))
  const [, total] = (await unpaidInvoice(db, { accountId }, year)).table.total
  const owed = await owedByYear(db, accountId)
  const open = await openBetween(db, [accountId])
  const [{ number } = { number: 0 }] = await db.select().from(families).where(eq(families.id, familyId))
  const desk = await readFamily(db, await familyAt(db, number))
  const found = (await findFamilies(db, `${year}-${number}`))[0]
  const states = (await listFamilies(db, todayIn(timeZone), { text: String(number) })).families[0]?.states
  const sumOf = (rows: { amountCents: number }[]) => sumCents(rows.map(({ amountCents }) => amountCents))
  const isBounced = ({ state }: { state: string }) => state === 'bounced'
  return {
    posted,
    said: {
      history: { owes: owedFor(history), isOwed: sumCents(owed.map(({ cents }) => cents)) },
      invoice: { owes: centsOf(total.replace(/[$,]/g, '')), isOwed: posted?.isOwed },
      desk: {
        owes: owedFor(desk.registrations) + sumOf(desk.open.filter(isBounced)),
        isOwed: sumOf(desk.open.filter((row) => !isBounced(row))),
      },
      'record money': {
        owes: owedFor(await payableOf(db, accountId)),
        isOwed: sumOf(open.filter((row) => !isBounced(row))),
      },
      search: {
        owes: owedFor(found?.unpaid ?? []) + sumOf((found?.open ?? []).filter(isBounced)),
        isOwed: posted?.isOwed,
      },
    },
    states,
  }
}
