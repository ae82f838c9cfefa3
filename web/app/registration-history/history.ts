import type { Kind } from '#events/kinds.ts'
import { byWhat } from '#payments/means.ts'
import { type Day, dayRange, nearDay, toYear } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import type { RegistrationEntry } from '#registrations/entries.db.server.ts'
import { formatInvoiceNumber, receiptPath } from '#registrations/registration-rules.ts'
import { isOnline, type PaidWay, wayLabels } from '#registrations/ways-to-pay.ts'

export type HistoryRow = ReturnType<typeof historyRow>

/** In the order of the table. */
const stages = ['overdue', 'due', 'coming', 'past'] as const
type Stage = (typeof stages)[number]
const tones = { overdue: 'out', due: 'due', coming: 'plain', past: 'plain' } as const

export function historyRow(entry: RegistrationEntry, accountId: string, today: Day) {
  const { session, event, standing, way, meansLabel, owedCents, dueOn } = entry
  const { startsOn, endsOn } = session
  const canPay = standing === 'unpaid'
  const hasStarted = today > startsOn
  const over: Stage = endsOn < today ? 'past' : 'coming'
  const isOverdue = dueOn < today
  const stage: Stage = canPay ? (isOverdue ? 'overdue' : 'due') : over
  const isPart = canPay && entry.paidCents > 0
  const due = `${dollars(owedCents)} ${isPart ? 'more ' : ''}${isOverdue ? 'overdue since' : 'due'} ${nearDay(dueOn)}`
  return {
    id: entry.id,
    personId: entry.personId,
    firstName: entry.firstName,
    player: `${entry.firstName} ${entry.lastName}`,
    event: event.name,
    eventId: event.id,
    kind: event.kind satisfies Kind,
    sessionId: session.id,
    number: session.number,
    year: toYear(startsOn),
    startsOn,
    dates: dayRange(startsOn, endsOn),
    description: session.description,
    priceCents: entry.priceCents,
    owedCents,
    isPart,
    /** It costs something, but no payment is known: waived, or paid by credit of an unknown payment. */
    isNothingToPay: standing === 'paid' && way === null,
    amountPaid: dollars(entry.paidCents),
    status: { paid: paidStatus(way, meansLabel), unpaid: due, 'being paid': 'The bank is confirming' }[
      standing
    ],
    standing,
    stage,
    tone: standing === 'paid' ? ('paid' as const) : tones[stage],
    canPay,
    canLeave: today <= startsOn && standing !== 'being paid',
    hasStarted,
    transactionId: entry.transactionId,
    way,
    receipt: receiptPath(entry, accountId),
  }
}

function paidStatus(way: PaidWay | null, meansLabel: string | null): string {
  if (way === null) return 'Settled'
  if (way === 'card') return 'Paid'
  if (way === 'free') return 'Free'
  return `Paid ${isOnline(way) ? byWhat({ means: way, meansLabel }) : wayLabels[way]}`
}

type Starting = { startsOn: Day }
const earlierFirst = (a: Starting, b: Starting) =>
  Number(a.startsOn > b.startsOn) - Number(a.startsOn < b.startsOn)

type Staged = { stage: Stage; startsOn: Day }

/** By stage, each the earliest first, but past ones the latest first. */
export const inOrder = <Row extends Staged>(rows: Row[]): Row[] =>
  rows.toSorted((a, b) => {
    const byDay = earlierFirst(a, b)
    return stages.indexOf(a.stage) - stages.indexOf(b.stage) || (a.stage === 'past' ? -byDay : byDay)
  })

/** A row of tiles in a wide window. */
const mostTiles = 6

/** Not ended yet, the earliest first. */
export const listComing = <Entry extends { session: { startsOn: Day; endsOn: Day } }>(
  entries: Entry[],
  today: Day,
): Entry[] =>
  entries
    .filter(({ session }) => session.endsOn >= today)
    .toSorted((a, b) => earlierFirst(a.session, b.session))
    .slice(0, mostTiles)

export function byYear<Row extends { year: number }>(rows: Row[]): { year: number; rows: Row[] }[] {
  const years = [...new Set(rows.map(({ year }) => year))]
  return years.map((year) => ({ year, rows: rows.filter((row) => row.year === year) }))
}

/** For the note of a Venmo transfer. */
export const invoiceNumbers = (rows: { year: number }[], familyNumber: number): string[] =>
  byYear(rows).map(({ year }) => formatInvoiceNumber(year, familyNumber))
