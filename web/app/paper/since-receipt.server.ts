import type { Paper } from '#mail/pdf/paper.ts'
import { byWhat } from '#payments/means.ts'
import type { Charge } from '#payments/payments.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay, todayIn } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { owedOf, refundsOf } from '#registrations/entries.db.server.ts'
import type { Receipt } from '#registrations/receipts.tables.ts'

type DayOf = (moment: Date) => string

/** A receipt as it was given, and below it what went back or was taken back since; or that it does not count any more. */
export async function withWhatCameLater(db: Db, receipt: Receipt, charge?: Charge): Promise<Paper> {
  const { paper, places } = receipt
  const { timeZone } = await readProgramme(db)
  const dayOf: DayOf = (moment) => longDay(todayIn(timeZone, moment))
  if (charge?.endedHow === 'not settled')
    return withdrawn(paper, {
      ...{ what: `Payment ${byWhat(charge)}`, why: neverCame },
      on: dayOf(charge.endedAt ?? charge.createdAt),
    })
  const gone = places.flatMap(({ takenBackAt }) => (takenBackAt ? new Date(takenBackAt) : []))
  const last = gone.at(-1)
  if (last && gone.length === places.length)
    return withdrawn(paper, { what: paper.subtitle ?? '', why: takenBack, on: dayOf(last) })
  const payment = charge ? { chargeId: charge.id } : { recordedId: receipt.recordedId ?? 0 }
  const back = await refundsOf(db, payment)
  const ids = places.map(({ id }) => id)
  const owed = await owedOf(db, payment, ids)
  const later = places.flatMap(({ id, takenBackAt }, row) => {
    const [player, session, , amount] = paper.table.rows[row] ?? []
    const name = `${player}, ${session}`
    if (takenBackAt) return `${name}: ${amount} was taken back on ${dayOf(new Date(takenBackAt))}.`
    const isIt = ({ registrationId }: { registrationId: number | null }) => registrationId === id
    return [
      ...back.filter(isIt).map((refund) => refundWords(refund, dayOf)),
      ...owed.filter(isIt).map(({ cents }) => owedWords(cents, charge)),
    ].map((words) => `${name}: ${words}`)
  })
  return { ...paper, paragraphs: [...paper.paragraphs, ...later] }
}

const neverCame =
  'This payment did not go through: its money did not come, and nothing was taken from you. What is unpaid stands in your registration history.'
const takenBack =
  'This payment was taken back, so that this receipt does not count. What is unpaid stands in your registration history.'

/** It names no player and no session: nothing was paid. */
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

function refundWords(refund: Awaited<ReturnType<typeof refundsOf>>[number], dayOf: DayOf) {
  const { amountCents, chargeId, transactionId, endedAt } = refund
  const amount = dollars(amountCents)
  if (!endedAt) return `unregistered, a refund of ${amount} is queued.`
  const on = ` on ${dayOf(endedAt)}`
  // Of a second refund that came late, rows of before did not keep the transaction.
  const by = transactionId ? ` (transaction ${transactionId})` : ''
  if (chargeId) return `unregistered, ${amount} refunded${on}${by}.`
  return `unregistered, ${amount} was returned to you${on}.`
}

const owedWords = (cents: number, charge: Charge | undefined) =>
  `unregistered, ${dollars(cents)} is owed to you${charge ? ': the refund did not go through' : ''}.`
