import { inArray } from 'drizzle-orm'
import { ageProblem } from '#events/fit/age-problem.ts'
import { addFamilyMail } from '#mail/family-mail.server.ts'
import { type MailContent, mailLayout } from '#mail/mail-layout.ts'
import { addMails } from '#mail/outbox.server.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { formatMoment } from '#platform/format/clock.ts'
import { longRange } from '#platform/format/dates.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { EntryInLine, LineSession, WaitingChild } from './waiting-line.db.server.ts'
import { waitingListPath } from './waiting-list.ts'

type Named = Pick<WaitingChild, 'firstName'>

/** The mail contains no token: its reader logs in. */
export function addOfferMail(
  tx: Db,
  siteUrl: string,
  { email }: EntryInLine,
  session: LineSession,
  { children, until }: { children: Named[]; until: Date },
): Promise<void> {
  const isOne = children.length === 1
  const end = formatMoment(until, session.timeZone)
  return addFamilyMail(
    tx,
    { kind: 'waiting list', to: email },
    {
      title: `${isOne ? 'A place is' : `${children.length} places are`} yours until ${end}`,
      paragraphs: [
        `${isOne ? 'It is' : 'They are'} for ${joinNames(children)} in ${sessionLabel(session)}. Nobody else can have ${isOne ? 'it' : 'them'} until then.`,
        `Accept or decline before ${end}. What you do not accept goes to the next family.`,
      ],
      button: { text: 'Accept or decline', url: siteUrl + waitingListPath },
    },
  )
}

/** From a day before the first meeting: mails everybody in line at once. */
export async function addCalledMails(
  tx: Db,
  siteUrl: string,
  entries: EntryInLine[],
  session: LineSession,
): Promise<void> {
  await mailFamilies(tx, entries, {
    title: `A place came free in ${session.eventName}`,
    paragraphs: [
      `It is for whoever of the waiting list takes it first: ${sessionLabel(session)}.`,
      'Open your waiting list and press “Take it”. If somebody was faster, you stay in line.',
    ],
    button: { text: 'Open my waiting list', url: siteUrl + waitingListPath },
  })
}

export function addPassedOverMail(
  tx: Db,
  siteUrl: string,
  { email }: EntryInLine,
  session: LineSession,
  children: WaitingChild[],
): Promise<void> {
  return addFamilyMail(
    tx,
    { kind: 'waiting list', to: email },
    {
      title: `${joinNames(children)} cannot have a place in ${session.eventName}`,
      paragraphs: [
        `A place came free in ${sessionLabel(session)}.`,
        ...children.flatMap((child) => ageProblem(child, session) ?? []),
      ],
      button: { text: 'See what fits', url: `${siteUrl}/` },
    },
  )
}

const endings = {
  expired: {
    title: (event: string) => `Your place in ${event} went to the next family`,
    text: 'You did not accept it in time. You can stand in line again, at its end.',
  },
  over: {
    title: (event: string) => `The waiting list for ${event} is over`,
    text: 'No place came free for you. Nothing is owed.',
  },
  'taken away': {
    title: (event: string) => `The waiting list for ${event} is over`,
    text: 'The session is not offered any more. Nothing is owed.',
  },
} as const

export async function addEndedMails(
  tx: Db,
  siteUrl: string,
  entries: { accountId: string }[],
  session: LineSession,
  why: keyof typeof endings,
): Promise<void> {
  if (entries.length === 0) return
  const ids = entries.map(({ accountId }) => accountId)
  const families = await tx
    .select({ accountId: accounts.id, familyId: accounts.familyId, email: accounts.email })
    .from(accounts)
    .where(inArray(accounts.id, ids))
  const { title, text } = endings[why]
  await mailFamilies(tx, families, {
    title: title(session.eventName),
    paragraphs: [`It is about ${sessionLabel(session)}. ${text}`],
    button: { text: 'Open my waiting list', url: siteUrl + waitingListPath },
  })
}

type Reader = { accountId: string; familyId: string | null; email: string | null }

/** In few statements: the list may be long, and its session is locked meanwhile. */
async function mailFamilies(
  tx: Db,
  families: Reader[],
  content: Omit<MailContent, 'programme'>,
): Promise<void> {
  const layout = mailLayout({ programme: await readProgramme(tx), ...content })
  const mail = { kind: 'waiting list' as const, subject: content.title, ...layout }
  await addMails(
    tx,
    families.map(({ email: to, accountId, familyId }) => ({ ...mail, to, accountId, familyId })),
  )
}

const sessionLabel = ({ eventName, number, startsOn, endsOn }: LineSession) =>
  `${eventName}, Session ${number} (${longRange(startsOn, endsOn)})`

const joinNames = (children: Named[]) =>
  new Intl.ListFormat('en-US').format(children.map(({ firstName }) => firstName))
