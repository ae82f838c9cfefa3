import type { Paper } from '#mail/pdf/paper.ts'
import { familyOnPaper } from '#people/people.db.server.ts'
import { fullName } from '#people/people.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay, todayIn } from '#platform/format/dates.ts'
import { dollars, sumCents } from '#platform/format/money.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { owedEntries, type RegistrationEntry, startsIn } from '#registrations/entries.db.server.ts'
import { formatInvoiceNumber } from '#registrations/registration-rules.ts'

export type Family = Pick<Visitor, 'accountId'>

export async function unpaidInvoice(db: Db, visitor: Family, year: number): Promise<Paper> {
  const { programme, family, from, dayOf } = await letterhead(db, visitor)
  const entries = await owedEntries(db, visitor.accountId, startsIn(year))
  const number = formatInvoiceNumber(year, family.number)
  const how = programme.walletHandle
    ? `Pay by Venmo transfer to ${programme.walletHandle} with ${number} in the note, or mail`
    : 'Mail'
  const due = `Payment is due on the first day of the session. ${how} a check to the address above.`
  return {
    from,
    title: 'Invoice',
    subtitle: `Unpaid sessions for ${year}`,
    number,
    date: dayOf(new Date()),
    to: [`For ${family.name}`],
    table: sheetTable(entries, {
      dates: ['Due', ({ removedAt, dueOn, session }) => longDay(removedAt ? dueOn : session.startsOn)],
      centsOf: ({ owedCents }) => owedCents,
      total: 'Total due',
    }),
    paragraphs: [entries.length === 0 ? `Nothing is due for ${year}.` : due],
  }
}

/** `issuedAt`: the day whose names a receipt keeps. */
export async function letterhead(db: Db, { accountId }: Family, issuedAt?: Date) {
  const programme = await readProgramme(db)
  const family = orNotFound(await familyOnPaper(db, accountId, issuedAt))
  const { name, addressLines, email, phone } = programme
  const dayOf = (moment: Date) => longDay(todayIn(programme.timeZone, moment))
  return {
    programme,
    family: { number: family.number, email: family.email, name: fullName(family) },
    from: { name, addressLines, email, phone },
    dayOf,
  }
}

export type DateColumn = [name: string, dateOf: (entry: RegistrationEntry) => string]

type Columns<Entry> = { dates: DateColumn; centsOf: (entry: Entry) => number; total: string }

export function sheetTable<Entry extends RegistrationEntry>(
  entries: Entry[],
  { dates: [name, formatDate], centsOf, total }: Columns<Entry>,
): Paper['table'] {
  return {
    columns: ['Player', 'Session', name, 'Amount'],
    rows: entries
      .toSorted(byDay)
      .map((entry) => [
        `${entry.firstName} ${entry.lastName}`,
        `${entry.event.name}, Session ${entry.session.number}`,
        formatDate(entry),
        dollars(centsOf(entry)),
      ]),
    total: [total, dollars(sumCents(entries.map(centsOf)))],
  }
}

/** By first day, then by registration. */
export const byDay = (left: RegistrationEntry, right: RegistrationEntry) =>
  left.session.startsOn.localeCompare(right.session.startsOn) || left.id - right.id
