import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { changeTaken } from '#registrations/registrations.db.server.ts'
import { orders, refunds, registrations } from '#registrations/registrations.tables.ts'
import type { Report } from '#season/season.db.server.ts'

/**
 * Takes the demo accounts away with all they booked: their passwords are in a file that everybody can read.
 * Their charges stay, as a record of what the gateway was asked.
 */
export async function removeDemo(tx: Db): Promise<Report> {
  const demo = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.isDemo, true))
  if (demo.length === 0) return { changes: [], problems: [] }
  const ids = demo.map(({ id }) => id)
  const open = and(inArray(charges.accountId, ids), inArray(charges.state, ['pending', 'unknown']))
  if ((await tx.$count(charges, open)) > 0)
    return {
      changes: [],
      problems: [{ line: 1, words: 'a demo account is paying at this moment; try again in a minute' }],
    }
  await giveBackPlaces(tx, ids)
  const theirs = inArray(registrations.accountId, ids)
  const booked = tx.select({ id: registrations.id }).from(registrations).where(theirs)
  await tx.delete(refunds).where(inArray(refunds.registrationId, booked))
  await tx.delete(registrations).where(theirs)
  await tx.delete(orders).where(inArray(orders.accountId, ids))
  await tx.delete(accounts).where(inArray(accounts.id, ids))
  const how = 'with everything that they booked'
  return { changes: [{ did: 'removed', what: `${ids.length} demo accounts`, how }], problems: [] }
}

async function giveBackPlaces(tx: Db, accountIds: string[]) {
  const counted = await tx
    .select({ id: registrations.sessionId, count: sql<number>`count(*)::int` })
    .from(registrations)
    .where(and(inArray(registrations.accountId, accountIds), isNull(registrations.removedAt)))
    .groupBy(registrations.sessionId)
  if (counted.length === 0) return
  const ids = counted.map(({ id }) => id)
  await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(inArray(sessions.id, ids))
    .orderBy(asc(sessions.id))
    .for('update')
  await changeTaken(tx, new Map(counted.map(({ id, count }) => [id, -count])))
}
