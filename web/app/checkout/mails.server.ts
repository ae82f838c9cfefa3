import { eq } from 'drizzle-orm'
import { mailLayout } from '#mail/mail-layout.ts'
import { addMail, type MailToSend } from '#mail/outbox.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { accounts } from '#people/people.tables.ts'
import type { Visitor } from '#platform/api.server.ts'
import type { Db } from '#platform/database.server.ts'
import { dayRange, longDay, yearOf } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import type { Programme } from '#platform/programme.tables.ts'
import { ofCharge, registrationEntries } from '#registrations/registrations.db.server.ts'
import type { FreePlace } from './check-cart.server.ts'

/** The places are taken, the money is due later: what, for whom, how much and by when. */
export function registeredMail(facts: {
  siteUrl: string
  programme: Programme
  visitor: Visitor
  places: FreePlace[]
}): MailToSend {
  const { siteUrl, programme, visitor, places } = facts
  const rows = places.map(({ firstName, session }) => [
    firstName,
    `${session.eventName}, Session ${session.number}, due ${longDay(session.startsOn)}`,
    dollars(session.priceCents),
  ])
  const totalCents = places.reduce((sum, { session }) => sum + session.priceCents, 0)
  const year = Math.min(...places.map(({ session }) => yearOf(session.startsOn)))
  const subject = 'Your sessions have successfully been registered!'
  const content = mailLayout({
    programme,
    title: subject,
    paragraphs: [
      'Payment is due on the first day of the session.',
      `Pay by card at the site, by Venmo to ${programme.walletHandle}, or mail or bring a check or cash to ${programme.addressLines.join(', ')}.`,
      'Registrations can be cancelled with a full refund up to the day of the event.',
    ],
    table: {
      columns: ['Player', 'Session', 'Amount'],
      rows: [...rows, ['', 'Total due', dollars(totalCents)]],
    },
    button: {
      text: 'View Invoice',
      url: `${siteUrl}/pages/invoice/unpaid-invoice/${visitor.accountId}/${year}`,
    },
  })
  return { to: visitor.email, subject, ...content }
}

/** The card was charged: the receipt, written in the transaction that ends the charge. */
export async function addReceiptMail(tx: Db, siteUrl: string, charge: Charge): Promise<void> {
  if (!charge.accountId) return
  const [account] = await tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, charge.accountId))
  if (!account) return
  const programme = await readProgramme(tx)
  const entries = await registrationEntries(tx, charge.accountId, ofCharge(charge.id))
  const rows = entries.map(({ firstName, event, session, priceCents }) => [
    firstName,
    `${event.name}, Session ${session.number}, ${dayRange(session.startsOn, session.endsOn)}`,
    dollars(priceCents),
  ])
  const subject = `Payment receipt ${charge.number}`
  const content = mailLayout({
    programme,
    title: 'Your payment was successfully processsed!',
    paragraphs: [
      `We charged ${dollars(charge.amountCents)} to your card${charge.cardLabel ? `, ${charge.cardLabel}` : ''}.`,
      'Registrations can be cancelled with a full refund up to the day of the event.',
    ],
    table: {
      columns: ['Player', 'Session', 'Amount'],
      rows: [...rows, ['', 'Paid', dollars(charge.amountCents)]],
    },
    button: {
      text: 'Print Payment Receipt',
      url: `${siteUrl}/pages/invoice/receipt/${charge.accountId}/${charge.transactionId}`,
    },
  })
  await addMail(tx, { to: account.email, subject, ...content })
}
