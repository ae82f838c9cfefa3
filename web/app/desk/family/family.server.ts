import { and, desc, eq, inArray } from 'drizzle-orm'
import { listFamilyMails, readFamilyLog } from '#desk/family/log/family-log.server.ts'
import { likelySame } from '#desk/family/merge/likely-same.server.ts'
import { mergesToUndo } from '#desk/family/merge/undo-merge.server.ts'
import { readCredit } from '#ledger/credit.db.server.ts'
import { postings } from '#ledger/postings.tables.ts'
import { listCare } from '#meetings/care/family-care.server.ts'
import { listRecordedPayments, listUnpaid } from '#offline-payments/find-families.server.ts'
import { disputeStanding, replyBy } from '#payments/disputes.db.server.ts'
import { byWhat } from '#payments/means.ts'
import { charges } from '#payments/payments.tables.ts'
import { hasSigned } from '#people/accounts/sign-up/releases.db.server.ts'
import { actorNames } from '#people/actors.db.server.ts'
import { isNumbered } from '#people/families.db.server.ts'
import { findPerson, isFromDesk, listPeople } from '#people/people.db.server.ts'
import { accounts, families } from '#people/people.tables.ts'
import { ageOn } from '#people/people.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, dayAndTime, dayRange, longDay, nearDay, todayIn, toYear } from '#platform/format/dates.ts'
import { rowId, uuid } from '#platform/http/page.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { listOpenAmounts, listRefundsTo } from '#refunds/owed.db.server.ts'
import { familyGoneMessage } from '#refunds/refusal-messages.ts'
import { registrationEntries } from '#registrations/entries.db.server.ts'
import { placesPaidBy } from '#registrations/named-places.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { wayLabels } from '#registrations/ways-to-pay.ts'

/** Follows merges; throws without an account. */
export const familyAt = async (db: Db, number: number) => orNotFound(await familyNumbered(db, number))

/** For forms: distinguishes a deleted family from an unknown number. */
export async function familyToActOn(db: Db, number: number) {
  const family = await familyNumbered(db, number)
  if (family) return family
  const wasThere = (await db.$count(families, eq(families.number, number))) > 0
  return refuse('not-found', wasThere ? familyGoneMessage : undefined)
}

async function familyNumbered(db: Db, number: number) {
  const [family] = await db
    .select({
      familyId: families.id,
      accountId: accounts.id,
      number: families.number,
      kind: accounts.kind,
      email: accounts.email,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
      hasSigned,
      isUnopened: isFromDesk,
    })
    .from(families)
    .innerJoin(accounts, eq(accounts.familyId, families.id))
    .where(isNumbered(number))
  return family
}
export type DeskFamily = Awaited<ReturnType<typeof familyAt>>

/** Family and player from route parameters. */
export async function playerAt(db: Db, params: { number: string; person: string }) {
  const family = await familyAt(db, rowId(params.number))
  const player = orNotFound(await findPerson(db, family.accountId, uuid(params.person)))
  if (player.role === 'parent') refuse('not-found')
  return { family, player }
}

/** Unpaid places, earliest session first. */
export async function listPayable(db: Db, accountId: string) {
  const places = await listUnpaid(db, eq(registrations.accountId, accountId))
  return places
    .map(({ id, player, event, number, startsOn, dueOn, owedCents }) => ({
      id,
      player,
      event,
      number,
      startsOn,
      dueOn,
      owedCents,
    }))
    .sort((one, other) => one.startsOn.localeCompare(other.startsOn) || one.id - other.id)
}

/** All of a family's page except care notes; the number of queries does not depend on the number of children. */
export async function readFamily(db: Db, family: DeskFamily) {
  const { accountId, familyId } = family
  const { timeZone } = await readProgramme(db)
  const today = todayIn(timeZone)
  const everybody = await listPeople(db, accountId)
  const players = everybody.filter(({ role }) => role !== 'parent')
  const parent = orNotFound(everybody.find(({ role }) => role === 'parent'))
  const care = await listCare(
    db,
    players.map(({ id }) => id),
  )
  const entries = await registrationEntries(db, accountId)
  return {
    thisYear: toYear(today),
    parent,
    players: players.map(({ birthday, ...player }) => {
      const { note, lastView, ...rest } = orNotFound(care.find(({ personId }) => personId === player.id))
      return {
        ...player,
        ...rest,
        born: birthday && longDay(birthday),
        age: birthday && ageOn(birthday, today),
        note: note && { category: note.category, erasesOn: longDay(note.erasesOn) },
        lastView: lastView && { ...lastView, at: dayAndTime(lastView.at, timeZone) },
      }
    }),
    registrations: entries.map((entry) => toRegistration(entry, today)),
    payments: await listPayments(db, accountId, timeZone),
    creditCents: await readCredit(db, familyId),
    open: (await listOpenAmounts(db, [accountId])).map(({ accountId: _, ...row }) => row),
    returned: await listReturned(db, accountId, timeZone),
    mails: await listFamilyMails(db, accountId, timeZone),
    log: await readFamilyLog(db, familyId, timeZone),
    likely: await likelySame(db, { parent: family, phone: parent.phone, players }, accountId),
    merges: await listMerges(db, familyId, timeZone),
  }
}
export type WholeFamily = Awaited<ReturnType<typeof readFamily>>

