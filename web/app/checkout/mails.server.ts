import { eq } from 'drizzle-orm'
import { href } from 'react-router'
import { mailLayout } from '#mail/mail-layout.ts'
import { addMail, type MailToSend } from '#mail/outbox.server.ts'
import { toWhat } from '#payments/means.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { accounts } from '#people/people.tables.ts'
import type { Visitor } from '#platform/api.server.ts'
import type { Db } from '#platform/database.server.ts'
import { longDay, yearOf } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { optionWords, type PaymentOffer } from '#platform/payment-options.ts'
import type { Programme } from '#platform/programme.tables.ts'
import { duesOf } from '#registrations/dues.ts'
import { chargeReceipt } from '#registrations/sheets.server.ts'
import type { FreePlace } from './check-cart.server.ts'

/**
 * The places are taken, the money is due later: what, for whom, how much and by when. Hundreds go out within minutes
 * when a season opens, so the invoice is a link: a PDF for each would keep the site busy.
 */
export function registeredMail(facts: {
  siteUrl: string
  paymentOffer: PaymentOffer
  programme: Programme
  visitor: Visitor
  places: FreePlace[]
}): MailToSend {
  const { siteUrl, paymentOffer, programme, visitor, places } = facts
  const rows = places.map(({ firstName, session }) => [
    firstName,
    `${session.eventName}, Session ${session.number}, due ${longDay(session.startsOn)}`,
    dollars(session.priceCents),
  ])
  const totalCents = duesOf(places.map(({ session }) => session))
  const year = Math.min(...places.map(({ session }) => yearOf(session.startsOn)))
  const subject = 'Your sessions have successfully been registered!'
  const content = mailLayout({
    programme,
    title: subject,
    paragraphs: [
      'Payment is due on the first day of the session.',
      howToPayLater(paymentOffer, programme),
      'Registrations can be cancelled with a full refund up to the day of the event.',
    ],
    table: {
      columns: ['Player', 'Session', 'Amount'],
      rows,
      total: ['Total due', dollars(totalCents)],
    },
    button: {
      text: 'View Invoice',
      url:
        siteUrl +
        href('/pages/invoice/unpaid-invoice/:userId/:year', {
          userId: visitor.accountId,
          year: String(year),
        }),
    },
  })
  return { kind: 'registered', to: visitor.email, subject, ...content }
}

/** Every way to pay for a place that one has already, for those without a card too. */
export const howToPayLater = ({ options }: PaymentOffer, { walletHandle, addressLines }: Programme) =>
  `Pay by ${optionWords(options)} at the site, by Venmo transfer to ${walletHandle}, or mail or bring a check or cash to ${addressLines.join(', ')}.`

/** Money was taken: the receipt, written in the transaction that ends the charge. */
export async function addReceiptMail(tx: Db, siteUrl: string, charge: Charge): Promise<void> {
  const { accountId, transactionId } = charge
  if (!accountId || !transactionId) return
  const [account] = await tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  if (!account) return
  const receipt = await chargeReceipt(tx, { accountId }, transactionId)
  const rows = receipt.table.rows.map(([player = '', session, dates, amount = '']) => [
    player,
    `${session}, ${dates}`,
    amount,
  ])
  const content = mailLayout({
    programme: receipt.from,
    title: 'Your payment was successfully processsed!',
    paragraphs: [
      `We charged ${dollars(charge.amountCents)} ${toWhat(charge)}. These sessions are registered and paid:`,
    ],
    table: {
      columns: ['Player', 'Session', 'Amount'],
      rows,
      total: receipt.table.total,
    },
    button: {
      text: 'Print Payment Receipt',
      url:
        siteUrl + href('/pages/invoice/receipt/:userId/:transactionId', { userId: accountId, transactionId }),
    },
    after: ['Registrations can be cancelled with a full refund up to the day of the event.'],
  })
  const subject = `Payment receipt ${receipt.number}`
  const attachments = [{ filename: `payment-receipt-${receipt.number}.pdf`, paper: receipt }]
  const source = { chargeId: charge.id }
  await addMail(tx, { kind: 'receipt', to: account.email, subject, ...content, attachments, source })
}
