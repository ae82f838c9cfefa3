import type { Attachment } from '#mail/mail.tables.ts'
import { mailLayout } from '#mail/mail-layout.ts'
import { type CalendarMeeting, toCalendar } from '#meetings/calendar/calendar.server.ts'
import type { Day } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import type { Programme } from '#platform/settings/programme.tables.ts'
import type { RegistrationEntry } from '#registrations/entries.db.server.ts'
import { wayLabels } from '#registrations/ways-to-pay.ts'
import type { WaitingFamily } from '#waiting-list/families-waiting.db.server.ts'
import { waitingListPath } from '#waiting-list/waiting-list.ts'
import type { Move } from './session-moves.ts'

type MovedPlace = { entry: RegistrationEntry; move: Move }
type MovedWait = { wait: WaitingFamily; move: Move }
type FamilyMoves = { places: MovedPlace[]; waits: MovedWait[] }
type From = { siteUrl: string; programme: Programme; meetings: CalendarMeeting[]; today: Day }

/** Held, and no charge is under way. */
export const isHeldAlone = ({ isHeld, standing }: RegistrationEntry) => isHeld && standing !== 'being paid'

/** A pending charge counts as paid. */
export const countsAsPaid = (entry: RegistrationEntry) => !isHeldAlone(entry) && entry.standing !== 'unpaid'
export const describePaid = ({ standing, way }: RegistrationEntry) =>
  standing === 'paid' && way && way !== 'free' ? `paid ${wayLabels[way]}` : 'being paid now'

export function movedMail(to: string | null, { places, waits }: FamilyMoves, from: From) {
  const closed = places.filter(({ move }) => move.kind === 'closed')
  const others = places.filter(({ move }) => move.kind !== 'closed')
  const onlyWaits = places.length === 0
  const title = onlyWaits ? waitingTitle(waits.length) : toTitle(closed.length, others.length + waits.length)
  const file = (filename: string, listed: MovedPlace[], method: 'PUBLISH' | 'CANCEL'): Attachment[] => {
    const entries = listed.map(({ entry }) => entry).filter((entry) => !isHeldAlone(entry))
    return entries.length === 0
      ? []
      : [{ filename, calendar: toCalendar(entries, from.meetings, from, method) }]
  }
  const attachments = [
    ...file('changed-sessions.ics', others, 'PUBLISH'),
    ...file('cancelled-sessions.ics', closed, 'CANCEL'),
  ]
  const calendarNote =
    attachments.length > 0
      ? 'Are these sessions in your calendar? Open the attached file and add it there again: what moved moves, and what does not take place is cancelled. '
      : ''
  const layout = mailLayout({
    programme: from.programme,
    title,
    paragraphs: [
      ...places.map(({ entry, move }) =>
        [`${entryName(entry)}.`, ...describePlace(entry, move, from.today)].join(' '),
      ),
      ...waits.map(({ wait, move }) => [waitingName(wait), ...describeWaiting(wait, move)].join(' ')),
    ],
    button: onlyWaits
      ? { text: 'Open my waiting list', url: from.siteUrl + waitingListPath }
      : { text: 'Registration history', url: `${from.siteUrl}/pages/registration-history` },
    after: [`${calendarNote}If the change does not suit you, answer this mail.`],
  })
  const sessionIds = [...new Set([...places, ...waits].map(({ move }) => move.sessionId))]
  const source = { sessionIds }
  return { kind: 'session moved' as const, to, subject: title, ...layout, attachments, source }
}

function toTitle(closed: number, others: number): string {
  if (others === 0) return closed === 1 ? 'A session does not take place' : 'Sessions do not take place'
  return closed + others === 1 ? 'A session of yours has changed' : 'Sessions of yours have changed'
}

const waitingTitle = (sessions: number) =>
  sessions === 1 ? 'A session that you wait for has changed' : 'Sessions that you wait for have changed'

function describeWaiting({ offeredUntil, firstNames }: WaitingFamily, { sentences }: Move): string[] {
  if (!offeredUntil)
    return [
      'You are on its waiting list.',
      ...sentences,
      'You keep your turn, and can leave the list any time.',
    ]
  const [places, it] = firstNames.length === 1 ? ['A place there is', 'it'] : ['Places there are', 'them']
  return [
    `${places} offered to you.`,
    ...sentences,
    `You can accept ${it} as the session now is, or decline.`,
  ]
}

function describePlace(entry: MovedPlace['entry'], { kind, sentences }: Move, today: Day): string[] {
  if (!isHeldAlone(entry)) return kind === 'closed' ? [...sentences, describeMoney(entry, today)] : sentences
  const next = kind === 'closed' ? [] : ['Look at your cart and check out again.']
  return [
    'The place that you were paying for cannot be paid any more.',
    ...sentences,
    'Nothing was charged.',
    ...next,
  ]
}

/** After its first day families cannot unregister themselves. */
function describeMoney(entry: RegistrationEntry, today: Day): string {
  if (entry.priceCents === 0) return 'You need not do anything.'
  if (!countsAsPaid(entry)) return 'You need not pay for it.'
  const paid = dollars(entry.priceCents)
  return today > entry.session.startsOn
    ? `Write or call us: we give your ${paid} back.`
    : `You paid ${paid} for it: unregister in your registration history, and it goes back to you.`
}

export const entryName = ({ firstName, event, session }: RegistrationEntry) =>
  `${firstName}: ${event.name}, Session ${session.number}`

const waitingName = ({ firstNames, event, session }: WaitingFamily) =>
  `${new Intl.ListFormat('en-US').format(firstNames)}: ${event.name}, Session ${session.number}.`
