import { asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { sessions } from '../../../web/app/events/events.tables.ts'
import { mails } from '../../../web/app/mail/mail.tables.ts'
import { meetings } from '../../../web/app/meetings/meetings.tables.ts'
import { messageFamilies, messages } from '../../../web/app/messages/messages.tables.ts'
import { changes } from '../../../web/app/platform/changes.tables.ts'
import { addDays } from '../../../web/app/platform/format/dates.ts'
import { deleteDraft, editDraft, findDraft } from '../../../web/app/season/drafts/drafts.server.ts'
import { seasonRevisions } from '../../../web/app/season/season.tables.ts'
import { aMember } from '../../../web/test/builders/builders.ts'
import { aSessionWithFamilies } from '../../../web/test/builders/many-families.ts'
import type { Town } from './town.ts'

/** What is done, how far all tables are with it, what they are once it is done, and which mails are of it. */
export type Deed = {
  act: () => Promise<number | undefined>
  rows: () => Promise<object>
  done: object
  isOf: SQL
}

type Facts = {
  town: Town
  registrar: Awaited<ReturnType<typeof aMember>>
  sessionId: number
  families: number
}
export type Desk = Awaited<ReturnType<typeof openDesk>>

/** A session of so many families, and a registrar who writes to them and moves it. */
export async function openDesk(town: Town, families: number) {
  const sessionId = await aSessionWithFamilies(town.db, families)
  const facts = { town, families, sessionId, registrar: await aMember(town.db, ['registrar']) }
  return { aMessage: () => aMessage(facts), aMove: () => aMove(facts) }
}

/** A message: nothing of it is there, or all. */
async function aMessage({ town, registrar, sessionId, families }: Facts): Promise<Deed> {
  const id = crypto.randomUUID()
  const isOf = sql`${mails.source} ->> 'messageId' = ${id}`
  const form = { id, subject: 'Rain', text: 'No tennis today.', step: 'send' }
  return {
    act: () => submit(town, registrar, `/desk/message?to=sessions&session=${sessionId}`, form),
    rows: async () => ({
      messages: await town.db.$count(messages, eq(messages.id, id)),
      families: await town.db.$count(messageFamilies, eq(messageFamilies.messageId, id)),
      mails: await town.db.$count(mails, isOf),
    }),
    done: { messages: 1, families, mails: families },
    isOf,
  }
}

/** A publish that moves the session by a week: the season is untouched, or moved as a whole. */
async function aMove({ town, registrar, families }: Facts): Promise<Deed> {
  const [last] = await town.db.select({ id: sql<number>`coalesce(max(${mails.id}), 0)` }).from(mails)
  const isOf = gt(mails.id, last?.id ?? 0)
  const writer = { accountId: registrar.id, actor: `member:${registrar.id}` } as const
  await deleteDraft(town.db, writer)
  await editDraft(town.db, writer, (structure) => {
    const [clinic] = structure.clinics ?? []
    const [session] = clinic?.sessions ?? []
    if (!clinic || !session) throw new Error('The season has no session.')
    const { starts, ends = starts } = session
    const moved = { ...session, starts: addDays(starts, 7), ends: addDays(ends, 7) }
    return { ...structure, clinics: [{ ...clinic, sessions: [moved] }] }
  })
  const readAt = String((await findDraft(town.db, writer))?.changedAt.getTime())
  const rows = async () => ({
    sessions: await town.db
      .select({ startsOn: sessions.startsOn, revision: sessions.revision })
      .from(sessions),
    meetings: (await town.db.select({ day: meetings.day }).from(meetings).orderBy(asc(meetings.day))).map(
      ({ day }) => day,
    ),
    revisions: await town.db.$count(seasonRevisions),
    log: await town.db.$count(changes, eq(changes.what, 'season published')),
    mails: await town.db.$count(mails, isOf),
  })
  const before = await rows()
  const moved = before.sessions.map(({ startsOn, revision }) => ({
    startsOn: addDays(startsOn, 7),
    revision: revision + 1,
  }))
  const [first = ''] = moved.map(({ startsOn }) => startsOn)
  return {
    act: () => submit(town, registrar, '/desk/season/changes?form=publish', { readAt }),
    rows,
    done: {
      sessions: moved,
      meetings: [0, 1, 2, 3].map((days) => addDays(first, days)),
      revisions: before.revisions + 1,
      log: before.log + 1,
      mails: families,
    },
    isOf,
  }
}

/** Sends a form of the desk; undefined where the site died before it answered. */
export async function submit(
  { siteUrls: [site = ''] }: Town,
  { token }: { token: string },
  path: string,
  fields: Record<string, string>,
): Promise<number | undefined> {
  const headers = { Cookie: `sign-in=${token}`, Origin: site }
  const request = { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' } as const
  return fetch(site + path, request).then(
    ({ status }) => status,
    () => undefined,
  )
}
