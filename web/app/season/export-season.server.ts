import { desc, eq } from 'drizzle-orm'
import type { Event } from '#events/events.tables.ts'
import { pluralOf } from '#events/events.ts'
import { kinds } from '#events/kinds.ts'
import { hoursInWords, meetsInWords } from '#meetings/hours.ts'
import { accounts } from '#people/people.tables.ts'
import { timeWords } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { localOf } from '#platform/dates.ts'
import { inDollars } from '#platform/money.ts'
import { found } from '#platform/refusal.ts'
import { picturesFor } from './kept-pictures.db.server.ts'
import { pictureName } from './picture-name.ts'
import { seasonRevisions } from './season.tables.ts'
import type { GivenFile } from './season-file.server.ts'
import { type KnownSession, readState, type SeasonState } from './season-state.server.ts'
import {
  type SeasonStructure,
  type StructureEvent,
  type StructureSession,
  textOf,
} from './season-structure.server.ts'

export type ExportedSeason = GivenFile & { revision: number | undefined }

/** The whole season as a file: all years, what is inactive too, and the pictures. Brought in again it changes nothing. */
export async function exportSeason(db: Db): Promise<ExportedSeason> {
  const { structure, revision } = await seasonNow(db)
  const pictures = await picturesFor(db, structure)
  return { name: 'season.yaml', text: textOf(structure), pictures, revision }
}

/** The season as its file would say it, and the state that it is. */
export async function seasonNow(db: Db) {
  const revision = await latestRevision(db)
  return { structure: await readNow(db, revision), revision }
}

export async function latestRevision(db: Db): Promise<number | undefined> {
  const { id } = seasonRevisions
  const [row] = await db.select({ id }).from(seasonRevisions).orderBy(desc(id)).limit(1)
  return row?.id
}

/** The text of a state that is to be kept. */
export const seasonText = async (db: Db) => textOf(await readNow(db))

async function readNow(db: Db, revision?: number) {
  const state = await readState(db)
  const hasDemo = (await db.$count(accounts, eq(accounts.isDemo, true))) > 0
  return structureIn(state, { revision, hasDemo })
}

function structureIn(
  state: SeasonState,
  { revision, hasDemo }: { revision: number | undefined; hasDemo: boolean },
): SeasonStructure {
  const { timeZone, picture, ...programme } = found(state.programme)
  const eventsOf = (kind: Event['kind']) =>
    state.events
      .filter((event) => event.kind === kind)
      .map((event) =>
        eventIn(
          event,
          state.sessions.filter(({ eventId }) => eventId === event.id),
          timeZone,
        ),
      )
  return {
    ...(revision !== undefined && { revision }),
    programme: {
      name: programme.name,
      blurb: programme.blurb,
      email: programme.email,
      phone: programme.phone,
      address: programme.addressLines,
      'time zone': timeZone,
      wallet: programme.walletHandle,
      clubs: programme.clubs,
      sections: programme.sections,
      ...(picture && { picture: { file: picture.name, focus: picture.focus, alt: picture.alt } }),
      ...(programme.accent && { accent: programme.accent }),
      ...(programme.logo && { logo: programme.logo }),
      causes: programme.causes,
      closed: programme.closedWords ?? [],
    },
    staff: staffIn(state.staff),
    ...Object.fromEntries(kinds.map((kind) => [pluralOf[kind], eventsOf(kind)])),
    ...(hasDemo && { 'demo stays': true }),
  }
}

/** Years in which somebody is named in the same words follow one another. */
function staffIn(rows: SeasonState['staff']): SeasonStructure['staff'] {
  const members: { name: string; years: number[]; picture?: string; bio: string }[] = []
  for (const { name, year, bio, img } of rows) {
    const picture = img ? { picture: pictureName(name, img) } : {}
    const before = members.at(-1)
    if (before?.name === name && before.bio === bio && before.picture === picture.picture)
      before.years.push(year)
    else members.push({ name, years: [year], ...picture, bio })
  }
  return members
}

function eventIn(event: Event, sessions: KnownSession[], timeZone: string): StructureEvent {
  return {
    key: event.key,
    name: event.name,
    summary: event.summary,
    price: inDollars(event.priceCents),
    'price note': event.priceDescription,
    location: event.location.split('<br>'),
    description: event.description,
    ...(event.formats.length > 0 && { format: event.formats }),
    ...(event.missions.length > 0 && { missions: event.missions }),
    ...(event.coach && { coach: event.coach }),
    ...(event.bring.length > 0 && { bring: event.bring }),
    ...(!event.isActive && { active: false }),
    sessions: sessions.map((session) => sessionIn(session, timeZone)),
  }
}

function sessionIn(session: KnownSession, timeZone: string): StructureSession {
  const { meets, skips, extra, court, coaches, opensAt, closedWords } = session
  return {
    number: session.number,
    starts: session.startsOn,
    ends: session.endsOn,
    note: session.description,
    ...(session.places !== null && { places: session.places }),
    ...(!session.isActive && { active: false }),
    // What is not there is said too: a line that is left out would leave it as it is.
    meets: meets ? meetsInWords(meets) : [],
    skips,
    extra: extra.map(({ day, ...hours }) => `${day}, ${hoursInWords(hours)}`),
    court: court ?? [],
    coaches,
    opens: opensAt ? opensInWords(opensAt, timeZone) : [],
    closed: closedWords ?? [],
  }
}

function opensInWords(opensAt: Date, timeZone: string): string {
  const { day, time } = localOf(opensAt, timeZone)
  return `${day}, ${timeWords(time)}`
}
