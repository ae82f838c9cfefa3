import { eq, sql } from 'drizzle-orm'
import { listFamilies } from '#desk/families/list-families.server.ts'
import { familyAt, listPayable, readFamily } from '#desk/family/family.server.ts'
import { unpaidInvoice } from '#invoices/sheets.server.ts'
import { findFamilies } from '#offline-payments/find-families.server.ts'
import { isTaken } from '#payments/gateway/gateway-answers.ts'
import type { Listed } from '#payments/gateway/gateway-list.server.ts'
import { families } from '#people/people.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import { type Db, queryRows } from '#platform/database/db.ts'
import { todayIn, toYear } from '#platform/format/dates.ts'
import { parseCents, sumCents } from '#platform/format/money.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { listOpenAmounts } from '#refunds/owed.db.server.ts'
import { owedByYear } from '#registration-history/gone.db.server.ts'
import { sumOwed } from '#registrations/dues.ts'
import { historyEntries } from '#registrations/entries.db.server.ts'
import { timeZone } from '../builders.ts'

/** What was posted behind the posting `id`. */
export const postedSince = (db: Db, id: number) =>
  queryRows<{ id: number; kind: string; cents: number }>(
    db,
    sql`select id, kind, cents from postings where id > ${id} order by id`,
  )

/**
 * What the ledger says that the gateway has kept for families, and what the gateway's list says, less what our books do not
 * count: a late sale with its undoing, and a refund of the panel that a note closed.
 */
export async function keptForFamilies(db: Db, listed: Listed[]) {
  const late = await queryRows<{ id: string }>(db, sql`select id from charges where state = 'declined'`)
  const known = await queryRows<{ id: string }>(
    db,
    sql`select transaction_id as id from refunds where transaction_id is not null union select id::text from refunds`,
  )
  const isLate = ({ orderId }: Listed) => late.some(({ id }) => id === orderId)
  const isKnown = ({ id, orderId }: Listed) =>
    known.some((refund) => refund.id === id || refund.id === orderId)
  const kept = listed
    .filter((transaction) => isTaken(transaction.status) && !isLate(transaction))
    .filter((transaction) => transaction.type === 'sale' || isKnown(transaction))
    .reduce((cents, { type, amount }) => cents + (type === 'sale' ? 1 : -1) * (parseCents(amount) ?? 0), 0)
  const [posted] = await queryRows<{ cents: number }>(
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
export async function owedEverywhere({ db }: World, { accountId, familyId }: Visitor) {
  const [posted] = await queryRows<Owing>(
    db,
    sql`select coalesce(sum(cents) filter (where cents > 0 and is_billed), 0)::int as owes,
      coalesce(-sum(cents + under_way) filter (where cents < 0), 0)::int as "isOwed" from (
      select sum(cents) as cents, place.charge_id is null and (removed_at is null or bool_or(kind in ('taken back', 'not settled')) or bool_or(kind = 'fee' and postings.id > (select max(id) from postings as up where up.registration_id = place.id and up.kind = 'given up'))) as is_billed,
        coalesce((select sum(amount_cents) from refunds where registration_id = place.id and state in ('pending', 'unknown', 'queued')), 0) as under_way
      from registrations as place join postings on registration_id = place.id where account_id = ${accountId} group by place.id) as places`,
  )
  const history = await historyEntries(db, accountId)
  const year = toYear(history[0]?.session.startsOn ?? todayIn(timeZone))
  const [, total] = (await unpaidInvoice(db, { accountId }, year)).table.total
  const owed = await owedByYear(db, accountId)
  const open = await listOpenAmounts(db, [accountId])
  const [{ number } = { number: 0 }] = await db.select().from(families).where(eq(families.id, familyId))
  const desk = await readFamily(db, await familyAt(db, number))
  const found = (await findFamilies(db, `${year}-${number}`))[0]
  const states = (await listFamilies(db, todayIn(timeZone), { text: String(number) })).families[0]?.states
  const sumOf = (rows: { amountCents: number }[]) => sumCents(rows.map(({ amountCents }) => amountCents))
  const isBounced = ({ state }: { state: string }) => state === 'bounced'
  return {
    posted,
    said: {
      history: { owes: sumOwed(history), isOwed: sumCents(owed.map(({ cents }) => cents)) },
      invoice: { owes: parseCents(total.replace(/[$,]/g, '')), isOwed: posted?.isOwed },
      desk: {
        owes: sumOwed(desk.registrations) + sumOf(desk.open.filter(isBounced)),
        isOwed: sumOf(desk.open.filter((row) => !isBounced(row))),
      },
      'record money': {
        owes: sumOwed(await listPayable(db, accountId)),
        isOwed: sumOf(open.filter((row) => !isBounced(row))),
      },
      search: {
        owes: sumOwed(found?.unpaid ?? []) + sumOf((found?.open ?? []).filter(isBounced)),
        isOwed: posted?.isOwed,
      },
    },
    states,
  }
}
