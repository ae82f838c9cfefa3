import { longDay } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import type { OfflineAnswer } from './offline-payments.api.server.ts'

type Answer<Act> = Extract<OfflineAnswer, { act: Act }>

/** An answer as lines for the terminal. */
export function told(answer: OfflineAnswer): string[] {
  switch (answer.act) {
    case 'find':
      return answer.families.length === 0 ? ['Nobody was found.'] : answer.families.flatMap(linesOf)
    case 'record':
      return recorded(answer)
    case 'take-back':
      return ['Done.']
    case 'returned':
      return ['Done.']
    default:
      return answer satisfies never
  }
}

function recorded({ id, registrations }: Answer<'record'>): string[] {
  return [
    `Done: payment ${id}. Paid:`,
    ...registrations.map((row) => `  ${row.player}, ${row.event}: ${dollars(row.priceCents)}`),
    `A mistake? npm run record-payment -- take-back ${id}`,
  ]
}

function linesOf({ number, email, unpaid, recorded, owed }: Answer<'find'>['families'][number]): string[] {
  return [
    '',
    `Family ${number}  ${email}`,
    ...unpaid.map(
      (row) =>
        `  unpaid     invoice ${row.invoice}  registration ${row.id}  ${dollars(row.priceCents)}  ${row.player}, ${row.event}, ${longDay(row.startsOn)}`,
    ),
    ...recorded.map(
      (row) =>
        `  recorded   payment ${row.id}  ${dollars(row.amountCents)} by ${row.how}, ${row.recordedOn}, ${row.recordedBy}${row.note ? ` (${row.note})` : ''}${row.isTakenBack ? ', taken back' : ''}`,
    ),
    ...owed.map((row) => `  owed       ${dollars(row.amountCents)}  returned ${row.id}`),
    ...(unpaid.length === 0 && owed.length === 0 ? ['  Nothing is due.'] : []),
  ]
}
