import { isFull } from '#events/events.ts'
import { longRange, monthDay, nearDay, todayIn } from '#platform/format/dates.ts'
import { formatList } from '#platform/format/format-list.ts'
import { inDollars } from '#platform/format/money.ts'
import type { CartItem } from '#registrations/cart.ts'
import type { EntryEnd } from '#registrations/waiting/waiting-list.tables.ts'
import { phaseAt } from '#waiting-list/offers/next-offer.ts'
import type { FamilyEntry } from './family-entries.db.server.ts'

export type EntryView = ReturnType<typeof entryView>

export function entryView(entry: FamilyEntry) {
  const { id, session, children, place, families, since, movedAheadOn } = entry
  const held = children.filter((child) => child.place === 'held')
  const paying = children.filter((child) => child.place === 'being paid')
  const registered = children.filter((child) => child.place === 'registered')
  const isGone = entry.state === 'offered' && held.length + paying.length === 0
  const why = entry.endedWhy ?? (registered.length > 0 ? 'accepted' : 'expired')
  const state = isGone ? 'ended' : entry.state
  return {
    ...{ id, state, sessionId: session.id, personIds: children.map(({ personId }) => personId) },
    event: { path: `/pages/${session.kind}/${session.eventId}`, name: session.eventName },
    session: `Session ${session.number}, ${longRange(session.startsOn, session.endsOn)}`,
    description: session.description,
    names: joinNames(children),
    size: children.length,
    standing: { place, families, since, movedAheadOn },
    canTake: state === 'in line' && canBeTaken(entry),
    offer: {
      names: joinNames(held),
      paying: joinNames(paying),
      registered: joinNames(registered),
      seconds: Math.min(...held.map(({ heldSeconds }) => heldSeconds ?? 0), Number.MAX_SAFE_INTEGER),
      isFree: session.priceCents === 0,
      items: held.map((child) => cartItem(session, child)),
    },
    ended: state === 'ended' ? endReason(why, joinNames(children)) : '',
    canStandAgain: state === 'ended' && rejoinableEnds.has(why) && canBeWaitedFor(entry),
  }
}

const joinNames = (children: { firstName: string }[]) =>
  formatList(children.map(({ firstName }) => firstName))

/** In the last day, if enough places are free for all of its children. */
function canBeTaken({ session, children }: FamilyEntry): boolean {
  const { places, taken, isActive, closedWords, now } = session
  const isRoom = places === null || taken + children.length <= places
  return isActive && !closedWords && isRoom && phaseAt(now, session) === 'first press'
}

const rejoinableEnds = new Set<EntryEnd>(['declined', 'expired', 'left'])

function canBeWaitedFor({ session, children }: FamilyEntry): boolean {
  const { isActive, closedWords, opens, now, startsOn, timeZone } = session
  const isOffered = isActive && !closedWords && !opens && todayIn(timeZone, now) <= startsOn
  return isOffered && isFull(session) && children.length > 0 && children.every(({ place }) => !place)
}

const nothingOwed = 'Nothing is owed.'

function endReason(why: EntryEnd, names: string): string {
  const sentences: Record<EntryEnd, string> = {
    accepted: 'You took what was offered. It stands in your registration history.',
    declined: 'You declined the offer. It went to the next family.',
    expired: 'You did not accept in time. The offer went to the next family.',
    left: 'You left the list.',
    'does not fit': `It was your turn, and ${names} was not of the age for this session. ${nothingOwed}`,
    registered: `${names} was registered meanwhile, or is no longer in your family.`,
    over: `The session has begun, and no place came free for you. ${nothingOwed}`,
    'taken away': `The session is not offered any more. ${nothingOwed}`,
  }
  return sentences[why]
}

/** At the current price and session. */
function cartItem(
  session: FamilyEntry['session'],
  { personId, firstName, lastName }: FamilyEntry['children'][number],
): Omit<CartItem, 'owner'> {
  const { id, eventId, eventName, kind, priceCents, number, startsOn, endsOn, description } = session
  return {
    event: { id: eventId, name: eventName, price: inDollars(priceCents), type: kind },
    player: { id: personId, first_name: firstName, last_name: lastName },
    eventSession: {
      ...{ id, session_number: number, start_date: startsOn, end_date: endsOn, description },
      ...{ start_date_str: monthDay(startsOn), end_date_str: nearDay(endsOn) },
    },
  }
}

/** Without ended entries that a later one for the same session and child replaces. */
export const withoutFormer = (views: EntryView[]): EntryView[] =>
  views.filter(
    (view, at) =>
      view.state !== 'ended' ||
      !views.some(
        (other, otherAt) =>
          other.sessionId === view.sessionId &&
          (other.state !== 'ended' || otherAt > at) &&
          other.personIds.some((id) => view.personIds.includes(id)),
      ),
  )
