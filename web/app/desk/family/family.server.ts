import { and, desc, eq, inArray } from 'drizzle-orm'
import { recordedOf, unpaidOf } from '#by-hand/find-families.server.ts'
import { logOf, mailsOf } from '#desk/family/log/family-log.server.ts'
import { likelySame } from '#desk/family/merge/likely-same.server.ts'
import { mergesToUndo } from '#desk/family/merge/undo-merge.server.ts'
import { creditOf } from '#ledger/credit.db.server.ts'
import { postings } from '#ledger/postings.tables.ts'
import { careOfPlayers } from '#meetings/care/family-care.server.ts'
import { disputeStanding, replyBy } from '#payments/disputes.db.server.ts'
import { byWhat } from '#payments/means.ts'
import { charges } from '#payments/payments.tables.ts'
import { hasSigned } from '#people/accounts/sign-up/releases.db.server.ts'
import { actorNames } from '#people/actors.db.server.ts'
import { isNumbered } from '#people/families.db.server.ts'
import { isFromDesk, peopleOf, personOf } from '#people/people.db.server.ts'
import { accounts, families } from '#people/people.tables.ts'
import { ageOn } from '#people/people.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type Day, dayAndTime, dayRange, longDay, nearDay, todayIn, yearOf } from '#platform/format/dates.ts'
import { rowId, uuid } from '#platform/http/page.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { givenBackTo, openBetween } from '#refunds/owed.db.server.ts'
import { familyGoneWords } from '#refunds/refused-words.ts'
import { registrationEntries } from '#registrations/entries.db.server.ts'
import { placesPaidBy } from '#registrations/named-places.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import { wayWords } from '#registrations/ways-to-pay.ts'

/** The family of this number, or the one into which that was merged; its account is there. */
export const familyAt = async (db: Db, number: number) => found(await familyNumbered(db, number))

/** The family that a form is about. It was there when the form was opened. */
export async function familyToActOn(db: Db, number: number) {
  const family = await familyNumbered(db, number)
  if (family) return family
  const wasThere = (await db.$count(families, eq(families.number, number))) > 0
  return refuse('not-found', wasThere ? familyGoneWords : undefined)
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
      /** Nobody has chosen a password yet. */
      isUnopened: isFromDesk,
    })
    .from(families)
    .innerJoin(accounts, eq(accounts.familyId, families.id))
    .where(isNumbered(number))
  return family
}
export type DeskFamily = Awaited<ReturnType<typeof familyAt>>

/** A player of the family, as the address of a page names both. */
export async function playerAt(db: Db, params: { number: string; person: string }) {
  const family = await familyAt(db, rowId(params.number))
  const player = found(await personOf(db, family.accountId, uuid(params.person)))
  if (player.role === 'parent') refuse('not-found')
  return { family, player }
}

/** What the family can pay for by hand, the earliest session first. */
export async function payableOf(db: Db, accountId: string) {
  const places = await unpaidOf(db, eq(registrations.accountId, accountId))
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

/** Everything of a family on one screen but its care notes, in as many statements for one child as for twelve. */
export async function readFamily(db: Db, family: DeskFamily) {
  const { accountId, familyId } = family
  const { timeZone } = await readProgramme(db)
  const today = todayIn(timeZone)
  const everybody = await peopleOf(db, accountId)
  const players = everybody.filter(({ role }) => role !== 'parent')
  const parent = found(everybody.find(({ role }) => role === 'parent'))
  const care = await careOfPlayers(
    db,
    players.map(({ id }) => id),
  )
  const entries = await registrationEntries(db, accountId)
  return {
    thisYear: yearOf(today),
    parent,
    players: players.map(({ birthday, ...player }) => {
      const { note, lastView, ...rest } = found(care.find(({ personId }) => personId === player.id))
      return {
        ...player,
        ...rest,
        born: birthday && longDay(birthday),
        age: birthday && ageOn(birthday, today),
        note: note && { category: note.category, erasesOn: longDay(note.erasesOn) },
        lastView: lastView && { ...lastView, at: dayAndTime(lastView.at, timeZone) },
      }
    }),
    registrations: entries.map((entry) => registrationOf(entry, today)),
    payments: await paymentsOf(db, accountId, timeZone),
    creditCents: await creditOf(db, familyId),
    open: (await openBetween(db, [accountId])).map(({ accountId: _, ...row }) => row),
    returned: await returnedOf(db, accountId, timeZone),
    mails: await mailsOf(db, accountId, timeZone),
    log: await logOf(db, familyId, timeZone),
    likely: await likelySame(db, { parent: family, phone: parent.phone, players }, accountId),
    merges: await mergesOf(db, familyId, timeZone),
  }
}
export type WholeFamily = Awaited<ReturnType<typeof readFamily>>

/** What is left for whoever keeps the money: of the players their names and whom to call, and no mails. */
export const moneySideOf = (family: Omit<WholeFamily, 'log'>) => ({
  ...family,
  ...{ mails: [], likely: [], merges: [] },
  players: family.players.map((player) => ({
    ...player,
    ...{ age: null, born: null, skillLevel: null, mayShowPhotos: null },
    ...{ note: undefined, lastView: undefined },
  })),
})

async function mergesOf(db: Db, familyId: string, timeZone: string) {
  const merges = await mergesToUndo(db, familyId)
  const nameOf = await actorNames(
    db,
    merges.map(({ by }) => by),
  )
  return merges.map(({ id, number, by, until }) => ({
    ...{ id, number, by: nameOf(by) },
    until: dayAndTime(until, timeZone),
  }))
}

type Entry = Awaited<ReturnType<typeof registrationEntries>>[number]

function registrationOf(
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
    year: yearOf(session.startsOn),
    dates: dayRange(session.startsOn, session.endsOn, yearOf(today)),
    priceCents,
    paidCents,
    owedCents,
    standing,
    /** Nobody has paid for it, or is paying: the desk gives it up as it stands. */
    holdsNoMoney: standing === 'unpaid' || way === 'free',
    paid: standing !== 'paid' ? null : way === 'free' ? 'Free' : way ? `Paid ${wayWords[way]}` : 'Paid',
    due: nearDay(dueOn, yearOf(today)),
    isOverdue: dueOn < today,
  }
}

/** What came in: through the gateway and by hand, the newest first. */
async function paymentsOf(db: Db, accountId: string, timeZone: string) {
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
  const byHand = await recordedOf(db, [accountId])
  return {
    online: online.map(({ id, at, amountCents, dispute, replyBy, ...means }) => ({
      id,
      amountCents,
      dispute,
      replyBy,
      on: todayIn(timeZone, at),
      how: byWhat(means),
      paid: paid.filter(({ paymentId }) => paymentId === id).map(nameOf),
    })),
    byHand: byHand.map(({ accountId: _, ...payment }) => ({
      ...payment,
      how: wayWords[payment.how],
      paid: payment.paid.map(nameOf),
    })),
  }
}

const nameOf = ({ id, firstName, event }: { id: number; firstName: string; event: string }) => ({
  id,
  firstName,
  event,
})

/** What went back to the family, or is on its way. */
const returnedOf = async (db: Db, accountId: string, timeZone: string) => {
  const rows = await givenBackTo(db, accountId)
  return rows.map(({ accountId: _, endedAt, ...row }) => ({
    ...row,
    on: endedAt && todayIn(timeZone, endedAt),
  }))
}
