import { eq, sql } from 'drizzle-orm'
import { href } from 'react-router'
import { findDonationByCharge } from '#donations/donations.db.server.ts'
import { type Donation, donations } from '#donations/donations.tables.ts'
import { type MailContent, mailLayout } from '#mail/mail-layout.ts'
import { addMail } from '#mail/outbox.server.ts'
import type { Paper } from '#mail/pdf/paper.ts'
import { byMeans } from '#payments/means.ts'
import { addDeclinedMail, addUndoneMail, type Payer } from '#payments/payment-mails.server.ts'
import type { Charge } from '#payments/payments.tables.ts'
import type { Purpose } from '#payments/purpose.ts'
import { fullName } from '#people/people.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay, todayIn } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { orNotFound } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { Programme } from '#platform/settings/programme.tables.ts'
import { addGiftNotSettledMails } from './gift-not-settled-mails.server.ts'

/** The consequences of a gift's charge: the stored receipt, and its mail. */
export const giftPurpose = (siteUrl: string): Purpose => ({
  lock: async () => undefined,
  async ended(tx, charge) {
    const donation = orNotFound(await findDonationByCharge(tx, charge.id))
    if (charge.state === 'accepted') await acknowledge(tx, siteUrl, donation, charge)
    else if (charge.isPromised) await addDeclinedMail(tx, charge, giftPayer(donation), giveAgain)
  },
  isRefunded: async () => false,
  async notSettled(tx, charge) {
    const donation = orNotFound(await findDonationByCharge(tx, charge.id))
    await tx
      .update(donations)
      .set({ transactionDate: null, acknowledgement: null })
      .where(eq(donations.id, donation.id))
    await addGiftNotSettledMails(tx, donation, charge)
  },
  async undone(tx, charge, state) {
    const donation = orNotFound(await findDonationByCharge(tx, charge.id))
    await addUndoneMail(tx, charge, giftPayer(donation), state)
  },
})

const giveAgain = 'If you would still like to give, please do so again on our site.'

/** A donor who deleted the account left no address. */
const giftPayer = ({ email }: Donation): Payer => ({
  to: email || null,
  payment: 'gift',
  what: 'for your gift',
})

async function acknowledge(tx: Db, siteUrl: string, { id }: Donation, charge: Charge) {
  const programme = await readProgramme(tx)
  const transactionDate = todayIn(programme.timeZone, charge.createdAt)
  const isIt = eq(donations.id, id)
  const number = sql<number>`nextval('gift_numbers')`
  const [numbered] = await tx.update(donations).set({ number }).where(isIt).returning()
  const donation = orNotFound(numbered)
  const acknowledgement = createReceipt(programme, donation, charge, longDay(transactionDate))
  await tx.update(donations).set({ transactionDate, acknowledgement }).where(isIt)
  const button = {
    text: 'Print the receipt',
    url: siteUrl + href('/pages/donate/receipt/:id', { id }),
  }
  await addMail(tx, receiptMail(donation, acknowledgement, { button }))
}

/** As the tax office requires: who received it, how much, when, and that nothing was given in return. */
function createReceipt(programme: Programme, donation: Donation, charge: Charge, date: string): Paper {
  const { name: organisation, ein } = programme.causes[donation.donationType]
  const amount = dollars(donation.amountCents)
  const shown = charge.meansLabel ? ` (${charge.meansLabel})` : ''
  return {
    from: {
      name: organisation,
      addressLines: [
        ...(organisation === programme.name ? [] : [`c/o ${programme.name}`]),
        ...programme.addressLines,
      ],
      email: programme.email,
      phone: programme.phone,
    },
    title: 'Donation receipt',
    number: `D-${donation.number}`,
    date,
    to: [fullName(donation), donation.mailingAddress],
    table: {
      columns: ['Gift', 'Amount'],
      rows: [[`Donation to ${organisation}`, amount]],
      total: ['Total received', amount],
    },
    paragraphs: [
      `${organisation}${ein ? ` (EIN ${ein})` : ''} received your contribution of ${amount} on ${date}, ${byMeans[charge.means ?? 'card']}${shown}.`,
      'No goods or services were provided in exchange for this contribution.',
      'Please keep this receipt for your tax records.',
      `Donation ${donation.id}. Transaction ${charge.transactionId}.`,
    ],
  }
}

/** Without the button the mail itself repeats the whole receipt. */
export function receiptMail(
  donation: Donation,
  receipt: Paper,
  { button }: Pick<MailContent, 'button'> = {},
) {
  const [received = '', nothingInReturn = '', ...rest] = receipt.paragraphs
  const content = mailLayout({
    programme: receipt.from,
    title: 'Thank you for your gift',
    paragraphs: [`Dear ${fullName(donation)},`, received, nothingInReturn],
    table: receipt.table,
    ...(button && { button }),
    after: [
      ...(button ? [] : rest),
      'A tax receipt will be mailed to the mailing address that you gave, too.',
    ],
  })
  return {
    kind: 'gift' as const,
    source: { donationId: donation.id },
    to: donation.email,
    subject: `Donation receipt ${receipt.number}`,
    ...content,
    attachments: [{ filename: `donation-receipt-${receipt.number}.pdf`, paper: receipt }],
  }
}
