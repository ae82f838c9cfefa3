import { inArray, or, type SQL } from 'drizzle-orm'
import type { Paper } from '#mail/pdf/paper.ts'
import { byWhat } from '#payments/means.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { lockAccount } from '#people/people.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, longDay, longRange } from '#platform/format/dates.ts'
import { dollars, sumCents } from '#platform/format/money.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import {
  entriesPaidBy,
  entriesWhere,
  findEntry,
  type RegistrationEntry,
  wasPaidBy,
} from '#registrations/entries.db.server.ts'
import type { Receipt } from '#registrations/receipts.tables.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { isOffline, type OfflineWay, wayLabels } from '#registrations/ways-to-pay.ts'
import {
  accountsWithoutReceipt,
  addReceipt,
  chargesWithoutReceipt,
  chargeWithReceipt,
  entriesWithoutReceipt,
  findRecordedReceipt,
  hasTransaction,
  listPlaceReceipts,
} from './receipts.db.server.ts'
import { byDay, type DateColumn, type Family, letterhead, sheetTable } from './sheets.server.ts'
import { withLaterChanges } from './since-receipt.server.ts'

/** Stores a charge's receipt in the transaction that takes the money. Returns it with the address. */
export async function issueChargeReceipt(
  tx: Db,
  visitor: Family,
  charge: Charge,
  parts: PaidParts = { byCharge: [], byCredit: [] },
) {
  const { id: chargeId, endedAt, endedHow, createdAt } = charge
  const issuedAt = endedHow === 'not settled' ? createdAt : (endedAt ?? createdAt)
  const paid = { how: byWhat(charge), paymentRef: { chargeId } }
  const entries = await listChargeEntries(tx, charge, parts)
  const creditCents = sumCents(parts.byCredit.map(({ cents }) => cents))
  return issue(tx, visitor, entries, {
    ...{ ...paid, issuedAt, number: `R-${charge.number}` },
    ...{ subtitle: `Transaction ${charge.transactionId}`, thanks: `Paid ${paid.how}.` },
    ...(creditCents > 0 && { credit: ['Credit used', -creditCents] }),
  })
}

export type PaidPart = { registrationId: number; cents: number }
export type PaidParts = { byCharge: PaidPart[]; byCredit: PaidPart[] }

/** Each at the sum of charge and credit. */
async function listChargeEntries(tx: Db, charge: Charge, { byCharge, byCredit }: PaidParts): Promise<Line[]> {
  const ids = byCredit.map(({ registrationId }) => registrationId)
  const entries =
    ids.length > 0
      ? await entriesWhere(tx, or(wasPaidBy({ chargeId: charge.id }), inArray(registrations.id, ids)))
      : await entriesPaidBy(tx, charge)
  return entries.map((entry) => {
    const parts = [...byCharge, ...byCredit].filter(({ registrationId }) => registrationId === entry.id)
    return {
      ...entry,
      ...(parts.length > 0 && { lineCents: sumCents(parts.map(({ cents }) => cents)) }),
    }
  })
}
type Line = RegistrationEntry & { lineCents?: number }

/** One receipt for all that a recorded payment pays. */
export function issueRecordedReceipt(
  tx: Db,
  visitor: Family,
  entries: RegistrationEntry[],
  payment: RecordedPayment,
) {
  const how = wayLabels[payment.way]
  const creditCents = payment.spread?.creditCents ?? 0
  const on = payment.receivedOn ? ` on ${longDay(payment.receivedOn)}` : ''
  return issue(tx, visitor, entries, {
    ...{ how, paymentRef: { recordedId: payment.id } },
    ...{ issuedAt: payment.at, number: `C-${payment.number}` },
    ...{ subtitle: `Paid ${how}`, thanks: `Received ${how}${on}. Thank you.` },
    ...(creditCents > 0 && { credit: ['Credit', creditCents] }),
  })
}

export type RecordedPayment = {
  id: number
  number: number
  way: OfflineWay
  at: Date
  receivedOn?: Day
  spread?: { creditCents: number }
}

type Paid = {
  paymentRef: { chargeId: string } | { recordedId: number }
  how: string
  issuedAt: Date
  number: string
  subtitle: string
  thanks: string
  /** Credit used or gained, below the places. */
  credit?: [words: string, cents: number] | undefined
}

/** The payment's part of the place; earlier receipts also list withdrawn money. */
const paidCentsIn = ({ lineCents, paymentCents, priceCents }: Line) => lineCents ?? paymentCents ?? priceCents

