import { inArray } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { readStatement, type StatementRow } from '#ledger/statement.db.server.ts'
import type { Paper } from '#mail/pdf/paper.ts'
import { byWhat, toWhat } from '#payments/means.ts'
import { charges } from '#payments/payments.tables.ts'
import type { ChangeReason } from '#platform/changes.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay, todayIn, toYear } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import type { Family } from '#registrations/credit/free-credit.server.ts'
import { namedPlaces } from '#registrations/named-places.db.server.ts'
import { formatInvoiceNumber } from '#registrations/registration-rules.ts'
import { offlinePayments, refunds, registrations } from '#registrations/registrations.tables.ts'
import { wayLabels } from '#registrations/ways-to-pay.ts'
import { letterhead } from './sheets.server.ts'
import { type Entry, isMove, type Move, mergeMoves } from './statement-entries.ts'

/** The year's postings, between its opening and closing balance. */
export async function statementFor(db: Db, family: Family, year: number): Promise<Paper> {
  const { programme, family: payer, from, dayOf } = await letterhead(db, family)
  const { timeZone } = programme
  const { rows, forwardCents, balanceCents, creditCents } = await readStatement(db, {
    familyId: family.familyId,
    year,
    timeZone,
  })
  const descriptions = await describePostings(db, rows)
  const today = todayIn(timeZone)
  const lastDay = year < toYear(today) ? `${year}-12-31` : today
  const lines = mergeMoves(rows).map((entry) => [
    dayOf(entry.at),
    descriptions.what(entry),
    descriptions.about(entry),
    isMove(entry) ? '' : change(entry.cents),
    balance(entry.balanceCents),
  ])
  return {
    from,
    title: 'Statement',
    subtitle: `All of ${year}`,
    number: formatInvoiceNumber(year, payer.number),
    date: longDay(today),
    to: [`For ${payer.name}`],
    table: {
      columns: ['Day', 'What', 'For', 'Change', 'Balance'],
      changes: 3,
      rows: [[longDay(`${year}-01-01`), 'Balance brought forward', '', '', balance(forwardCents)], ...lines],
      total: [`Balance on ${longDay(lastDay)}`, balance(balanceCents)],
    },
    paragraphs: [
      ...(rows.length === 0 ? [`Nothing happened in ${year}.`] : []),
      inAll(balanceCents),
      ...(creditCents > 0 ? [`Your credit of ${dollars(creditCents)} is counted in the balance.`] : []),
    ],
  }
}

const change = (cents: number) => (cents < 0 ? `−${dollars(-cents)}` : `+${dollars(cents)}`)

/** Amounts owed to the family are shown without a minus. */
const balance = (cents: number) =>
  cents > 0 ? `${dollars(cents)} due` : cents < 0 ? `${dollars(-cents)} yours` : dollars(0)

const inAll = (cents: number) =>
  cents > 0
    ? `You owe ${dollars(cents)}.`
    : cents < 0
      ? `We owe you ${dollars(-cents)}: it is yours.`
      : 'Nothing is due, and nothing is owed to you.'

/** Describes postings by their payment, refund and place. */
async function describePostings(db: Db, rows: StatementRow[]) {
  const isNamed = (id: AnyPgColumn, by: 'registrationId' | 'chargeId' | 'recordedId' | 'refundId') =>
    inArray(id, [...new Set(rows.flatMap((row) => row[by] ?? []))])
  const places = await namedPlaces(db, isNamed(registrations.id, 'registrationId'))
  const online = await db
    .select({ id: charges.id, means: charges.means, meansLabel: charges.meansLabel })
    .from(charges)
    .where(isNamed(charges.id, 'chargeId'))
  const byHand = await db
    .select({ id: offlinePayments.id, how: offlinePayments.how })
    .from(offlinePayments)
    .where(isNamed(offlinePayments.id, 'recordedId'))
  const wentBack = await db
    .select({ id: refunds.id, how: refunds.how, chargeId: refunds.chargeId })
    .from(refunds)
    .where(isNamed(refunds.id, 'refundId'))

  const placeLabel = (id: number | null) => {
    const place = places.find((other) => other.id === id)
    return place ? `${place.player}, ${place.event}, Session ${place.number}` : 'Your credit'
  }
  const means = ({ chargeId, recordedId }: StatementRow) => {
    const charge = online.find(({ id }) => id === chargeId)
    const recorded = byHand.find(({ id }) => id === recordedId)
    return charge ? byWhat(charge) : recorded ? wayLabels[recorded.how] : ''
  }
  const back = (row: StatementRow) => {
    const refund = wentBack.find(({ id }) => id === row.refundId)
    const charge = online.find(({ id }) => id === row.chargeId)
    if (charge && !refund?.how && (!refund || refund.chargeId)) return `Refunded ${toWhat(charge)}`
    return `Given back ${refund?.how ? wayLabels[refund.how] : 'by hand'}`
  }
  const labelByKind: Record<Exclude<StatementRow['kind'], 'moved'>, (row: StatementRow) => string> = {
    price: () => 'Registered',
    waived: (row) => because('Taken off the price', row),
    fee: (row) => because('Fee', row),
    'given up': () => 'Given up',
    paid: (row) => (row.refundId ? 'Paid back to us' : `Paid ${means(row)}`.trimEnd()),
    'taken back': (row) => `Payment ${means(row)} bounced or taken back`.replace('  ', ' '),
    'not settled': (row) => `Payment ${means(row)} did not arrive`.replace('  ', ' '),
    refunded: back,
    'came back': () => 'What we gave back did not arrive',
  }
  return {
    what: (entry: Entry<StatementRow>) => {
      if (isMove(entry)) return describeMove(entry)
      return entry.kind === 'moved' ? 'Moved' : labelByKind[entry.kind](entry)
    },
    about: (entry: Entry<StatementRow>) => {
      if (!isMove(entry)) return placeLabel(entry.registrationId)
      const { fromId, toId } = entry
      return fromId !== null && toId !== null
        ? `From ${placeLabel(fromId)} to ${placeLabel(toId)}`
        : placeLabel(fromId ?? toId)
    },
  }
}

/** "Fee: a check bounced" */
function because(what: string, { reason }: StatementRow) {
  const why = reason && reasonLabels[reason]
  return why ? `${what}: ${why}` : what
}

/** Reasons without a text here are explained by the desk. */
const reasonLabels: Partial<Record<ChangeReason, string>> = {
  'asked for by the family': 'you asked for it',
  'left early': 'left early',
  scholarship: 'scholarship',
  goodwill: 'goodwill',
  mistake: 'a mistake put right',
  'moved or closed': 'the session was moved or closed',
  bounced: 'a check bounced',
}

function describeMove({ fromId, toId, movedCents }: Move) {
  if (fromId === null) return `${dollars(movedCents)} of credit used`
  return toId === null ? `${dollars(movedCents)} made your credit` : `${dollars(movedCents)} moved`
}
