import { longDay } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { wayLabels } from '#registrations/ways-to-pay.ts'
import type { OfflineAnswer } from './offline-payments.api.server.ts'
import { reclaimedCents, type UnpaidAgain } from './unpaid-again.ts'

type Answer<Act> = Extract<OfflineAnswer, { act: Act }>

export function answerLines(answer: OfflineAnswer): string[] {
  switch (answer.act) {
    case 'find':
      return answer.families.length === 0 ? ['Nobody was found.'] : answer.families.flatMap(familyLines)
    case 'record':
      return recorded(answer)
    case 'take-back':
    case 'bounced':
      return takenBack(answer)
    case 'release':
      return [
        `Done: these places of ${answer.email} are free again.`,
        ...answer.released.map((row) => `  ${row.player}, ${row.event}, ${longDay(row.startsOn)}`),
      ]
    case 'returned':
    case 'repaid':
      return [`Done: ${dollars(answer.amountCents)} for ${answer.firstName}, ${answer.event}.`]
    default:
      return answer satisfies never
  }
}

function recorded({ id, registrations }: Answer<'record'>): string[] {
  return [
    `Done: payment ${id}. Paid:`,
    ...registrations.map((row) => `  ${row.player}, ${row.event}: ${dollars(row.owedCents)}`),
    `A mistake? npm run record-payment -- take-back ${id}`,
  ]
}

function takenBack({
  id,
  takenBackCents,
  creditCents,
  unpaid,
  cancelled,
  reclaimed,
}: Answer<'take-back' | 'bounced'>) {
  const line = (end: string, toCents: (row: UnpaidAgain) => number) => (row: UnpaidAgain) =>
    `  ${row.firstName}, ${row.event}: ${dollars(toCents(row))} ${end}`
  return [
    `Done: ${dollars(takenBackCents)} of payment ${id} is taken back.`,
    ...unpaid.map(line('is unpaid again', ({ dueWithout }) => dueWithout)),
    ...cancelled.map(line('is not owed to the family any more', ({ paidCents }) => paidCents)),
    ...reclaimed.map(line('went back before: the family owes it', reclaimedCents)),
    ...(creditCents > 0 ? [`  ${dollars(creditCents)} of the family’s credit is gone`] : []),
  ]
}

type Family = Answer<'find'>['families'][number]

function familyLines({ number, email, unpaid, recorded, open }: Family): string[] {
  return [
    '',
    `Family ${number}  ${email}`,
    ...unpaid.map(
      (row) =>
        `  unpaid     invoice ${row.invoice}  registration ${row.id}  ${dollars(row.owedCents)}  ${row.player}, ${row.event}, ${longDay(row.startsOn)}`,
    ),
    ...recorded.flatMap(paymentLines),
    ...open.map((row) =>
      row.state === 'owed'
        ? `  owed       ${dollars(row.amountCents)} to the family, ${row.firstName}, ${row.event}  returned ${row.id}`
        : `  owes back  ${dollars(row.amountCents)} from the family, ${row.firstName}, ${row.event}  repaid ${row.id}`,
    ),
    ...(unpaid.length === 0 && open.length === 0 ? ['  Nothing is due.'] : []),
  ]
}

function paymentLines(payment: Family['recorded'][number]): string[] {
  const { id, amountCents, takenBackCents, how, receivedOn, recordedBy, note, paid } = payment
  const isGone = takenBackCents === amountCents
  const back = isGone ? ', taken back' : takenBackCents > 0 ? `, ${dollars(takenBackCents)} taken back` : ''
  const noteSuffix = note ? ` (${note})` : ''
  return [
    `  recorded   payment ${id}  ${dollars(amountCents)} ${wayLabels[how]}, ${receivedOn}, ${recordedBy}${noteSuffix}${back}`,
    ...paid.map(
      (row) =>
        `               registration ${row.id}  ${dollars(row.paidCents)}  ${row.player}, ${row.event}`,
    ),
    ...(payment.creditCents > 0 ? [`               credit  ${dollars(payment.creditCents)}`] : []),
  ]
}
