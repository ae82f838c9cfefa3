import { and, eq } from 'drizzle-orm'
import type { Paper } from '#mail/paper.ts'
import { byWhat } from '#payments/means.ts'
import { type Charge, charges } from '#payments/payments.tables.ts'
import { familyOnPaper } from '#people/people.db.server.ts'
import { fullName } from '#people/people.ts'
import type { Visitor } from '#platform/api.server.ts'
import type { Db } from '#platform/database.server.ts'
import { longDay, longRange, todayIn } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { duesOf } from './dues.ts'
import {
  entriesPaidBy,
  entryOf,
  type RegistrationEntry,
  refundsOf,
  registrationEntries,
  startsIn,
} from './entries.db.server.ts'
import { isPayable } from './registrations.db.server.ts'
import { isOnline, wayWords } from './ways-to-pay.ts'

type Family = Pick<Visitor, 'accountId'>

/** What a family still owes for a year. */
export async function unpaidInvoice(db: Db, visitor: Family, year: number): Promise<Paper> {
  const { programme, family, from, dayOf } = await letterhead(db, visitor)
  const entries = await registrationEntries(db, visitor.accountId, and(startsIn(year), isPayable))
  const number = `${year}-${family.number}`
  const due = `Payment is due on the first day of the session. Pay by Venmo transfer to ${programme.walletHandle} with ${number} in the note, or mail a check to the address above.`
  return {
    from,
    title: 'Invoice',
    subtitle: `Unpaid sessions for ${year}`,
    number,
    date: dayOf(new Date()),
    to: [`For ${family.name}`],
    table: tableOf(entries, {
      dates: ['Due', ({ session }) => longDay(session.startsOn)],
      total: ['Total due', duesOf(entries)],
    }),
    paragraphs: [entries.length === 0 ? `Nothing is due for ${year}.` : due],
  }
}

/** What one charge paid. */
export async function chargeReceipt(db: Db, visitor: Family, transactionId: string): Promise<Paper> {
  const [charge] = await db
    .select()
    .from(charges)
    .where(and(eq(charges.transactionId, transactionId), eq(charges.accountId, visitor.accountId)))
  return (await receiptOf(db, visitor, found(charge))).receipt
}

/** The receipt of a charge that this family paid, and where it goes. */
export async function receiptOf(db: Db, visitor: Family, charge: Charge) {
  const { id, number, amountCents, endedAt, endedHow, createdAt, transactionId, ...paid } = charge
  const givenAt = endedAt ?? createdAt
  const { family, from, dayOf } = await letterhead(db, visitor, givenAt)
  const head = {
    from,
    subtitle: `Transaction ${transactionId}`,
    number: `R-${number}`,
    date: dayOf(givenAt),
    to: [`For ${family.name}`],
  }
  const { email } = family
  if (endedHow === 'not settled')
    return { email, receipt: { ...head, ...withdrawn(amountCents, byWhat(paid)) } }
  const entries = await entriesPaidBy(db, id)
  const back = await refundsOf(db, { chargeId: id })
  const receipt: Paper = {
    ...head,
    title: 'Payment receipt',
    table: tableOf(entries, { dates: played, total: ['Total paid', amountCents] }),
    paragraphs: [
      `Paid ${byWhat(paid)}.`,
      ...back.map((refund) => `${nameOf(entries, refund.registrationId)}: ${refundWords(refund)}`),
    ],
  }
  return { email, receipt }
}

/** What a receipt says once it is known that its money does not come. */
const withdrawn = (cents: number, how: string): Pick<Paper, 'title' | 'table' | 'paragraphs'> => ({
  title: 'Payment receipt, withdrawn',
  table: {
    columns: ['Payment', 'Amount'],
    rows: [[`Payment ${how}`, dollars(cents)]],
    total: ['Total paid', dollars(0)],
  },
  paragraphs: [
    'This payment did not go through: its money did not come, and nothing was taken from you. What is unpaid stands in your registration history.',
  ],
})

function nameOf(entries: RegistrationEntry[], registrationId: number) {
  const { firstName, event, session } = found(entries.find(({ id }) => id === registrationId))
  return `${firstName}, ${event.name}, Session ${session.number}`
}

function refundWords(refund: Awaited<ReturnType<typeof refundsOf>>[number]) {
  const { state, amountCents, chargeId, transactionId } = refund
  const amount = dollars(amountCents)
  if (state === 'done') return `unregistered, ${amount} refunded (transaction ${transactionId}).`
  if (state === 'owed' && chargeId)
    return `unregistered, ${amount} is owed to you: the refund did not go through.`
  if (state === 'owed') return `unregistered, ${amount} is owed to you.`
  if (state === 'returned') return `unregistered, ${amount} was returned to you.`
  return `unregistered, a refund of ${amount} is queued.`
}

/** What was paid for one registration by check, cash or Venmo transfer, given up since or not. */
export async function cashReceipt(
  db: Db,
  visitor: Family,
  place: { registrationId: number; personId: string; eventId: number; eventType: string },
): Promise<Paper> {
  const entry = found(await entryOf(db, visitor.accountId, place.registrationId))
  const { paidAt, paidBy, ...paid } = entry
  const isThatPlace =
    paid.personId === place.personId && paid.event.id === place.eventId && paid.event.kind === place.eventType
  if (!isThatPlace || !paidAt || !paidBy || isOnline(paidBy)) refuse('not-found')
  const { family, from, dayOf } = await letterhead(db, visitor, paidAt)
  const back = await refundsOf(db, { registrationId: paid.id })
  return {
    from,
    title: 'Payment receipt',
    subtitle: `Paid ${wayWords[paidBy]}`,
    number: `C-${paid.id}`,
    date: dayOf(paidAt),
    to: [`For ${family.name}`],
    table: tableOf([entry], { dates: played, total: ['Total paid', paid.priceCents] }),
    paragraphs: [
      `Received ${wayWords[paidBy]}. Thank you.`,
      ...back.map((refund) => `${nameOf([entry], refund.registrationId)}: ${refundWords(refund)}`),
    ],
  }
}

/** `givenAt`: when a paper was given that keeps the names of its day. */
async function letterhead(db: Db, { accountId }: Family, givenAt?: Date) {
  const programme = await readProgramme(db)
  const family = found(await familyOnPaper(db, accountId, givenAt))
  const { name, addressLines, email, phone } = programme
  const dayOf = (moment: Date) => longDay(todayIn(programme.timeZone, moment))
  return {
    programme,
    family: { number: family.number, email: family.email, name: fullName(family) },
    from: { name, addressLines, email, phone },
    dayOf,
  }
}

type DateColumn = [name: string, dateOf: (entry: RegistrationEntry) => string]
const played: DateColumn = ['Dates', ({ session }) => longRange(session.startsOn, session.endsOn)]

function tableOf(
  entries: RegistrationEntry[],
  { dates: [name, dateOf], total }: { dates: DateColumn; total: [words: string, cents: number] },
): Paper['table'] {
  return {
    columns: ['Player', 'Session', name, 'Amount'],
    rows: entries
      .toSorted(byDay)
      .map((entry) => [
        `${entry.firstName} ${entry.lastName}`,
        `${entry.event.name}, Session ${entry.session.number}`,
        dateOf(entry),
        dollars(entry.priceCents),
      ]),
    total: [total[0], dollars(total[1])],
  }
}

/** As the season goes: by day, then as they were registered. */
const byDay = (left: RegistrationEntry, right: RegistrationEntry) =>
  left.session.startsOn.localeCompare(right.session.startsOn) || left.id - right.id
