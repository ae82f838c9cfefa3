import type { Kind } from '#events/events.tables.ts'
import { byWhat } from '#payments/means.ts'
import { type Day, dayRange, nearDay } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import type { RegistrationEntry } from '#registrations/entries.db.server.ts'
import { isBeingPaid, isPaid, receiptPath } from '#registrations/registration-rules.ts'
import { isOnline, type PaidWay, wayWords } from '#registrations/ways-to-pay.ts'

export type HistoryRow = ReturnType<typeof historyRow>

/** A registration as the history shows it, and what can be done with it on this day. */
export function historyRow(entry: RegistrationEntry, accountId: string, today: Day) {
  const { session, event, paidBy, meansLabel, priceCents } = entry
  const isConfirming = isBeingPaid(entry)
  const hasStarted = today > session.startsOn
  const due = hasStarted
    ? `${dollars(priceCents)} overdue since ${nearDay(session.startsOn)}`
    : `${dollars(priceCents)} due ${nearDay(session.startsOn)}`
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
    dates: dayRange(session.startsOn, session.endsOn),
    description: session.description,
    priceCents,
    amountPaid: dollars(isPaid(entry) ? priceCents : 0),
    status: paidBy ? paidStatus(paidBy, meansLabel) : isConfirming ? 'The bank is confirming' : due,
    isPaid: isPaid(entry),
    tone: isPaid(entry)
      ? ('paid' as const)
      : hasStarted && !isConfirming
        ? ('out' as const)
        : ('due' as const),
    canPay: !isPaid(entry) && !isConfirming,
    canLeave: today <= session.startsOn && !isConfirming,
    hasStarted,
    transactionId: entry.transactionId,
    paidBy,
    receipt: receiptPath(entry, accountId),
  }
}

function paidStatus(paidBy: PaidWay, meansLabel: string | null): string {
  if (paidBy === 'card') return 'Paid'
  return `Paid ${isOnline(paidBy) ? byWhat({ means: paidBy, meansLabel }) : wayWords[paidBy]}`
}

export const unpaidOf = (rows: HistoryRow[]) => rows.filter(({ canPay }) => canPay)