/** For treasurers: players only with names and phone contacts, no mails. */
export const moneyView = (family: Omit<WholeFamily, 'log'>) => ({
  ...family,
  ...{ mails: [], likely: [], merges: [] },
  players: family.players.map((player) => ({
    ...player,
    ...{ age: null, born: null, skillLevel: null, mayShowPhotos: null },
    ...{ note: undefined, lastView: undefined },
  })),
})

async function listMerges(db: Db, familyId: string, timeZone: string) {
  const merges = await mergesToUndo(db, familyId)
  const actorName = await actorNames(
    db,
    merges.map(({ by }) => by),
  )
  return merges.map(({ id, number, by, until }) => ({
    ...{ id, number, by: actorName(by) },
    until: dayAndTime(until, timeZone),
  }))
}

type Entry = Awaited<ReturnType<typeof registrationEntries>>[number]

function toRegistration(
  { id, firstName, lastName, priceCents, paidCents, owedCents, standing, way, session, event, dueOn }: Entry,
  today: Day,
) {
  return {
    id,
    firstName,
    player: `${firstName} ${lastName}`,
    eventKey: event.key,
    event: event.name,
    number: session.number,
    year: toYear(session.startsOn),
    dates: dayRange(session.startsOn, session.endsOn, toYear(today)),
    priceCents,
    paidCents,
    owedCents,
    standing,
    /** Unpaid or free: can be given up without money. */
    holdsNoMoney: standing === 'unpaid' || way === 'free',
    paid: standing !== 'paid' ? null : way === 'free' ? 'Free' : way ? `Paid ${wayLabels[way]}` : 'Paid',
    due: nearDay(dueOn, toYear(today)),
    isOverdue: dueOn < today,
  }
}

/** Newest first. */
async function listPayments(db: Db, accountId: string, timeZone: string) {
  const online = await db
    .select({
      id: charges.id,
      amountCents: charges.amountCents,
      at: charges.createdAt,
      means: charges.means,
      meansLabel: charges.meansLabel,
      dispute: disputeStanding,
      replyBy,
    })
    .from(charges)
    .where(
      and(
        eq(charges.state, 'accepted'),
        inArray(
          charges.id,
          db
            .select({ id: postings.chargeId })
            .from(postings)
            .innerJoin(registrations, eq(registrations.id, postings.registrationId))
            .where(eq(registrations.accountId, accountId)),
        ),
      ),
    )
    .orderBy(desc(charges.createdAt))
  const paid = await placesPaidBy(
    db,
    'chargeId',
    online.map(({ id }) => id),
  )
  const byHand = await listRecordedPayments(db, [accountId])
  return {
    online: online.map(({ id, at, amountCents, dispute, replyBy, ...means }) => ({
      id,
      amountCents,
      dispute,
      replyBy,
      on: todayIn(timeZone, at),
      how: byWhat(means),
      paid: paid.filter(({ paymentId }) => paymentId === id).map(toPaidPlace),
    })),
    byHand: byHand.map(({ accountId: _, ...payment }) => ({
      ...payment,
      how: wayLabels[payment.how],
      paid: payment.paid.map(toPaidPlace),
    })),
  }
}

const toPaidPlace = ({ id, firstName, event }: { id: number; firstName: string; event: string }) => ({
  id,
  firstName,
  event,
})

/** Refunds, done or under way. */
const listReturned = async (db: Db, accountId: string, timeZone: string) => {
  const rows = await listRefundsTo(db, accountId)
  return rows.map(({ accountId: _, endedAt, ...row }) => ({
    ...row,
    on: endedAt && todayIn(timeZone, endedAt),
  }))
}
