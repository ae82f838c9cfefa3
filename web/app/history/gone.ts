import { toWhat } from '#payments/means.ts'
import { longDay, longRange, todayIn } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { receiptPath } from '#registrations/registration-rules.ts'
import type { GoneEntry } from './gone.db.server.ts'

export type GoneRow = ReturnType<typeof goneRow>

/** A place that was given up, as the history shows it: when, and what came of its money. */
export function goneRow(entry: GoneEntry, timeZone: string) {
  const { refund } = entry
  const dayOf = (moment: Date) => longDay(todayIn(timeZone, moment))
  return {
    id: entry.id,
    player: `${entry.firstName} ${entry.lastName}`,
    event: entry.event.name,
    about: `Session ${entry.number}, ${longRange(entry.startsOn, entry.endsOn)}`,
    goneOn: dayOf(entry.removedAt),
    receipt: entry.paidBy && entry.accountId ? receiptPath(entry, entry.accountId) : null,
    amount: dollars(refund?.amountCents ?? 0),
    ...stateOf(entry, refund?.endedAt ? ` on ${dayOf(refund.endedAt)}` : ''),
  }
}

type State = { tone: 'paid' | 'out' | 'plain'; words: string }

function stateOf({ refund, ...paid }: GoneEntry, on: string): State {
  switch (refund?.state) {
    case 'done':
      return { tone: 'paid', words: `Refunded${on} ${toWhat(paid)}` }
    case 'returned':
      return { tone: 'paid', words: `Returned to you${on}` }
    case 'repaid':
      return { tone: 'paid', words: `Repaid by you${on}` }
    case 'owed':
      return { tone: 'plain', words: 'We owe you this' }
    case 'queued':
    case 'pending':
    case 'unknown':
      return { tone: 'plain', words: 'The refund is under way' }
    case 'reclaimed':
      return { tone: 'out', words: 'Your payment did not go through: you owe this' }
    default:
      return { tone: 'plain', words: paid.paidBy === 'free' ? 'Free' : 'Nothing was paid' }
  }
}
