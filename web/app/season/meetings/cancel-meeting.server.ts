import { eq } from 'drizzle-orm'
import { events, type Session, sessions } from '#events/events.tables.ts'
import { type Meeting, meetings } from '#meetings/meetings.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, type Time, todayIn } from '#platform/format/dates.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { Writer } from '#season/drafts/drafts.server.ts'
import { changeSeason } from '#season/drafts/revisions.server.ts'
import { notifyFamilies } from '#season/publish/notify-families.server.ts'
import { alsoOn, type Move, notOn } from '#season/publish/session-moves.ts'

/** With its session and event; undefined for an unknown id. */
export async function meetingById(db: Db, id: string) {
  const [row] = await db
    .select({ meeting: meetings, session: sessions, event: events })
    .from(meetings)
    .innerJoin(sessions, eq(sessions.id, meetings.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(eq(meetings.id, id))
  return row
}

/** The move that families are notified of: a cancelled meeting, and its replacement. */
export const cancelledMove = (
  { day, sessionId }: Meeting,
  { endsOn }: Session,
  why: string,
  instead?: Instead,
): Move => ({
  sessionId,
  kind: 'moved',
  sentences: [notOn(day, why), ...(instead ? [alsoOn(instead)] : [])],
  lastDay: endsOn,
})

type Instead = { day: Day; starts: Time; ends: Time }
type Cancelling = { id: string; why: string; instead?: Instead | undefined; siteUrl: string; now?: Date }

/**
 * Cancels one meeting, perhaps with a replacement: one mail to families, and the season is changed. The meeting keeps
 * its id.
 */
export const cancelMeeting = (
  db: Db,
  { actor }: Pick<Writer, 'actor'>,
  { id, why, instead, siteUrl, now }: Cancelling,
): Promise<void> =>
  changeSeason(db, actor, async (tx) => {
    const { meeting, session } = orNotFound(await meetingById(tx, id))
    await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, session.id)).for('update')
    const { timeZone } = await readProgramme(tx)
    if (meeting.state === 'cancelled') refuse('not-possible', 'This meeting is cancelled already.')
    const today = todayIn(timeZone, now)
    if (meeting.day < today) refuse('not-possible', 'This meeting is over.')
    await tx
      .update(meetings)
      .set({ state: 'cancelled', why, sequence: meeting.sequence + 1 })
      .where(eq(meetings.id, id))
    const days = without(session, meeting)
    if (instead) {
      if (instead.day < today) refuse('not-possible', 'The other day is over.')
      days.extra = [...days.extra, instead].sort((one, other) => one.day.localeCompare(other.day))
      await addInstead(tx, session, id, instead)
    }
    await tx.update(sessions).set(days).where(eq(sessions.id, session.id))
    await notifyFamilies(tx, [cancelledMove(meeting, session, why, instead)], { siteUrl, today })
    return { what: 'meeting cancelled', sessionId: session.id, meetingId: id }
  })

async function addInstead(tx: Db, { id: sessionId, court }: Session, replacesId: string, instead: Instead) {
  const added = await tx
    .insert(meetings)
    .values({ sessionId, court, replacesId, ...instead })
    .onConflictDoNothing()
    .returning({ id: meetings.id })
  if (added.length === 0) refuse('not-possible', 'The session meets at that time already.')
}

/** A weekday's meeting becomes a skip; an extra one is removed. */
function without({ skips, extra }: Session, { day, starts }: Meeting): Pick<Session, 'skips' | 'extra'> {
  const others = extra.filter((one) => one.day !== day || one.starts !== starts.slice(0, 5))
  return others.length < extra.length
    ? { skips, extra: others }
    : { skips: [...new Set([...skips, day])].sort(), extra }
}
