import { toWhat } from '#payments/means.ts'
import { longDay, longRange, todayIn } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { receiptPath } from '#registrations/registration-rules.ts'
import { wayOf } from '#registrations/ways-to-pay.ts'
import type { GoneEntry } from './gone.db.server.ts'

export type GoneRow = ReturnType<typeof goneRow>

/** A place that was given up, as the history shows it: when, and what came of its money. */
export function goneRow(entry: GoneEntry, timeZone: string) {
  const { openCents, underWayCents, lastMoved } = entry
  const dayOf = (moment: Date) => longDay(todayIn(timeZone, moment))
  return {
    id: entry.id,
    player: `${entry.firstName} ${entry.lastName}`,
    event: entry.event.name,
    about: `Session ${entry.number}, ${longRange(entry.startsOn, entry.endsOn)}`,
    goneOn: dayOf(entry.removedAt),
    receipt: entry.accountId ? receiptPath({ ...entry, way: wayOf(entry) }, entry.accountId) : null,
    amount: dollars(openCents || underWayCents || (lastMoved?.cents ?? 0)),
    ...stateOf(entry, lastMoved ? ` on ${dayOf(new Date(lastMoved.at))}` : ''),
  }
}

type State = { tone: 'paid' | 'out' | 'plain'; words: string }

function stateOf(entry: GoneEntry, on: string): State {
  const { isBounced, isBeingPaid, isOwedBack, underWayCents, lastMoved } = entry
  if (isBounced) return { tone: 'out', words: 'Your payment did not go through: you owe this' }
  if (isBeingPaid) return { tone: 'plain', words: 'The bank is confirming' }
  if (isOwedBack) return { tone: 'plain', words: 'We owe you this' }
  if (underWayCents > 0) return { tone: 'plain', words: 'The refund is under way' }
  if (!lastMoved) return { tone: 'plain', words: entry.priceCents === 0 ? 'Free' : 'Nothing was paid' }
  if (lastMoved.kind === 'paid') return { tone: 'paid', words: `Repaid by you${on}` }
  return {
    tone: 'paid',
    words: lastMoved.isByHand ? `Returned to you${on}` : `Refunded${on} ${toWhat(entry)}`,
  }
}
