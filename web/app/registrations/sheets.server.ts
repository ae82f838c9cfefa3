import { and, eq } from 'drizzle-orm'
import { charges } from '#payments/payments.tables.ts'
import { accounts, people } from '#people/people.tables.ts'
import type { Visitor } from '#platform/api.server.ts'
import type { Db } from '#platform/database.server.ts'
import { dayRange, longDay, monthDay, todayIn } from '#platform/dates.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import {
  isUnpaid,
  ofCharge,
  ofRegistration,
  type RegistrationEntry,
  registrationEntries,
  startsIn,
} from './registrations.db.server.ts'
import type { SheetFacts } from './sheet.tsx'

/** What a family still owes for a year. */
export async function unpaidInvoice(db: Db, visitor: Visitor, year: number): Promise<SheetFacts> {
  const { programme, family, dayOf } = await letterhead(db, visitor)
  const entries = await registrationEntries(db, visitor.accountId, and(startsIn(year), isUnpaid))
  return {
    programme,
    title: 'Invoice',
    number: `${year}-${family.number}`,
    subtitle: `Unpaid sessions for ${year}`,
    date: dayOf(new Date()),
    payer: family.name,
    dateColumn: 'Due',
    lines: entries.map((entry) => ({ ...lineOf(entry), date: monthDay(entry.session.startsOn) })),
    totalName: 'Total due',
    totalCents: sumOf(entries),
    note:
      entries.length === 0
        ? `Nothing is due for ${year}.`
        : `Payment is due on the first day of the session. Pay by Venmo to ${programme.walletHandle}, or mail a check to the address above.`,
  }
}

/** What one card payment paid. */
export async function cardReceipt(db: Db, visitor: Visitor, transactionId: string): Promise<SheetFacts> {
  const [charge] = await db
    .select()
    .from(charges)
    .where(and(eq(charges.transactionId, transactionId), eq(charges.accountId, visitor.accountId)))
  const { id, number, amountCents, cardLabel, endedAt, createdAt } = found(charge)
  const { programme, family, dayOf } = await letterhead(db, visitor)
  const entries = await registrationEntries(db, visitor.accountId, ofCharge(id))
  return {
    programme,
    title: 'Payment receipt',
    number: `R-${number}`,
    subtitle: `Transaction ${transactionId}`,
    date: dayOf(endedAt ?? createdAt),
    payer: family.name,
    dateColumn: 'Dates',
    lines: entries.map(lineOf),
    totalName: 'Total paid',
    totalCents: amountCents,
    note: `Paid by card${cardLabel ? `, ${cardLabel}` : ''}.`,
  }
}

/** What was paid for one registration by check, cash or wallet. */
export async function cashReceipt(
  db: Db,
  visitor: Visitor,
  asked: { registrationId: number; personId: string; eventId: number; eventType: string },
): Promise<SheetFacts> {
  const [entry] = await registrationEntries(db, visitor.accountId, ofRegistration(asked.registrationId))
  const { paidAt, paidBy, ...paid } = found(entry)
  const isAsked =
    paid.personId === asked.personId && paid.event.id === asked.eventId && paid.event.kind === asked.eventType
  if (!isAsked || !paidAt || !paidBy || paidBy === 'card') refuse('not-found')
  const { programme, family, dayOf } = await letterhead(db, visitor)
  const how = { check: 'check', cash: 'cash', venmo: 'Venmo' }[paidBy]
  return {
    programme,
    title: 'Payment receipt',
    number: `C-${paid.id}`,
    subtitle: `Paid by ${how}`,
    date: dayOf(paidAt),
    payer: family.name,
    dateColumn: 'Dates',
    lines: [lineOf(found(entry))],
    totalName: 'Total paid',
    totalCents: paid.priceCents,
    note: `Received by ${how}. Thank you.`,
  }
}

async function letterhead(db: Db, { accountId }: Visitor) {
  const programme = await readProgramme(db)
  const [family] = await db
    .select({ number: accounts.number, firstName: people.firstName, lastName: people.lastName })
    .from(accounts)
    .innerJoin(people, and(eq(people.accountId, accounts.id), eq(people.role, 'parent')))
    .where(eq(accounts.id, accountId))
  const { number, firstName, lastName } = found(family)
  const dayOf = (moment: Date) => longDay(todayIn(programme.timeZone, moment))
  return { programme, family: { number, name: `${firstName} ${lastName}` }, dayOf }
}

const sumOf = (entries: RegistrationEntry[]) => entries.reduce((sum, { priceCents }) => sum + priceCents, 0)

function lineOf({ id, firstName, lastName, event, session, priceCents }: RegistrationEntry) {
  return {
    id,
    player: `${firstName} ${lastName}`,
    session: `${event.name}, Session ${session.number}`,
    date: dayRange(session.startsOn, session.endsOn),
    amountCents: priceCents,
  }
}
