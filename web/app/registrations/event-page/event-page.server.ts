import { eventById, type OfferedSession } from '#events/events.db.server.ts'
import { isKind, registerYear, sessionGroups, splitLines } from '#events/events.ts'
import { toFirstName, toPortrait } from '#events/staff/staff.server.ts'
import { listPeople } from '#people/people.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { price } from '#platform/format/money.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'

export type EventPageData = Awaited<ReturnType<typeof eventPage>>

export async function eventPage(
  db: Db,
  { kind, id }: { kind: string; id: string },
  visitor: Visitor | undefined,
) {
  const { event, portrait, sessions } = orNotFound(
    isKind(kind) ? await eventById(db, kind, rowId(id)) : undefined,
  )
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
      location: splitLines(event.location),
      paragraphs: event.description.split(/\n\s*\n/).map((paragraph) => paragraph.trim()),
      formats: event.formats,
      missions: event.kind === 'clinic' ? event.missions : [],
    },
    coach: event.coach &&
      portrait && {
        ...toPortrait({ ...event.coach, ...portrait }),
        firstName: toFirstName(event.coach.name),
        line: event.coach.line,
      },
    year: registerYear(event, sessions, today),
    groups: sessionGroups(event, sessions, today),
    timeZone,
    opening: nextOpening(sessions),
    players: visitor ? await listBookablePlayers(db, visitor.accountId) : [],
  }
}

/** The next opening, with the server's time: the phone's clock may be wrong. */
function nextOpening(sessions: OfferedSession[]) {
  const ahead = sessions.flatMap(({ opens, closedWords, opensAt }) =>
    opens && !closedWords && opensAt ? [opensAt] : [],
  )
  return ahead.length > 0 ? { at: Math.min(...ahead.map(Number)), now: Date.now() } : undefined
}

/** The holder of a player account first, then the family. */
async function listBookablePlayers(db: Db, accountId: string) {
  const everybody = (await listPeople(db, accountId)).filter((person) => person.isActive)
  return [...everybody.filter(hasRole('myself')), ...everybody.filter(hasRole('family'))].map((person) => ({
    id: person.id,
    first_name: person.firstName,
    last_name: person.lastName,
  }))
}

const hasRole = (role: string) => (person: { role: string }) => person.role === role
