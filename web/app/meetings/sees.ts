import { isCallable, isCoachable, type Span } from '#meetings/attendance/window.ts'
import { refuse } from '#platform/refusal.ts'
import { mayAll, type Right } from '#team/rights.ts'
import type { Role } from '#team/roles.ts'

/** What of a sheet somebody sees and does; names and levels are seen by whoever sees it at all. */
export type Sees = { ages: boolean; phones: boolean; care: boolean; marks: boolean }

type Asker = { roles: ReadonlySet<Role> }
type Where = { isOwn: boolean; session: Span; meeting?: Span }

/** A coach's own sheet is open for a while only, the numbers and notes on it for a day: `window.ts`. */
export function seesOf(asker: Asker, { isOwn, session, meeting }: Where, now = new Date()): Sees {
  const isCoach = isOwn && asker.roles.has('coach')
  const isOpen = isCoach && isCoachable(session, now)
  const isNear = isCoach && meeting !== undefined && isCallable(meeting, now)
  const all = (right: Right) => mayAll(asker, right)
  const sees = {
    ages: all('roster') || isOpen,
    phones: all('phones') || isNear,
    care: all('care') || isNear,
    marks: all('marks') || isOpen,
  }
  if (sees.ages || asker.roles.has('reader')) return sees
  return isCoach ? refuse('not-your-work', notOpen) : refuse('not-found')
}

type OnSheet = { hadPlace: boolean; isTakenOff: boolean; isAddedByDesk: boolean }

/**
 * Whom a coach's mark alone, or a coach, put on the sheet: its numbers and its note are for the desk, until the desk
 * adds it as a guest.
 */
export const isForDesk = (asker: Asker, right: 'phones' | 'care', player: OnSheet) =>
  !player.hadPlace && (player.isTakenOff || !player.isAddedByDesk) && !mayAll(asker, right)

const notOpen = 'You see who comes from 7 days before the first meeting to 7 days after the last.'
