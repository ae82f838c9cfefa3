import { and, eq, isNotNull } from 'drizzle-orm'
import { standingMarks } from '#meetings/attendance/attendance.ts'
import { meetingToMark } from '#meetings/attendance/meeting-to-mark.server.ts'
import { formatHours } from '#meetings/hours.ts'
import { meetingGuests } from '#meetings/meetings.tables.ts'
import { listMarks } from '#meetings/sheet/roster.db.server.ts'
import { ageOn, fullName } from '#people/people.ts'
import { isActorsAccount } from '#platform/actor.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dayWithWeekday } from '#platform/format/dates.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import type { Member } from '#team/member.server.ts'
import { mayAll } from '#team/rights.ts'
import { findPlayerWithin, type Reach, searchPlayers } from './guests.db.server.ts'

const reachFor = (member: Member): Reach => (mayAll(member, 'marks') ? 'club' : 'event')

/** Candidates for guests, by name prefix. */
export async function playersToInvite(db: Db, member: Member, meetingId: string, text: string) {
  const meeting = await meetingToMark(db, member, meetingId)
  const reach = reachFor(member)
  const { players, hasMore } = await searchPlayers(db, meeting, reach, text)
  return {
    event: meeting.event.name,
    when: `${dayWithWeekday(meeting.day)}, ${formatHours(meeting)}`,
    reach,
    hasMore,
    players: players.map(({ id, birthday, skillLevel, family, holder, ...player }) => ({
      id,
      name: fullName(player),
      about: [birthday && String(ageOn(birthday, meeting.day)), skillLevel].filter(Boolean).join(', '),
      family: reach === 'club' ? { number: family, name: fullName(holder) } : null,
      isOnSheet: player.hasPlace || player.isGuest,
      isToConfirm: reach === 'club' && isToConfirm(player),
    })),
  }
}

/** Added by a coach, not yet confirmed by the desk. */
const isToConfirm = (player: { hasPlace: boolean; isGuest: boolean; isAddedByDesk: boolean }) =>
  player.isGuest && !player.hasPlace && !player.isAddedByDesk

/** Adds a guest to one meeting: can be marked, has no place and no dues. The desk's adding confirms a coach's. */
export function addGuest(db: Db, member: Member, meetingId: string, personId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const meeting = await meetingToMark(tx, member, meetingId)
    if (meeting.state === 'cancelled') refuse('not-possible', 'This meeting does not take place.')
    const reach = reachFor(member)
    const player = orNotFound(await findPlayerWithin(tx, meeting, reach, personId))
    const confirms = reach === 'club' && isToConfirm(player)
    if (player.hasPlace)
      refuse('not-possible', `${fullName(player)} has a place in this session, and is on the sheet with it.`)
    const added = { addedBy: member.actor, addedAt: new Date(), takenOffAt: null }
    const rows = await tx
      .insert(meetingGuests)
      .values({ meetingId, personId, ...added })
      .onConflictDoUpdate({
        target: [meetingGuests.meetingId, meetingGuests.personId],
        set: added,
        setWhere: confirms ? undefined : isNotNull(meetingGuests.takenOffAt),
      })
      .returning()
    if (rows.length > 0) await logGuest(tx, member, 'guest added', meetingId, player)
  })
}

/** Refused once the guest has a mark. */
export function takeOffGuest(db: Db, member: Member, meetingId: string, personId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const meeting = await meetingToMark(tx, member, meetingId)
    const player = await findPlayerWithin(tx, meeting, reachFor(member), personId)
    if (!player?.isGuest) return
    const log = (await listMarks(tx, [meetingId])).filter((mark) => mark.personId === personId)
    if (standingMarks(log).length > 0)
      refuse('not-possible', `${fullName(player)} has a mark, and stays on the sheet with it.`)
    await tx
      .update(meetingGuests)
      .set({ takenOffAt: new Date() })
      .where(and(eq(meetingGuests.meetingId, meetingId), eq(meetingGuests.personId, personId)))
    await logGuest(tx, member, 'guest taken off', meetingId, player)
  })
}

type Player = { id: string; accountId: string; familyId: string }

function logGuest(
  tx: Db,
  { actor }: Member,
  what: 'guest added' | 'guest taken off',
  meetingId: string,
  { id: personId, accountId, familyId }: Player,
) {
  const isOwnFamily = isActorsAccount(actor, accountId)
  return addChange(tx, { actor, what, meetingId, personId, familyId, isOwnFamily })
}
