import { dollars } from '#platform/format/money.ts'
import type { MoneyAct } from './money-acts.tables.ts'

export const moneyActWords: Record<MoneyAct['kind'], string> = {
  'give up': 'Give a paid place up',
  'give back': 'Give a part back',
  waive: 'Take off what is due',
  'pay out': 'Pay credit out',
}

/** The most that the desk charges as one fee. */
const mostFeeCents = 1_000_00
export const mostFee = { cents: mostFeeCents, words: `A fee is at most ${dollars(mostFeeCents)}.` }
