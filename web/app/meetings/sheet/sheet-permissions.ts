import { isCallable, isCoachable, type Span } from '#meetings/attendance/window.ts'
import { refuse } from '#platform/refusal.ts'
import { mayAll, type Right } from '#team/rights.ts'
import type { Role } from '#team/roles.ts'

/** Names and levels are visible to everybody who may open the sheet. */
export type SheetPermissions = { ages: boolean; phones: boolean; care: boolean; marks: boolean }

type Asker = { roles: ReadonlySet<Role> }
type Where = { isOwn: boolean; session: Span; meeting?: Span }

/** Coaches have a limited window, shorter for numbers and notes: `window.ts`. */
export function sheetPermissions(
  asker: Asker,
  { isOwn, session, meeting }: Where,
  now = new Date(),
): SheetPermissions {
  const isCoach = isOwn && asker.roles.has('coach')
  const isOpen = isCoach && isCoachable(session, now)
  const isNear = isCoach && meeting !== undefined && isCallable(meeting, now)
  const all = (right: Right) => mayAll(asker, right)
  const permissions = {
    ages: all('roster') || isOpen,
    phones: all('phones') || isNear,
    care: all('care') || isNear,
    marks: all('marks') || isOpen,
  }
  if (permissions.ages || asker.roles.has('reader')) return permissions
  return isCoach ? refuse('not-your-work', notOpen) : refuse('not-found')
}

type OnSheet = { hadPlace: boolean; isTakenOff: boolean; isAddedByDesk: boolean }

/** A player added by a coach's mark or by a coach: numbers and note are for the desk, until it confirms the guest. */
export const isForDesk = (asker: Asker, right: 'phones' | 'care', player: OnSheet) =>
  !player.hadPlace && (player.isTakenOff || !player.isAddedByDesk) && !mayAll(asker, right)

const notOpen = 'You see who comes from 7 days before the first meeting to 7 days after the last.'
