import { and, eq } from 'drizzle-orm'
import { href } from 'react-router'
import { bringSentences } from '#checkout/receipt-page/thank-you.ts'
import { hasChargeId } from '#invoices/receipts.db.server.ts'
import { issueChargeReceipt, type PaidParts, readChargeReceipt } from '#invoices/receipts.server.ts'
import { mailLayout } from '#mail/mail-layout.ts'
import { addMail, type MailToSend } from '#mail/outbox.server.ts'
import type { Paper } from '#mail/pdf/paper.ts'
import { chargeById } from '#payments/charges.db.server.ts'
import { toWhat } from '#payments/means.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { findAccount, findEmail } from '#people/people.db.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay, todayIn, toYear } from '#platform/format/dates.ts'
import { dollars, dollarsOrFree } from '#platform/format/money.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import type { Env } from '#platform/settings/env.server.ts'
import { formatOptions, type PaymentOffer } from '#platform/settings/payment-options.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { Programme } from '#platform/settings/programme.tables.ts'
import { sumPrices } from '#registrations/dues.ts'
import { namedPlaces } from '#registrations/named-places.db.server.ts'
import { invoicePath } from '#registrations/registration-rules.ts'
import { holdsNoMoney } from '#registrations/registrations.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import type { FreePlace } from './check-cart.server.ts'

type RegisteredPlace = {
  firstName: string
  session: Pick<FreePlace['session'], 'eventName' | 'number' | 'startsOn' | 'priceCents' | 'bring'>
}

/**
 * The confirmation of places to be paid later. Hundreds are sent within minutes when a season opens, so the invoice is
 * a link: rendering a PDF for each would load the site.
 */
export function registeredMail(input: {
  siteUrl: string
  paymentOffer: PaymentOffer
  programme: Programme
  orderId: string
  visitor: Pick<Visitor, 'accountId'> & { email: string | null }
  places: RegisteredPlace[]
}): MailToSend {
  const { siteUrl, paymentOffer, programme, orderId, visitor, places } = input
  const today = todayIn(programme.timeZone)
  const haveBegun = places.every(({ session }) => session.startsOn < today)
  const dueLabel = ({ startsOn, priceCents }: RegisteredPlace['session']) =>
    priceCents === 0 ? longDay(startsOn) : startsOn < today ? 'due now' : `due ${longDay(startsOn)}`
  const rows = places.map(({ firstName, session }) => [
    firstName,
    `${session.eventName}, Session ${session.number}, ${dueLabel(session)}`,
    dollarsOrFree(session.priceCents),
  ])
  const totalCents = sumPrices(places.map(({ session }) => session))
  const isFree = totalCents === 0
  const [year = 0, ...later] = [...new Set(places.map(({ session }) => toYear(session.startsOn)))].sort()
  const [bring, ...more] = bringSentences(
    places.map(({ session }) => ({ ...session, name: session.eventName })),
  )
  const subject = 'Your sessions have successfully been registered!'
  const content = mailLayout({
    programme,
    title: subject,
    paragraphs: [
      ...(isFree
        ? ['Nothing is due: it is free.']
        : [
            haveBegun ? 'Payment is due now.' : 'Payment is due on the first day of the session.',
            howToPayLater(paymentOffer, programme),
          ]),
      ...(bring && more.length === 0 ? [bring] : []),
      ...(haveBegun ? [] : [isFree ? freeAgain : fullRefund]),
    ],
    table: {
      columns: ['Player', 'Session', 'Amount'],
      rows,
      total: isFree ? ['Total', 'Free'] : ['Total due', dollars(totalCents)],
    },
    button: isFree
      ? { text: 'Registration history', url: `${siteUrl}${href('/pages/registration-history')}?year=${year}` }
      : { text: 'View Invoice', url: siteUrl + invoicePath(visitor.accountId, year) },
    after:
      isFree || later.length === 0 ? [] : [`This invoice is for ${year}. ${later.map(inHistory).join(' ')}`],
  })
  return { kind: 'registered', to: visitor.email, subject, ...content, source: { orderId } }
}

export const fullRefund = 'Registrations can be cancelled with a full refund up to the day of the event.'
const freeAgain =
  'Plans change? Unregister up to the day of the event: the place is then free for somebody else.'

const inHistory = (year: number) => `The one for ${year} is in your registration history.`

/** For those without a card too. */
export const howToPayLater = ({ options }: PaymentOffer, { walletHandle, addressLines }: Programme) =>
  `Pay by ${formatOptions(options)} at the site, ${walletHandle && `by Venmo transfer to ${walletHandle}, `}or mail or bring a check or cash to ${addressLines.join(', ')}.`

/** The mail for what of an order is unpaid or free by now; undefined if nothing is. */
export async function registeredMailAgain(tx: Db, { siteUrl, paymentOffer }: Env, orderId: string) {
  const [first, ...more] = await namedPlaces(tx, and(eq(registrations.orderId, orderId), holdsNoMoney))
  if (!first?.accountId) return undefined
  const email = await findEmail(tx, first.accountId)
  if (email === undefined) return undefined
  const places = [first, ...more].map(({ firstName, event, ...session }) => ({
    firstName,
    session: { ...session, eventName: event },
  }))
  const visitor = { accountId: first.accountId, email }
  const programme = await readProgramme(tx)
  return registeredMail({ siteUrl, paymentOffer, programme, orderId, visitor, places })
}

/** The receipt and its mail, in the transaction that ends the charge. */
export async function addReceiptMail(
  tx: Db,
  siteUrl: string,
  charge: Charge,
  parts: PaidParts,
): Promise<void> {
  const { accountId } = charge
  if (!accountId) return
  const { email, receipt } = await issueChargeReceipt(tx, { accountId }, charge, parts)
  await addMail(tx, receiptMail(siteUrl, { ...charge, accountId }, email, receipt))
}

export async function receiptMailAgain(tx: Db, { siteUrl }: Env, chargeId: string) {
  const charge = await chargeById(tx, chargeId)
  const accountId = charge?.accountId
  if (charge?.state !== 'accepted' || charge.endedHow === 'not settled' || !accountId) return undefined
  const { email } = orNotFound(await findAccount(tx, accountId))
  const receipt = await readChargeReceipt(tx, { accountId }, hasChargeId(chargeId))
  return receiptMail(siteUrl, { ...charge, accountId }, email, receipt)
}

function receiptMail(
  siteUrl: string,
  charge: Charge & { accountId: string },
  email: string | null,
  receipt: Paper,
): MailToSend {
  const link = { userId: charge.accountId, transactionId: String(charge.transactionId) }
  const rows = receipt.table.rows.map(([player = '', session, dates, amount = '']) => [
    player,
    [session, dates].filter(Boolean).join(', '),
    amount,
  ])
  const content = mailLayout({
    programme: receipt.from,
    title: 'Your payment was successfully processsed!',
    paragraphs: [
      `We charged ${dollars(charge.amountCents)} ${toWhat(charge)}. These sessions are registered and paid:`,
    ],
    table: { columns: ['Player', 'Session', 'Amount'], rows, total: receipt.table.total },
    button: {
      text: 'Print Payment Receipt',
      url: siteUrl + href('/pages/invoice/receipt/:userId/:transactionId', link),
    },
    after: [fullRefund],
  })
  const subject = `Payment receipt ${receipt.number}`
  const attachments = [{ filename: `payment-receipt-${receipt.number}.pdf`, paper: receipt }]
  const source = { chargeId: charge.id }
  return { kind: 'receipt', to: email, subject, ...content, attachments, source }
}
