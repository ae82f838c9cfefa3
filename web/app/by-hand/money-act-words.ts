import type { MoneyAct } from './money-acts.tables.ts'

export const moneyActWords: Record<MoneyAct['kind'], string> = {
  'give up': 'Give a paid place up',
  'give back': 'Give a part back',
  waive: 'Take off what is due',
  'pay out': 'Pay credit out',
}
