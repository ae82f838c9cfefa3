import { sessionCoaches } from '#meetings/meetings.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { orders } from '#registrations/registrations.tables.ts'
import type { Member } from '#team/member.server.ts'
import type { Role } from '#team/roles.ts'
import { aMeeting, aMember, anAccount, aPlace, aPlayer, aProgramme, aSession, timeZone } from './builders.ts'

/** A meeting of today with its coach and so many players, one family each, who all have a place. */
export async function aCourt(db: Db, players = 3) {
  if ((await db.$count(programme)) === 0) await aProgramme(db)
  const session = await aSession(db, { startsOn: todayIn(timeZone), taken: players, places: players })
  const meeting = await aMeeting(db, {
    sessionId: session.id,
    day: session.startsOn,
    starts: '00:00',
    ends: '23:59',
  })
  const coach = await aMember(db, ['coach'])
  await db.insert(sessionCoaches).values({ sessionId: session.id, accountId: coach.id })
  const onSheet = []
  for (let count = 0; count < players; count += 1)
    onSheet.push(await aPlaceIn(db, session.id, { firstName: `Player ${String(count).padStart(3, '0')}` }))
  return { session, meeting, coach, member: asMember(coach, ['coach']), players: onSheet }
}

/** A player with a place in this session, of a family of their own unless one is named. */
export async function aPlaceIn(
  db: Db,
  sessionId: number,
  { account, ...name }: { firstName: string; lastName?: string; account?: string },
) {
  const accountId = account ?? (await anAccount(db)).id
  const player = await aPlayer(db, { accountId, ...name })
  const [order] = await db
    .insert(orders)
    .values({ accountId, method: 'later', idempotencyKey: crypto.randomUUID(), totalCents: 18_000 })
    .returning()
  const place = {
    accountId,
    personId: player.id,
    sessionId,
    orderId: orNotFound(order).id,
    priceCents: 18_000,
  }
  return { ...player, accountId, registrationId: (await aPlace(db, place)).id }
}

/** An account as a request to the desk knows it. */
export const asMember = ({ id, familyId }: { id: string; familyId: string }, roles: Role[]): Member => ({
  accountId: id,
  familyId,
  name: 'Robin Vale',
  roles: new Set(roles),
  actor: `member:${id}`,
})
