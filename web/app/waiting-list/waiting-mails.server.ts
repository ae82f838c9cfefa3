import { inArray } from 'drizzle-orm'
import { ageProblem } from '#events/fit/age-problem.ts'
import { addFamilyMail } from '#mail/family-mail.server.ts'
import { type MailContent, mailLayout } from '#mail/mail-layout.ts'
import { addMails } from '#mail/outbox.server.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { momentWords } from '#platform/format/clock.ts'
import { longRange } from '#platform/format/dates.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { EntryInLine, LineSession, WaitingChild } from './line.db.server.ts'
import { waitingListPath } from './waiting-list.ts'

type Named = Pick<WaitingChild, 'firstName'>

/** Places are held for a family until an end. The mail holds no key: whoever reads it logs in. */
export function addOfferMail(
  tx: Db,
  siteUrl: string,
  { email }: EntryInLine,
  session: LineSession,
  { children, until }: { children: Named[]; until: Date },
): Promise<void> {
  const isOne = children.length === 1
  const end = momentWords(until, session.timeZone)
  return addFamilyMail(
    tx,
    { kind: 'waiting list', to: email },
    {
      title: `${isOne ? 'A place is' : `${children.length} places are`} yours until ${end}`,
      paragraphs: [
        `${isOne ? 'It is' : 'They are'} for ${namesOf(children)} in ${sessionWords(session)}. Nobody else can have ${isOne ? 'it' : 'them'} until then.`,
        `Accept or decline before ${end}. What you do not accept goes to the next family.`,
      ],
      button: { text: 'Accept or decline', url: siteUrl + waitingListPath },
    },
  )
}

/** From a day before the first meeting: everybody in line is told at once. */
export async function addCalledMails(
  tx: Db,
  siteUrl: string,
  entries: EntryInLine[],
  session: LineSession,
): Promise<void> {
  await tellFamilies(tx, entries, {
    title: `A place came free in ${session.eventName}`,
    paragraphs: [
      `It is for whoever of the waiting list takes it first: ${sessionWords(session)}.`,
      'Open your waiting list and press “Take it”. If somebody was faster, you stay in line.',
    ],
    button: { text: 'Open my waiting list', url: siteUrl + waitingListPath },
  })
}

/** The turn of these children came, and the session is not for their age any more. */
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
      title: `${namesOf(children)} cannot have a place in ${session.eventName}`,
      paragraphs: [
        `A place came free in ${sessionWords(session)}.`,
        ...children.flatMap((child) => ageProblem(child, session) ?? []),
      ],
      button: { text: 'See what fits', url: `${siteUrl}/` },
    },
  )
}

const endings = {
  expired: {
    title: (event: string) => `Your place in ${event} went to the next family`,
    words: 'You did not accept it in time. You can stand in line again, at its end.',
  },
  over: {
    title: (event: string) => `The waiting list for ${event} is over`,
    words: 'No place came free for you. Nothing is owed.',
  },
  'taken away': {
    title: (event: string) => `The waiting list for ${event} is over`,
    words: 'The session is not offered any more. Nothing is owed.',
  },
} as const

/** These entries ended without a place. */
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
  const { title, words } = endings[why]
  await tellFamilies(tx, families, {
    title: title(session.eventName),
    paragraphs: [`It is about ${sessionWords(session)}. ${words}`],
    button: { text: 'Open my waiting list', url: siteUrl + waitingListPath },
  })
}

type Reader = { accountId: string; familyId: string | null; email: string | null }

/** The same mail to each of them, in few statements: a list may be long, and its session is locked meanwhile. */
async function tellFamilies(
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

const sessionWords = ({ eventName, number, startsOn, endsOn }: LineSession) =>
  `${eventName}, Session ${number} (${longRange(startsOn, endsOn)})`

const namesOf = (children: Named[]) =>
  new Intl.ListFormat('en-US').format(children.map(({ firstName }) => firstName))
