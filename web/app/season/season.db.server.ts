import { asc, eq } from 'drizzle-orm'
import { type Event, events, type Session, sessions, staff } from '#events/events.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { type Day, longDay } from '#platform/dates.ts'
import { programme } from '#platform/programme.tables.ts'
import { found } from '#platform/refusal.ts'
import { type Change, differences } from './season-changes.ts'
import type { Season, SeasonEvent } from './season-file.server.ts'
import { orNull } from './season-meetings.ts'
import type { SeasonSession } from './season-reading.ts'
import { type Move, moveOf, type Plan } from './session-moves.ts'

/** What an import has done so far, and what the database says against the file, with the line it says it of. */
export type Report = { changes: Change[]; problems: { line: number; words: string }[] }
type SeasonReport = Report & { moves: Move[] }

/** The day that the counted days of the season begin from; undefined before the first import. */
export async function seasonBase(db: Db): Promise<Day | undefined> {
  const [row] = await db.select({ base: programme.seasonBase }).from(programme)
  return row?.base ?? undefined
}

/** Brings programme, staff, events and sessions in line with the file, inside the caller's transaction. */
export async function writeSeason(tx: Db, season: Season): Promise<SeasonReport> {
  const report: SeasonReport = { changes: [], problems: [], moves: [] }
  await writeProgramme(tx, season, report)
  await writeStaff(tx, season.staff, report)
  const known = await tx.select().from(events).orderBy(asc(events.id))
  const held = await tx.select().from(sessions).orderBy(asc(sessions.id)).for('update')
  for (const event of season.events) {
    const row = known.find(({ key }) => key === event.key)
    await writeEvent(tx, event, row, row ? held.filter(({ eventId }) => eventId === row.id) : [], report)
  }
  for (const row of known.filter(({ key }) => !season.events.some((event) => event.key === key))) {
    await retireEvent(
      tx,
      row,
      held.filter(({ eventId }) => eventId === row.id),
      report,
    )
  }
  return report
}

async function writeProgramme(tx: Db, { base, programme: written }: Season, { changes }: Report) {
  const values = {
    name: written.name,
    blurb: written.blurb,
    email: written.email,
    phone: written.phone,
    addressLines: written.address,
    timeZone: written['time zone'],
    clubs: written.clubs,
    walletHandle: written.wallet,
    causes: written.causes,
    sections: written.sections ?? {},
    closedWords: written.closed && orNull(written.closed),
  }
  const [row] = await tx.select().from(programme)
  const how = row && differences(row, values)
  changes.push({ did: row ? (how ? 'changed' : 'unchanged') : 'added', what: 'programme', how })
  await tx
    .insert(programme)
    .values({ ...values, seasonBase: base })
    .onConflictDoUpdate({ target: programme.id, set: { ...values, seasonBase: row?.seasonBase ?? base } })
}

async function writeStaff(tx: Db, members: Season['staff'], { changes }: Report) {
  const known = await tx.select().from(staff)
  const isSame = (left: { year: number; name: string }) => (right: { year: number; name: string }) =>
    left.year === right.year && left.name === right.name
  for (const [index, member] of members.entries()) {
    const row = known.find(isSame(member))
    const values = { ...member, position: index }
    const how = row && differences(row, values)
    changes.push({
      did: row ? (how ? 'changed' : 'unchanged') : 'added',
      what: `staff ${member.name}, ${member.year}`,
      how,
    })
    if (!row) await tx.insert(staff).values(values)
    else if (how) await tx.update(staff).set(values).where(eq(staff.id, row.id))
  }
  for (const row of known.filter((gone) => !members.some(isSame(gone)))) {
    changes.push({ did: 'removed', what: `staff ${row.name}, ${row.year}` })
    await tx.delete(staff).where(eq(staff.id, row.id))
  }
}

