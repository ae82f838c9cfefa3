import type { Paper } from '#mail/pdf/paper.ts'
import { byWhat } from '#payments/means.ts'
import type { Charge } from '#payments/payments.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay, todayIn } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { listOwedBack, listPaymentRefunds } from '#registrations/entries.db.server.ts'
import type { Receipt } from '#registrations/receipts.tables.ts'

type FormatDay = (moment: Date) => string

/** The receipt as issued, with refunds and returns since, or as withdrawn. */
export async function withLaterChanges(db: Db, receipt: Receipt, charge?: Charge): Promise<Paper> {
  const { paper, places } = receipt
  const { timeZone } = await readProgramme(db)
  const formatDay: FormatDay = (moment) => longDay(todayIn(timeZone, moment))
  if (charge?.endedHow === 'not settled')
    return withdrawn(paper, {
      ...{ what: `Payment ${byWhat(charge)}`, why: neverCame },
      on: formatDay(charge.endedAt ?? charge.createdAt),
    })
  const gone = places.flatMap(({ takenBackAt }) => (takenBackAt ? new Date(takenBackAt) : []))
  const last = gone.at(-1)
  if (last && gone.length === places.length)
    return withdrawn(paper, { what: paper.subtitle ?? '', why: takenBack, on: formatDay(last) })
  const payment = charge ? { chargeId: charge.id } : { recordedId: receipt.recordedId ?? 0 }
  const back = await listPaymentRefunds(db, payment)
  const ids = places.map(({ id }) => id)
  const owed = await listOwedBack(db, payment, ids)
  const later = places.flatMap(({ id, takenBackAt }, row) => {
    const [player, session, , amount] = paper.table.rows[row] ?? []
    const name = `${player}, ${session}`
    if (takenBackAt) return `${name}: ${amount} was taken back on ${formatDay(new Date(takenBackAt))}.`
    const isIt = ({ registrationId }: { registrationId: number | null }) => registrationId === id
    return [
      ...back.filter(isIt).map((refund) => refundSentence(refund, formatDay)),
      ...owed.filter(isIt).map(({ cents }) => owedSentence(cents, charge)),
    ].map((sentence) => `${name}: ${sentence}`)
  })
  return { ...paper, paragraphs: [...paper.paragraphs, ...later] }
}

const neverCame =
  'This payment did not go through: its money did not come, and nothing was taken from you. What is unpaid stands in your registration history.'
const takenBack =
  'This payment was taken back, so that this receipt does not count. What is unpaid stands in your registration history.'

/** Names no player and no session: nothing was paid. */
const withdrawn = (paper: Paper, { what, why, on }: Record<'what' | 'why' | 'on', string>): Paper => ({
  ...paper,
  title: `${paper.title}, withdrawn`,
  table: {
    columns: ['Payment', 'Amount'],
    rows: [[what, paper.table.total[1]]],
    total: ['Total paid', dollars(0)],
  },
  paragraphs: [`Withdrawn on ${on}.`, why],
})

function refundSentence(
  refund: Awaited<ReturnType<typeof listPaymentRefunds>>[number],
  formatDay: FormatDay,
) {
  const { amountCents, chargeId, transactionId, endedAt } = refund
  const amount = dollars(amountCents)
  if (!endedAt) return `unregistered, a refund of ${amount} is queued.`
  const on = ` on ${formatDay(endedAt)}`
  // Late second refunds of earlier versions have no stored transaction.
  const by = transactionId ? ` (transaction ${transactionId})` : ''
  if (chargeId) return `unregistered, ${amount} refunded${on}${by}.`
  return `unregistered, ${amount} was returned to you${on}.`
}

const owedSentence = (cents: number, charge: Charge | undefined) =>
  `unregistered, ${dollars(cents)} is owed to you${charge ? ': the refund did not go through' : ''}.`
