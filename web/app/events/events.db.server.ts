import { and, asc, desc, eq, getTableColumns, gte, lte, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared.server.ts'
import type { Day } from '#platform/format/dates.ts'
import { type Event, events, type Session, sessions, staff } from './events.tables.ts'
import type { Kind } from './kinds.ts'

/**
 * `opens`: when registration opens, by the database's clock, "March 1, 9:00 am"; null if open. `closedWords`: closing
 * sentence of the session or of all.
 */
export const openingColumns = {
  opens: sql<string | null>`case when sessions.opens_at > now() then (
    select to_char(
      sessions.opens_at at time zone time_zone,
      case when to_char(sessions.opens_at at time zone time_zone, 'YYYY') = to_char(now() at time zone time_zone, 'YYYY')
        then 'FMMonth FMDD, FMHH12:MI am' else 'FMMonth FMDD, YYYY, FMHH12:MI am' end)
    from programme) end`,
  closedWords: sql<string | null>`coalesce(sessions.closed_words, (select closed_words from programme))`,
}
export type OfferedSession = Session & { opens: string | null }

/** Bookable sessions with the list's columns of their events, earliest first. */
export function bookableSessions(db: Db, today: Day) {
  return db
    .select({
      event: {
        id: events.id,
        kind: events.kind,
        name: events.name,
        summary: events.summary,
        priceCents: events.priceCents,
        priceDescription: events.priceDescription,
      },
      startsOn: sessions.startsOn,
      endsOn: sessions.endsOn,
      description: sessions.description,
      places: sessions.places,
      taken: sessions.taken,
      kept: sessions.kept,
      agesFrom: sessions.agesFrom,
      agesTo: sessions.agesTo,
      agesOn: sessions.agesOn,
    })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(and(eq(events.isActive, true), eq(sessions.isActive, true), gte(sessions.startsOn, today)))
    .orderBy(asc(sessions.startsOn), asc(sessions.number), asc(sessions.id))
}

/** With its sessions in order; undefined if there is none. */
export async function eventById(
  db: Db,
  kind: Kind,
  id: number,
): Promise<
  | { event: Event; portrait: { id: number; version: string | null } | null; sessions: OfferedSession[] }
  | undefined
> {
  const [row] = await eventAlone(db).execute({ kind, id })
  if (!row) return undefined
  return { ...row, sessions: await eventSessions(db).execute({ id }) }
}

/** The event's coach on this year's staff page. */
const isItsCoach = sql`${staff.name} = ${events.coach} ->> 'name'
  and ${staff.year} = (select extract(year from now() at time zone time_zone)::int from programme)`
export const coachOnStaff = sql<string | null>`(select ${staff.name} from ${staff} where ${isItsCoach})`

const pictureVersion = sql<string | null>`md5(${staff.img})`

const eventAlone = prepared((db) =>
  db
    .select({ event: getTableColumns(events), portrait: { id: staff.id, version: pictureVersion } })
    .from(events)
    .leftJoin(staff, isItsCoach)
    .where(and(eq(events.kind, sql.placeholder('kind')), eq(events.id, sql.placeholder('id'))))
    .prepare(''),
)

const eventSessions = prepared((db) =>
  db
    .select({ ...getTableColumns(sessions), ...openingColumns })
    .from(sessions)
    .where(eq(sessions.eventId, sql.placeholder('id')))
    .orderBy(asc(sessions.startsOn), asc(sessions.number))
    .prepare(''),
)

/** In the season file's order. */
export function listStaff(db: Db, year: number) {
  return db
    .select({ name: staff.name, bio: staff.bio, img: staff.img })
    .from(staff)
    .where(eq(staff.year, year))
    .orderBy(asc(staff.position))
}

/** Without picture data: only its version. */
export function staffCards(db: Db, year: number) {
  return db
    .select({ id: staff.id, name: staff.name, bio: staff.bio, picture: pictureVersion })
    .from(staff)
    .where(eq(staff.year, year))
    .orderBy(asc(staff.position))
}

export async function staffYears(db: Db, last: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ year: staff.year })
    .from(staff)
    .where(lte(staff.year, last))
    .orderBy(desc(staff.year))
  return rows.map(({ year }) => year)
}

/** A data URL; undefined if that version is gone. */
export async function staffPicture(db: Db, id: number, version: string) {
  const [row] = await db
    .select({ img: staff.img })
    .from(staff)
    .where(and(eq(staff.id, id), eq(pictureVersion, version)))
  return row?.img ?? undefined
}

export function activeEvents(db: Db) {
  return db
    .select({ id: events.id, kind: events.kind })
    .from(events)
    .where(eq(events.isActive, true))
    .orderBy(asc(events.kind), asc(events.id))
}