async function writeEvent(
  tx: Db,
  event: SeasonEvent,
  row: Event | undefined,
  held: Session[],
  report: SeasonReport,
) {
  const { sessions: planned, line: _line, path: _path, ...values } = event
  const how = row && differences(row, values)
  const what = `${event.kind} ${event.name}`
  report.changes.push({ did: row ? (how ? 'changed' : 'unchanged') : 'added', what, how })
  if (row && how) await tx.update(events).set(values).where(eq(events.id, row.id))
  const id = row?.id ?? found((await tx.insert(events).values(values).returning({ id: events.id }))[0]).id
  const left = new Set(held)
  for (const session of planned) {
    const before = held.find((known) => isSame(known, session))
    if (before) left.delete(before)
    await writeSession(tx, id, what, session, before, report)
    if (row && before) noteMove(report, before.id, planOf(before, row), planOf(session, event))
  }
  for (const gone of left) {
    if (row) noteMove(report, gone.id, planOf(gone, row))
    await retireSession(tx, what, gone, report)
  }
}

type Planned = Pick<Session, 'startsOn' | 'endsOn' | 'description' | 'isActive'>
const planOf = (session: Planned, event: Pick<Event, 'location' | 'isActive'>): Plan => ({
  startsOn: session.startsOn,
  endsOn: session.endsOn,
  description: session.description,
  location: event.location,
  isOn: session.isActive && event.isActive,
})

function noteMove({ moves }: SeasonReport, sessionId: number, before: Plan, after?: Plan) {
  const move = moveOf(sessionId, before, after)
  if (move) moves.push(move)
}

/** A session is known by its event, its year and its number. */
const isSame = (row: Session, { number, startsOn }: SeasonSession) =>
  row.number === number && row.startsOn.slice(0, 4) === startsOn.slice(0, 4)

async function writeSession(
  tx: Db,
  eventId: number,
  of: string,
  session: SeasonSession,
  row: Session | undefined,
  { changes, problems }: Report,
) {
  const { demo: _demo, path: _path, line, coaches: _coaches, ...values } = session
  const how = row && differences(row, values)
  changes.push({
    did: row ? (how ? 'changed' : 'unchanged') : 'added',
    what: `${of}, ${named(session)}`,
    how,
  })
  const taken = row?.taken ?? 0
  if (session.places !== null && session.places < taken)
    problems.push({
      line,
      words: `places is ${session.places}, but ${taken} are registered; write ${taken} or more`,
    })
  if (!row) await tx.insert(sessions).values({ ...values, eventId })
  else if (how) await tx.update(sessions).set(values).where(eq(sessions.id, row.id))
}

async function retireEvent(tx: Db, event: Event, held: Session[], report: SeasonReport) {
  const what = `${event.kind} ${event.name}`
  const stays: boolean[] = []
  for (const session of held) {
    noteMove(report, session.id, planOf(session, event))
    stays.push(await retireSession(tx, what, session, report))
  }
  if (!stays.includes(true)) {
    report.changes.push({ did: 'removed', what })
    await tx.delete(events).where(eq(events.id, event.id))
  } else {
    report.changes.push({
      did: event.isActive ? 'kept' : 'unchanged',
      what,
      how: 'closed, because families are registered',
    })
    await tx.update(events).set({ isActive: false }).where(eq(events.id, event.id))
  }
}

/** Deletes a session that nobody ever registered for; the reference of a registration keeps every other. True when it stays. */
async function retireSession(tx: Db, of: string, session: Session, { changes }: Report): Promise<boolean> {
  const what = `${of}, ${named(session)}`
  if (session.taken === 0 && (await deleted(tx, session.id))) {
    changes.push({ did: 'removed', what })
    return false
  }
  const how = `closed: it is not in the file any more, but ${session.taken || 'nobody still'} registered`
  changes.push({ did: session.isActive ? 'kept' : 'unchanged', what, how })
  await tx.update(sessions).set({ isActive: false }).where(eq(sessions.id, session.id))
  return true
}

async function deleted(tx: Db, id: number): Promise<boolean> {
  try {
    await tx.transaction((inner) => inner.delete(sessions).where(eq(sessions.id, id)))
    return true
  } catch (problem) {
    if (isStillReferred(problem)) return false
    throw problem
  }
}

/** 23503: a row refers to this one. */
const isStillReferred = (problem: unknown) =>
  problem instanceof Error &&
  problem.cause instanceof Error &&
  'code' in problem.cause &&
  problem.cause.code === '23503'

const named = (session: Pick<Session, 'number' | 'startsOn'>) =>
  `session ${session.number} (${longDay(session.startsOn)})`
