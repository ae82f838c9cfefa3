import { type Problem, problem } from './errors.ts'

/** The largest value of an integer column. */
export const largestAmountCents = 2_147_483_647

/** 1990 → "19.90": the gateway writes amounts with two decimals. */
export function printAmount(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** "19.9" → 1990; undefined when it is no amount of money. */
export function parseAmount(amount: string): number | undefined {
  if (!/^-?\d+(\.\d{1,2})?$/.test(amount)) return undefined
  return Math.round(Number(amount) * 100)
}

/** Gives positive cents, or the problem. */
export function readAmount(amount: string | undefined): { amountCents: number } | Problem {
  if (amount === undefined || amount === '') return problem('81502', 'transaction')
  const amountCents = parseAmount(amount)
  if (amountCents === undefined) return problem('81503', 'transaction')
  if (amountCents < 0) return problem('81501', 'transaction')
  if (amountCents === 0) return problem('81531', 'transaction')
  return amountCents > largestAmountCents ? problem('81528', 'transaction') : { amountCents }
}
