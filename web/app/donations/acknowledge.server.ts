import { eq } from 'drizzle-orm'
import { href } from 'react-router'
import { mailLayout } from '#mail/mail-layout.ts'
import { addMail } from '#mail/outbox.server.ts'
import type { Paper } from '#mail/paper.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { fullName } from '#people/people.ts'
import type { Db } from '#platform/database.server.ts'
import { longDay, todayIn } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import type { Programme } from '#platform/programme.tables.ts'
import { donationOfCharge } from './donations.db.server.ts'
import { type Donation, donations } from './donations.tables.ts'

/**
 * What follows from the end of a gift's charge, in the transaction that writes it: the receipt, kept as it is
 * given, and its mail. False when the charge is for something else.
 */
export async function endDonation(tx: Db, siteUrl: string, charge: Charge): Promise<boolean> {
  const donation = await donationOfCharge(tx, charge.id)
  if (!donation) return false
  if (charge.state === 'accepted') await acknowledge(tx, siteUrl, donation, charge)
  return true
}

async function acknowledge(tx: Db, siteUrl: string, donation: Donation, charge: Charge) {
  const programme = await readProgramme(tx)
  const transactionDate = todayIn(programme.timeZone, charge.createdAt)
  const acknowledgement = receiptOf(programme, donation, charge, longDay(transactionDate))
  await tx.update(donations).set({ transactionDate, acknowledgement }).where(eq(donations.id, donation.id))
  await addMail(tx, receiptMail(siteUrl, programme, donation, acknowledgement))
}

/** What the tax office asks for: who received it, how much, when, and that nothing was given in return. */
function receiptOf(programme: Programme, donation: Donation, charge: Charge, date: string): Paper {
  const { name: organisation, ein } = programme.causes[donation.donationType]
  const amount = dollars(donation.amountCents)
  const card = charge.cardLabel ? ` (${charge.cardLabel})` : ''
  return {
    from: {
      name: programme.name,
      addressLines: programme.addressLines,
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
      `${organisation}${ein ? ` (EIN ${ein})` : ''} received your contribution of ${amount} on ${date}, by card${card}.`,
      'No goods or services were provided in exchange for this contribution.',
      'Please keep this receipt for your tax records.',
      `Donation ${donation.id}. Transaction ${charge.transactionId}.`,
    ],
  }
}

function receiptMail(siteUrl: string, programme: Programme, donation: Donation, receipt: Paper) {
  const [received = '', nothingInReturn = ''] = receipt.paragraphs
  const content = mailLayout({
    programme,
    title: 'Thank you for your gift',
    paragraphs: [`Dear ${fullName(donation)},`, received, nothingInReturn],
    table: receipt.table,
    button: {
      text: 'Print the receipt',
      url: siteUrl + href('/pages/donate/receipt/:id', { id: donation.id }),
    },
    after: [
      'The receipt is attached as a PDF. A tax receipt will be mailed to the mailing address too:',
      donation.mailingAddress,
    ],
  })
  return {
    to: donation.email,
    subject: `Donation receipt ${receipt.number}`,
    ...content,
    attachments: [{ filename: `donation-receipt-${receipt.number}.pdf`, paper: receipt }],
  }
}