const played: DateColumn = ['Dates', ({ session }) => longRange(session.startsOn, session.endsOn)]

async function issue(tx: Db, visitor: Family, entries: Line[], paid: Paid) {
  const { issuedAt, number, subtitle, thanks, credit } = paid
  const { family, from, dayOf } = await letterhead(tx, visitor, issuedAt)
  const rows = entries.toSorted(byDay)
  const table = sheetTable(rows, { dates: played, centsOf: paidCentsIn, total: 'Total paid' })
  const paper: Paper = {
    ...{ from, title: 'Payment receipt', subtitle, number, date: dayOf(issuedAt) },
    to: [`For ${family.name}`],
    table: credit ? withCredit(table, sumCents(rows.map(paidCentsIn)), credit) : table,
    paragraphs: [thanks],
  }
  const places = rows.map(({ id, personId }) => ({ id, personId }))
  await addReceipt(tx, { ...paid.paymentRef, accountId: visitor.accountId, paper, places })
  return { email: family.email, receipt: paper }
}

/** After the places, whose rows must be the first. */
function withCredit(
  table: Paper['table'],
  placesCents: number,
  [lineLabel, cents]: NonNullable<Paid['credit']>,
): Paper['table'] {
  return {
    ...table,
    rows: [...table.rows, ['', lineLabel, '', dollars(cents)]],
    total: [table.total[0], dollars(placesCents + cents)],
  }
}

/** With refunds and returns since. */
export const chargeReceipt = (db: Db, visitor: Family, transactionId: string): Promise<Paper> =>
  readChargeReceipt(db, visitor, hasTransaction(transactionId))

export async function readChargeReceipt(db: Db, visitor: Family, filter: SQL): Promise<Paper> {
  const read = async () => orNotFound(await chargeWithReceipt(db, visitor.accountId, filter))
  let { charge, receipt } = await read()
  if (!receipt) {
    await writeDownReceipts(db, visitor.accountId)
    ;({ charge, receipt } = await read())
  }
  return withLaterChanges(db, orNotFound(receipt), charge)
}

type Place = { registrationId: number; personId: string; eventId: number; eventType: string }

/**
 * The newest receipt of recorded payments for a place, given up since or not, or the one with this number; and the
 * numbers of the others.
 */
export async function recordedReceipt(db: Db, visitor: Family, place: Place, number?: string | null) {
  const { accountId } = visitor
  const entry = orNotFound(await findEntry(db, accountId, place.registrationId))
  const { personId, event, way, recordedId } = entry
  if (personId !== place.personId || event.id !== place.eventId || event.kind !== place.eventType)
    refuse('not-found')
  let all = await listPlaceReceipts(db, accountId, entry.id)
  if (all.length === 0 && isOffline(way)) {
    await writeDownReceipts(db, accountId)
    all = await listPlaceReceipts(db, accountId, entry.id)
  }
  if (recordedId && !all.some((receipt) => receipt.recordedId === recordedId)) {
    // Credit of this payment pays it.
    const receipt = await findRecordedReceipt(db, accountId, recordedId)
    if (receipt) all = [receipt, ...all]
  }
  const shown = orNotFound(number ? all.find(({ paper }) => paper.number === number) : all[0])
  return {
    receipt: await withLaterChanges(db, shown),
    others: all.filter((other) => other !== shown).map(({ paper }: Receipt) => paper.number),
  }
}

/**
 * Stores receipts of payments from before receipts were stored. Recorded payments then had one for each place, numbered
 * by the place.
 */
export const writeDownReceipts = (db: Db, accountId: string) =>
  db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId, 'no key update'))) return
    for (const charge of await chargesWithoutReceipt(tx, accountId))
      await issueChargeReceipt(tx, { accountId }, charge)
    for (const entry of await entriesWithoutReceipt(tx, accountId)) {
      const { id: number, recordedId: id, recordedHow, recordedAt } = entry
      if (id && recordedHow && recordedAt)
        await issueRecordedReceipt(tx, { accountId }, [entry], {
          id,
          number,
          way: recordedHow,
          at: recordedAt,
        })
    }
  })

/** At the start of the site, once for each. */
export async function writeDownEarlierReceipts(db: Db): Promise<void> {
  for (const accountId of await accountsWithoutReceipt(db)) await writeDownReceipts(db, accountId)
}
