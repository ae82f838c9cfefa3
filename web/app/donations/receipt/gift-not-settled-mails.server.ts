import type { Donation } from '#donations/donations.tables.ts'
import { mailLayout } from '#mail/mail-layout.ts'
import { addMail } from '#mail/outbox.server.ts'
import { addProgrammeMail } from '#mail/programme-mail.server.ts'
import { byWhat } from '#payments/means.ts'
import type { Charge } from '#payments/payments.tables.ts'
import { fullName } from '#people/people.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay, todayIn } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'

/** An acknowledged gift did not settle: mails the donor, and the programme, which would count it. */
export async function addGiftNotSettledMails(tx: Db, donation: Donation, charge: Charge): Promise<void> {
  const programme = await readProgramme(tx)
  const chargedOn = longDay(todayIn(programme.timeZone, charge.createdAt))
  const amount = dollars(donation.amountCents)
  const { name: organisation } = programme.causes[donation.donationType]
  const donor = donation.email && `${fullName(donation)}, ${donation.email}`
  if (donation.email) {
    const title = 'Your gift did not go through after all'
    const content = mailLayout({
      programme,
      title,
      paragraphs: [
        `Dear ${fullName(donation)},`,
        `On ${chargedOn} we thanked you for a gift of ${amount} to ${organisation}. Now we know that the money does not come: nothing was taken from you.`,
        `The receipt D-${donation.number} does not count any more. Please do not use it for your taxes.`,
        'Your wish to help means a lot to us. If you would still like to give, please do so again on our site.',
      ],
    })
    await addMail(tx, { kind: 'gift payment', to: donation.email, subject: title, ...content })
  }
  await addProgrammeMail(tx, programme, 'A gift did not settle', [
    `${amount} to ${organisation} from ${donor || 'a deleted account'} was accepted on ${chargedOn}, ${byWhat(charge)}, and does not come. The gateway says: ${charge.declineReason}. Transaction ${charge.transactionId}.`,
    `The gift does not count any more: mail no tax receipt for D-${donation.number}.`,
    donor ? 'The donor was told.' : 'The account was deleted since, so nobody can be told.',
  ])
}
