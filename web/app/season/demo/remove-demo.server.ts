import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import { sessions } from '#events/events.tables.ts'
import { deleteDemoPostings } from '#ledger/postings.db.server.ts'
import { absences, attendance, careViews } from '#meetings/attendance/attendance.tables.ts'
import { meetingGuests } from '#meetings/meetings.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { accounts, people } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { freePlaces } from '#registrations/places.server.ts'
import { receipts } from '#registrations/receipts.tables.ts'
import { offlinePayments, orders, refunds, registrations } from '#registrations/registrations.tables.ts'
import { endEntries } from '#registrations/waiting/end-entry.server.ts'
import { waitingEntries } from '#registrations/waiting/waiting-list.tables.ts'
import type { Report } from '#season/forms/planning.ts'

/**
 * Deletes the demo accounts with all their bookings, since their passwords are public. Their charges stay as a record
 * of gateway calls.
 */
export async function removeDemo(tx: Db): Promise<Report> {
  const demo = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.isDemo, true))
    .orderBy(asc(accounts.id))
    .for('update')
  if (demo.length === 0) return { changes: [], problems: [] }
  const ids = demo.map(({ id }) => id)
  const open = and(inArray(charges.accountId, ids), inArray(charges.state, ['pending', 'unknown']))
  if ((await tx.$count(charges, open)) > 0)
    return {
      changes: [],
      problems: [{ path: [], message: 'a demo account is paying at this moment; try again in a minute' }],
    }
  // Locks all sessions in id order: the import changes others too, and the same order everywhere avoids deadlocks.
  await tx.select({ id: sessions.id }).from(sessions).orderBy(asc(sessions.id)).for('update')
  await leaveLists(tx, ids)
  const theirs = inArray(registrations.accountId, ids)
  await freePlaces(tx, theirs, { removedBy: 'site', removedWhy: 'desk' })
  const booked = tx.select({ id: registrations.id }).from(registrations).where(theirs)
  await deleteDemoPostings(tx)
  await tx.delete(refunds).where(inArray(refunds.registrationId, booked))
  await removeFromMeetings(tx, ids)
  await tx.delete(registrations).where(theirs)
  await tx.delete(receipts).where(inArray(receipts.accountId, ids))
  for (const table of [orders, offlinePayments]) await tx.delete(table).where(inArray(table.accountId, ids))
  await tx.delete(accounts).where(inArray(accounts.id, ids))
  const how = 'with everything that they booked'
  return { changes: [{ did: 'removed', what: `${ids.length}${demoAccounts}`, how }], problems: [] }
}

/** Expects their sessions to be locked. */
async function leaveLists(tx: Db, accountIds: string[]): Promise<void> {
  const { sessionId, accountId, endedAt } = waitingEntries
  const isOfAccounts = and(inArray(accountId, accountIds), isNull(endedAt))
  const lists = await tx.selectDistinct({ sessionId }).from(waitingEntries).where(isOfAccounts)
  for (const list of lists) await endEntries(tx, { ...list, which: isOfAccounts, why: 'left' })
}

const demoAccounts = ' demo accounts'
export const takesDemoAway = (changes: Report['changes']) =>
  changes.some(({ what }) => what.endsWith(demoAccounts))

async function removeFromMeetings(tx: Db, accountIds: string[]): Promise<void> {
  const players = tx.select({ id: people.id }).from(people).where(inArray(people.accountId, accountIds))
  const booked = tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(inArray(registrations.accountId, accountIds))
  for (const table of [attendance, absences])
    await tx.delete(table).where(or(inArray(table.personId, players), inArray(table.registrationId, booked)))
  for (const table of [careViews, meetingGuests])
    await tx.delete(table).where(inArray(table.personId, players))
}
