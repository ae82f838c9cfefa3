import type { Attachment } from '#mail/mail.tables.ts'
import { mailLayout } from '#mail/mail-layout.ts'
import { type CalendarMeeting, calendarOf } from '#meetings/calendar/calendar.server.ts'
import type { Day } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import type { Programme } from '#platform/settings/programme.tables.ts'
import type { RegistrationEntry } from '#registrations/entries.db.server.ts'
import { wayWords } from '#registrations/ways-to-pay.ts'
import type { WaitingFamily } from '#waiting-list/families-waiting.db.server.ts'
import { waitingListPath } from '#waiting-list/waiting-list.ts'
import type { Move } from './session-moves.ts'

type Place = { entry: RegistrationEntry; move: Move }
type Wait = { wait: WaitingFamily; move: Move }
type Own = { places: Place[]; waits: Wait[] }
type From = { siteUrl: string; programme: Programme; meetings: CalendarMeeting[]; today: Day }

/** Nothing is being charged for it. */
export const isHeldAlone = ({ isHeld, standing }: RegistrationEntry) => isHeld && standing !== 'being paid'

/** What the gateway is charging at this moment is taken, for all that anybody knows. */
export const countsAsPaid = (entry: RegistrationEntry) => !isHeldAlone(entry) && entry.standing !== 'unpaid'
export const paidWords = ({ standing, way }: RegistrationEntry) =>
  standing === 'paid' && way && way !== 'free' ? `paid ${wayWords[way]}` : 'being paid now'

/** A mail about a family's places, and lists on which it waits, in sessions that move or close. */
export function movedMail(to: string | null, { places, waits }: Own, from: From) {
  const closed = places.filter(({ move }) => move.kind === 'closed')
  const others = places.filter(({ move }) => move.kind !== 'closed')
  const onlyWaits = places.length === 0
  const title = onlyWaits ? waitingTitle(waits.length) : titleOf(closed.length, others.length + waits.length)
  const file = (filename: string, own: Place[], method: 'PUBLISH' | 'CANCEL'): Attachment[] => {
    const entries = own.map(({ entry }) => entry).filter((entry) => !isHeldAlone(entry))
    return entries.length === 0
      ? []
      : [{ filename, calendar: calendarOf(entries, from.meetings, from, method) }]
  }
  const attachments = [
    ...file('changed-sessions.ics', others, 'PUBLISH'),
    ...file('cancelled-sessions.ics', closed, 'CANCEL'),
  ]
  const calendarWords =
    attachments.length > 0
      ? 'Are these sessions in your calendar? Open the attached file and add it there again: what moved moves, and what does not take place is cancelled. '
      : ''
  const layout = mailLayout({
    programme: from.programme,
    title,
    paragraphs: [
      ...places.map(({ entry, move }) =>
        [`${nameOf(entry)}.`, ...sentencesOf(entry, move, from.today)].join(' '),
      ),
      ...waits.map(({ wait, move }) => [waitNameOf(wait), ...waitSentencesOf(wait, move)].join(' ')),
    ],
    button: onlyWaits
      ? { text: 'Open my waiting list', url: from.siteUrl + waitingListPath }
      : { text: 'Registration history', url: `${from.siteUrl}/pages/registration-history` },
    after: [`${calendarWords}If the change does not suit you, answer this mail.`],
  })
  const sessionIds = [...new Set([...places, ...waits].map(({ move }) => move.sessionId))]
  const source = { sessionIds }
  return { kind: 'session moved' as const, to, subject: title, ...layout, attachments, source }
}

function titleOf(closed: number, others: number): string {
  if (others === 0) return closed === 1 ? 'A session does not take place' : 'Sessions do not take place'
  return closed + others === 1 ? 'A session of yours has changed' : 'Sessions of yours have changed'
}

const waitingTitle = (sessions: number) =>
  sessions === 1 ? 'A session that you wait for has changed' : 'Sessions that you wait for have changed'

function waitSentencesOf({ offeredUntil, firstNames }: WaitingFamily, { words }: Move): string[] {
  if (!offeredUntil)
    return ['You are on its waiting list.', ...words, 'You keep your turn, and can leave the list any time.']
  const [places, it] = firstNames.length === 1 ? ['A place there is', 'it'] : ['Places there are', 'them']
  return [`${places} offered to you.`, ...words, `You can accept ${it} as the session now is, or decline.`]
}

function sentencesOf(entry: Place['entry'], { kind, words }: Move, today: Day): string[] {
  if (!isHeldAlone(entry)) return kind === 'closed' ? [...words, moneyOf(entry, today)] : words
  const next = kind === 'closed' ? [] : ['Look at your cart and check out again.']
  return [
    'The place that you were paying for cannot be paid any more.',
    ...words,
    'Nothing was charged.',
    ...next,
  ]
}

/** From the day after its first day on nobody unregisters by themselves. */
function moneyOf(entry: RegistrationEntry, today: Day): string {
  if (entry.priceCents === 0) return 'You need not do anything.'
  if (!countsAsPaid(entry)) return 'You need not pay for it.'
  const paid = dollars(entry.priceCents)
  return today > entry.session.startsOn
    ? `Write or call us: we give your ${paid} back.`
    : `You paid ${paid} for it: unregister in your registration history, and it goes back to you.`
}

export const nameOf = ({ firstName, event, session }: RegistrationEntry) =>
  `${firstName}: ${event.name}, Session ${session.number}`

const waitNameOf = ({ firstNames, event, session }: WaitingFamily) =>
  `${new Intl.ListFormat('en-US').format(firstNames)}: ${event.name}, Session ${session.number}.`
