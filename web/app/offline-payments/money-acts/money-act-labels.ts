import { dollars } from '#platform/format/money.ts'
import type { MoneyAct } from './money-acts.tables.ts'

export const moneyActLabels: Record<MoneyAct['kind'], string> = {
  'give up': 'Give a paid place up',
  'give back': 'Give a part back',
  waive: 'Take off what is due',
  'pay out': 'Pay credit out',
}

const mostFeeCents = 1_000_00
export const mostFee = { cents: mostFeeCents, words: `A fee is at most ${dollars(mostFeeCents)}.` }
