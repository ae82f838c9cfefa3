import { eventById, type OfferedSession } from '#events/events.db.server.ts'
import { isKind, linesOf, registerYear, sessionGroups } from '#events/events.ts'
import { faceOf, firstNameOf } from '#events/staff/staff.server.ts'
import { peopleOf } from '#people/people.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { price } from '#platform/format/money.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { found } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'

export type EventPageData = Awaited<ReturnType<typeof eventPage>>

/** An event with its sessions, and with whom this visitor can register for them. */
export async function eventPage(
  db: Db,
  { kind, id }: { kind: string; id: string },
  visitor: Visitor | undefined,
) {
  const { event, portrait, sessions } = found(isKind(kind) ? await eventById(db, kind, rowId(id)) : undefined)
  const { timeZone } = await readProgramme(db)
  const today = todayIn(timeZone)
  return {
    event: {
      id: event.id,
      kind: event.kind,
      name: event.name,
      summary: event.summary,
      price: price(event.priceCents),
      priceCents: event.priceCents,
      per: event.priceDescription,
      location: linesOf(event.location),
      paragraphs: event.description.split(/\n\s*\n/).map((paragraph) => paragraph.trim()),
      formats: event.formats,
      missions: event.kind === 'clinic' ? event.missions : [],
    },
    coach: event.coach &&
      portrait && {
        ...faceOf({ ...event.coach, ...portrait }),
        firstName: firstNameOf(event.coach.name),
        line: event.coach.line,
      },
    year: registerYear(event, sessions, today),
    groups: sessionGroups(event, sessions, today),
    timeZone,
    opening: openingOf(sessions),
    players: visitor ? await playersOf(db, visitor.accountId) : [],
  }
}

/** The next moment at which registration opens, and what the time is here: a phone may not know it. */
function openingOf(sessions: OfferedSession[]) {
  const ahead = sessions.flatMap(({ opens, closedWords, opensAt }) =>
    opens && !closedWords && opensAt ? [opensAt] : [],
  )
  return ahead.length > 0 ? { at: Math.min(...ahead.map(Number)), now: Date.now() } : undefined
}

/** Whom this account can register: the holder of a player account first, then the family. */
async function playersOf(db: Db, accountId: string) {
  const everybody = (await peopleOf(db, accountId)).filter((person) => person.isActive)
  return [...everybody.filter(isRole('myself')), ...everybody.filter(isRole('family'))].map((person) => ({
    id: person.id,
    first_name: person.firstName,
    last_name: person.lastName,
  }))
}

const isRole = (role: string) => (person: { role: string }) => person.role === role
