import { toWhat } from '#payments/means.ts'
import { longDay, longRange, todayIn } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { receiptPath } from '#registrations/registration-rules.ts'
import { toPaidWay } from '#registrations/ways-to-pay.ts'
import type { GoneEntry } from './gone.db.server.ts'

export type GoneRow = ReturnType<typeof goneRow>

export function goneRow(entry: GoneEntry, timeZone: string) {
  const { openCents, underWayCents, lastMoved } = entry
  const formatDay = (moment: Date) => longDay(todayIn(timeZone, moment))
  return {
    id: entry.id,
    player: `${entry.firstName} ${entry.lastName}`,
    event: entry.event.name,
    about: `Session ${entry.number}, ${longRange(entry.startsOn, entry.endsOn)}`,
    goneOn: formatDay(entry.removedAt),
    receipt: entry.accountId ? receiptPath({ ...entry, way: toPaidWay(entry) }, entry.accountId) : null,
    amount: dollars(openCents || underWayCents || (lastMoved?.cents ?? 0)),
    ...describeState(entry, lastMoved ? ` on ${formatDay(new Date(lastMoved.at))}` : ''),
  }
}

type State = { tone: 'paid' | 'out' | 'plain'; label: string }

function describeState(entry: GoneEntry, on: string): State {
  const { isBounced, isBeingPaid, isOwedBack, underWayCents, lastMoved } = entry
  if (isBounced) return { tone: 'out', label: 'Your payment did not go through: you owe this' }
  if (isBeingPaid) return { tone: 'plain', label: 'The bank is confirming' }
  if (isOwedBack) return { tone: 'plain', label: 'We owe you this' }
  if (underWayCents > 0) return { tone: 'plain', label: 'The refund is under way' }
  if (!lastMoved) return { tone: 'plain', label: entry.priceCents === 0 ? 'Free' : 'Nothing was paid' }
  if (lastMoved.kind === 'paid') return { tone: 'paid', label: `Repaid by you${on}` }
  return {
    tone: 'paid',
    label: lastMoved.isByHand ? `Returned to you${on}` : `Refunded${on} ${toWhat(entry)}`,
  }
}
