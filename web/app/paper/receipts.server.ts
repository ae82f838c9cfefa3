import { inArray, or, type SQL } from 'drizzle-orm'
import type { Paper } from '#mail/pdf/paper.ts'
import { byWhat } from '#payments/means.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { lockAccount } from '#people/people.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, longDay, longRange } from '#platform/format/dates.ts'
import { dollars, sumCents } from '#platform/format/money.ts'
import { found, refuse } from '#platform/refusal.ts'
import {
  entriesPaidBy,
  entriesWhere,
  entryOf,
  isOfPayment,
  type RegistrationEntry,
} from '#registrations/entries.db.server.ts'
import type { Receipt } from '#registrations/receipts.tables.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { isOffline, type OfflineWay, wayWords } from '#registrations/ways-to-pay.ts'
import {
  accountsWithoutReceipt,
  addReceipt,
  chargesWithoutReceipt,
  chargeWithReceipt,
  entriesWithoutReceipt,
  ofTransaction,
  receiptOfRecorded,
  receiptsOfPlace,
} from './receipts.db.server.ts'
import { byDay, type DateColumn, type Family, letterhead, tableOf } from './sheets.server.ts'
import { withWhatCameLater } from './since-receipt.server.ts'

/** Writes down what a charge paid, in the transaction that takes the money, and says where it goes. */
export async function giveChargeReceipt(
  tx: Db,
  visitor: Family,
  charge: Charge,
  parts: PaidParts = { byCharge: [], byCredit: [] },
) {
  const { id: chargeId, endedAt, endedHow, createdAt } = charge
  const givenAt = endedHow === 'not settled' ? createdAt : (endedAt ?? createdAt)
  const paid = { how: byWhat(charge), of: { chargeId } }
  const entries = await entriesOf(tx, charge, parts)
  const creditCents = sumCents(parts.byCredit.map(({ cents }) => cents))
  return give(tx, visitor, entries, {
    ...{ ...paid, givenAt, number: `R-${charge.number}` },
    ...{ subtitle: `Transaction ${charge.transactionId}`, thanks: `Paid ${paid.how}.` },
    ...(creditCents > 0 && { credit: ['Credit used', -creditCents] }),
  })
}

/** What of a place a charge pays, and the credit that it uses besides. */
export type PaidPart = { registrationId: number; cents: number }
export type PaidParts = { byCharge: PaidPart[]; byCredit: PaidPart[] }

