import { desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { eventsToChoose, sessionsToChoose } from '#desk/family/list/family-filters.db.server.ts'
import type { mails } from '#mail/mail.tables.ts'
import { familyNumber } from '#paper/invoice.ts'
import type { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, isDay, longDay } from '#platform/format/dates.ts'
import { type ListPage, pageOf } from '#platform/list-page.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { type ListSearch, type NarrowSearch, problemsOf } from './list-address.ts'

/** The events and sessions to choose from, and what was chosen: a session that is not of the chosen event was left over. */
export async function placesIn(db: Db, { event, session }: ListSearch) {
  const events = await eventsToChoose(db)
  const sessions = event || session ? await sessionsToChoose(db, { event, session }) : []
  const chosen = sessions.find(({ id }) => id === session)
  const place = chosen
    ? { session: chosen.id, event: chosen.event }
    : { session: event ? undefined : session, event }
  return { events, sessions, chosen, place }
}

export type Narrowed = { family: number | undefined; day: Day | undefined; sessions: number[] | undefined }

/** What a search for mails or in the log leaves, what it is called, and what the filters show. */
export async function narrowed<Search extends NarrowSearch>(db: Db, search: Search) {
  const { events, sessions, chosen, place } = await placesIn(db, search)
  const problems = problemsOf(search)
  const family = search.family && !problems.family ? familyNumber(search.family) : undefined
  const day = search.day && !problems.day && isDay(search.day) ? search.day : undefined
  const among = chosen ? [chosen.id] : sessions.map(({ id }) => id)
  const filter: Narrowed = { family, day, sessions: place.event || place.session ? among : undefined }
  const names = [
    place.event && `in ${events.find(({ key }) => key === place.event)?.name ?? 'no event'}`,
    chosen?.name,
    family && `of family ${family}`,
    day && `on ${longDay(day)}`,
  ].filter((name) => typeof name === 'string')
  return { search: { ...search, ...place }, filter, choices: { events, sessions }, names }
}

const mostCounted = 10_000

/** A page of so many rows of a table, the newest first, so that a long list costs no more than one that it can show. */
export async function pageIn(
  db: Db,
  table: typeof mails | typeof changes,
  which: SQL | undefined,
  asked?: number,
): Promise<ListPage> {
  const newest = db
    .select({ id: table.id })
    .from(table)
    .where(which)
    .orderBy(desc(table.id))
    .limit(mostCounted + 1)
  const many = await db.$count(newest.as('newest'))
  return { ...pageOf(Math.min(many, mostCounted), asked), hasMore: many > mostCounted }
}

/** Whether a moment falls on this day of the programme's calendar. */
export function isOn(moment: SQLWrapper, day: Day): SQL {
  const zone = sql`(select ${programme.timeZone} from ${programme})`
  const midnight = sql`${day}::timestamp at time zone ${zone}`
  const nextMidnight = sql`(${day}::timestamp + interval '1 day') at time zone ${zone}`
  return sql`${moment} >= ${midnight} and ${moment} < ${nextMidnight}`
}
