import type { Donation } from '#donations/donations.tables.ts'
import type { Paper } from '#mail/pdf/paper.ts'
import { longDay, todayIn } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import type { Programme } from '#platform/settings/programme.tables.ts'

/** In place of a receipt whose money did not come. */
export function withdrawnReceipt(programme: Programme, donation: Donation): Paper {
  const { name, addressLines, email, phone } = programme
  return {
    from: { name, addressLines, email, phone },
    title: 'Donation receipt, withdrawn',
    number: `D-${donation.number}`,
    date: longDay(todayIn(programme.timeZone, donation.createdAt)),
    to: [],
    table: {
      columns: ['Gift', 'Amount'],
      rows: [[`Donation to ${programme.causes[donation.donationType].name}`, dollars(donation.amountCents)]],
      total: ['Total received', dollars(0)],
    },
    paragraphs: [
      'This gift did not go through: its money did not come, and nothing was taken from the donor. The receipt does not count, and may not be used for taxes.',
    ],
  }
}
