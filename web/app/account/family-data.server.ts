import { eq, getTableColumns, inArray, notInArray, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { donations } from '#donations/donations.tables.ts'
import { events, sessions } from '#events/events.tables.ts'
import { postings } from '#ledger/postings.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { kindsWithKey } from '#mail/mail-kinds.ts'
import { absences, attendance, careViews } from '#meetings/attendance/attendance.tables.ts'
import { meetingCoaches, meetingGuests, sessionCoaches } from '#meetings/meetings.tables.ts'
import { messageFamilies, messages } from '#messages/messages.tables.ts'
import { moneyActs } from '#offline-payments/money-acts/money-acts.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import { differences, disputes } from '#payments/reconciliation.tables.ts'
import { careNotes, contacts, guardianAddresses, photoConsents } from '#people/care/care.tables.ts'
import { familyIds } from '#people/families.db.server.ts'
import { accounts, formerNames, people, releases, signIns } from '#people/people.tables.ts'
import { changeNotes, changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { ageExceptions } from '#registrations/fit/age-exceptions.tables.ts'
import { receipts } from '#registrations/receipts.tables.ts'
import { offlinePayments, orders, refunds, registrations } from '#registrations/registrations.tables.ts'
import { waitingEntries, waitingPlayers } from '#registrations/waiting/waiting-list.tables.ts'
import { memberRoles, members } from '#team/team.tables.ts'

/** Rows as stored, without secrets. Amounts are in cents. */
export async function familyData(db: Db, accountId: string) {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, accountId))
  const { passwordHash: _, isDemo: __, ...account } = orNotFound(row)
  const agreed = await db.select().from(releases).where(eq(releases.accountId, accountId))
  const booked = await db
    .select({ registration: registrations, session: sessions, event: events.name })
    .from(registrations)
    .innerJoin(sessions, eq(sessions.id, registrations.sessionId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .where(eq(registrations.accountId, accountId))
    .orderBy(registrations.id)
  const { search: ___, ...personColumns } = getTableColumns(people)
  const family = await db.select(personColumns).from(people).where(eq(people.accountId, accountId))
  const opened = await db
    .select({ device: signIns.device, createdAt: signIns.createdAt, expiresAt: signIns.expiresAt })
    .from(signIns)
    .where(eq(signIns.accountId, accountId))
  const written = await db
    .select({
      to: mails.recipient,
      subject: mails.subject,
      text: sql<string | null>`case when ${notInArray(mails.kind, kindsWithKey)} then ${mails.text} end`,
      createdAt: mails.createdAt,
      sentAt: mails.sentAt,
    })
    .from(mails)
    .where(eq(mails.accountId, accountId))
  const denied = await db
    .select(getTableColumns(disputes))
    .from(disputes)
    .innerJoin(charges, eq(charges.id, disputes.chargeId))
    .where(eq(charges.accountId, accountId))
  const differing = await db
    .select(getTableColumns(differences))
    .from(differences)
    .innerJoin(charges, eq(charges.id, differences.chargeId))
    .where(eq(charges.accountId, accountId))
  return {
    account,
    releases: agreed,
    formerNames: await db.select().from(formerNames).where(eq(formerNames.accountId, accountId)),
    people: family,
    ...(await careData(db, accountId)),
    ...(await workData(db, accountId)),
    log: await readLog(db, row?.familyId ?? null),
    messages: await messagesTo(db, row?.familyId ?? null),
    registrations: booked.map(({ registration, session, event }) => ({
      ...registration,
      event,
      session: { number: session.number, startsOn: session.startsOn, endsOn: session.endsOn },
    })),
    waitingLists: await listWaitingEntries(db, accountId),
    orders: await db.select().from(orders).where(eq(orders.accountId, accountId)),
    payments: await db.select().from(charges).where(eq(charges.accountId, accountId)),
    disputedPayments: denied,
    differencesWithTheCardCompany: differing,
    paymentsByCheckCashOrVenmoTransfer: await db
      .select()
      .from(offlinePayments)
      .where(eq(offlinePayments.accountId, accountId)),
    receipts: await db.select().from(receipts).where(eq(receipts.accountId, accountId)),
    ledger: row?.familyId
      ? await db
          .select()
          .from(postings)
          .where(inArray(postings.familyId, familyIds(row.familyId)))
          .orderBy(postings.id)
      : [],
    moneyActs: row?.familyId
      ? await db
          .select()
          .from(moneyActs)
          .where(inArray(moneyActs.familyId, familyIds(row.familyId)))
      : [],
    refunds: await db.select().from(refunds).where(eq(refunds.accountId, accountId)),
    gifts: await db.select().from(donations).where(eq(donations.accountId, accountId)),
    signIns: opened,
    mails: written,
  }
}

const listWaitingEntries = (db: Db, accountId: string) =>
  db
    .select({
      ...getTableColumns(waitingEntries),
      players: sql<{ personId: string; endedAt: string | null }[]>`(select coalesce(
        json_agg(json_build_object('personId', person_id, 'endedAt', ended_at) order by person_id), '[]')
        from ${waitingPlayers} where ${eq(waitingPlayers.entryId, waitingEntries.id)})`,
    })
    .from(waitingEntries)
    .where(eq(waitingEntries.accountId, accountId))
    .orderBy(waitingEntries.id)

async function careData(db: Db, accountId: string) {
  const belongsToFamily = (personId: AnyPgColumn) =>
    inArray(personId, db.select({ id: people.id }).from(people).where(eq(people.accountId, accountId)))
  return {
    contacts: await db.select().from(contacts).where(belongsToFamily(contacts.personId)),
    careNotes: await db.select().from(careNotes).where(belongsToFamily(careNotes.personId)),
    careNotesRead: await db.select().from(careViews).where(belongsToFamily(careViews.personId)),
    attendance: await db.select().from(attendance).where(belongsToFamily(attendance.personId)),
    absences: await db.select().from(absences).where(belongsToFamily(absences.personId)),
    guestAt: await db.select().from(meetingGuests).where(belongsToFamily(meetingGuests.personId)),
    ageExceptions: await db.select().from(ageExceptions).where(belongsToFamily(ageExceptions.personId)),
    photoConsents: await db.select().from(photoConsents).where(belongsToFamily(photoConsents.personId)),
    addressOfAParent: await db
      .select()
      .from(guardianAddresses)
      .where(eq(guardianAddresses.accountId, accountId)),
  }
}

/** The account's work as a member; without notes of meetings, which may name other children. */
const workData = async (db: Db, accountId: string) => ({
  member: await db.select().from(members).where(eq(members.accountId, accountId)),
  roles: await db.select().from(memberRoles).where(eq(memberRoles.accountId, accountId)),
  coaches: [
    ...(await db.select().from(sessionCoaches).where(eq(sessionCoaches.accountId, accountId))),
    ...(await db.select().from(meetingCoaches).where(eq(meetingCoaches.accountId, accountId))),
  ],
})

/** Messages to sessions in which the family had a place. */
const messagesTo = (db: Db, familyId: string | null) =>
  familyId === null
    ? []
    : db
        .select({
          sessionIds: sql<number[]>`(select json_agg(session_id order by session_id) from message_sessions
            where message_id = ${messages.id})`,
          subject: messages.subject,
          text: messages.text,
          writtenAt: messages.writtenAt,
        })
        .from(messageFamilies)
        .innerJoin(messages, eq(messages.id, messageFamilies.messageId))
        .where(inArray(messageFamilies.familyId, familyIds(familyId)))
        .orderBy(messages.writtenAt)

const readLog = (db: Db, familyId: string | null) =>
  familyId === null
    ? []
    : db
        .select({ ...getTableColumns(changes), words: changeNotes.words })
        .from(changes)
        .leftJoin(changeNotes, eq(changeNotes.changeId, changes.id))
        .where(inArray(changes.familyId, familyIds(familyId)))
        .orderBy(changes.id)
