import { desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { listEventChoices, listSessionChoices } from '#desk/families/family-filters.db.server.ts'
import { familyNumber } from '#invoices/invoice.ts'
import type { mails } from '#mail/mail.tables.ts'
import type { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, isDay, longDay } from '#platform/format/dates.ts'
import { type ListPage, toListPage } from '#platform/list-page.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { type ListSearch, type NarrowSearch, narrowProblems } from './list-address.ts'

/** Choices for the filters, and the valid selection: a session of another event is dropped. */
export async function placesIn(db: Db, { event, session }: ListSearch) {
  const events = await listEventChoices(db)
  const sessions = event || session ? await listSessionChoices(db, { event, session }) : []
  const chosen = sessions.find(({ id }) => id === session)
  const place = chosen
    ? { session: chosen.id, event: chosen.event }
    : { session: event ? undefined : session, event }
  return { events, sessions, chosen, place }
}

export type Narrowed = { family: number | undefined; day: Day | undefined; sessions: number[] | undefined }

/** Filter, its description and the choices, for mails and log. */
export async function resolveListFilter<Search extends NarrowSearch>(db: Db, search: Search) {
  const { events, sessions, chosen, place } = await placesIn(db, search)
  const problems = narrowProblems(search)
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

/** Counts up to a limit, so that long lists stay cheap. */
export async function pageIn(
  db: Db,
  table: typeof mails | typeof changes,
  condition: SQL | undefined,
  asked?: number,
): Promise<ListPage> {
  const newest = db
    .select({ id: table.id })
    .from(table)
    .where(condition)
    .orderBy(desc(table.id))
    .limit(mostCounted + 1)
  const many = await db.$count(newest.as('newest'))
  return { ...toListPage(Math.min(many, mostCounted), asked), hasMore: many > mostCounted }
}

/** By the programme's calendar. */
export function isOn(moment: SQLWrapper, day: Day): SQL {
  const zone = sql`(select ${programme.timeZone} from ${programme})`
  const midnight = sql`${day}::timestamp at time zone ${zone}`
  const nextMidnight = sql`(${day}::timestamp + interval '1 day') at time zone ${zone}`
  return sql`${moment} >= ${midnight} and ${moment} < ${nextMidnight}`
}