/** What a charge paid, each at what it and the credit came to. */
async function entriesOf(tx: Db, charge: Charge, { byCharge, byCredit }: PaidParts): Promise<Line[]> {
  const ids = byCredit.map(({ registrationId }) => registrationId)
  const entries =
    ids.length > 0
      ? await entriesWhere(tx, or(isOfPayment({ chargeId: charge.id }), inArray(registrations.id, ids)))
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

/** The same of money that a volunteer records: one paper with all that it pays. */
export function giveRecordedReceipt(
  tx: Db,
  visitor: Family,
  entries: RegistrationEntry[],
  payment: RecordedPayment,
) {
  const how = wayWords[payment.way]
  const creditCents = payment.spread?.creditCents ?? 0
  const on = payment.receivedOn ? ` on ${longDay(payment.receivedOn)}` : ''
  return give(tx, visitor, entries, {
    ...{ how, of: { recordedId: payment.id } },
    ...{ givenAt: payment.at, number: `C-${payment.number}` },
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
  /** What of it became credit. */
  spread?: { creditCents: number }
}

type Paid = {
  of: { chargeId: string } | { recordedId: number }
  how: string
  givenAt: Date
  number: string
  subtitle: string
  thanks: string
  /** A line below the places: what became credit, or what of it was used. */
  credit?: [words: string, cents: number] | undefined
}

/** What the payment pays of the place; papers of before are written down of what is withdrawn too. */
const broughtFor = ({ lineCents, paymentCents, priceCents }: Line) => lineCents ?? paymentCents ?? priceCents

const played: DateColumn = ['Dates', ({ session }) => longRange(session.startsOn, session.endsOn)]

async function give(tx: Db, visitor: Family, entries: Line[], paid: Paid) {
  const { givenAt, number, subtitle, thanks, credit } = paid
  const { family, from, dayOf } = await letterhead(tx, visitor, givenAt)
  const rows = entries.toSorted(byDay)
  const table = tableOf(rows, { dates: played, centsOf: broughtFor, total: 'Total paid' })
  const paper: Paper = {
    ...{ from, title: 'Payment receipt', subtitle, number, date: dayOf(givenAt) },
    to: [`For ${family.name}`],
    table: credit ? withCredit(table, sumCents(rows.map(broughtFor)), credit) : table,
    paragraphs: [thanks],
  }
  const places = rows.map(({ id, personId }) => ({ id, personId }))
  await addReceipt(tx, { ...paid.of, accountId: visitor.accountId, paper, places })
  return { email: family.email, receipt: paper }
}

/** Below the places, so that these are the paper's first rows. */
function withCredit(
  table: Paper['table'],
  placesCents: number,
  [words, cents]: NonNullable<Paid['credit']>,
): Paper['table'] {
  return {
    ...table,
    rows: [...table.rows, ['', words, '', dollars(cents)]],
    total: [table.total[0], dollars(placesCents + cents)],
  }
}

/** The receipt of what one charge of the family paid, and what came of it since. */
export const chargeReceipt = (db: Db, visitor: Family, transactionId: string): Promise<Paper> =>
  receiptOfCharge(db, visitor, ofTransaction(transactionId))

export async function receiptOfCharge(db: Db, visitor: Family, which: SQL): Promise<Paper> {
  const read = async () => found(await chargeWithReceipt(db, visitor.accountId, which))
  let { charge, receipt } = await read()
  if (!receipt) {
    await writeDownReceipts(db, visitor.accountId)
    ;({ charge, receipt } = await read())
  }
  return withWhatCameLater(db, found(receipt), charge)
}

type Place = { registrationId: number; personId: string; eventId: number; eventType: string }

/**
 * What was recorded for a place by check, cash or Venmo transfer, given up since or not: the newest receipt, or the one
 * with this number; and the numbers of the others.
 */
export async function recordedReceipt(db: Db, visitor: Family, place: Place, number?: string | null) {
  const { accountId } = visitor
  const entry = found(await entryOf(db, accountId, place.registrationId))
  const { personId, event, way, recordedId } = entry
  if (personId !== place.personId || event.id !== place.eventId || event.kind !== place.eventType)
    refuse('not-found')
  let all = await receiptsOfPlace(db, accountId, entry.id)
  if (all.length === 0 && isOffline(way)) {
    await writeDownReceipts(db, accountId)
    all = await receiptsOfPlace(db, accountId, entry.id)
  }
  if (recordedId && !all.some((receipt) => receipt.recordedId === recordedId)) {
    // Credit of this payment pays it.
    const receipt = await receiptOfRecorded(db, accountId, recordedId)
    if (receipt) all = [receipt, ...all]
  }
  const shown = found(number ? all.find(({ paper }) => paper.number === number) : all[0])
  return {
    receipt: await withWhatCameLater(db, shown),
    others: all.filter((other) => other !== shown).map(({ paper }: Receipt) => paper.number),
  }
}

/**
 * Writes down what was paid before receipts were kept, as it stands now. Of a recorded payment each place had a paper,
 * numbered by the place.
 */
export const writeDownReceipts = (db: Db, accountId: string) =>
  db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId, 'no key update'))) return
    for (const charge of await chargesWithoutReceipt(tx, accountId))
      await giveChargeReceipt(tx, { accountId }, charge)
    for (const entry of await entriesWithoutReceipt(tx, accountId)) {
      const { id: number, recordedId: id, recordedHow, recordedAt } = entry
      if (id && recordedHow && recordedAt)
        await giveRecordedReceipt(tx, { accountId }, [entry], {
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
