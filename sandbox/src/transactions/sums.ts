import { type Problem, type ProblemCode, problem } from '../platform/errors.ts'
import { parseAmount, printAmount } from '../platform/money.ts'
import type { Sum } from './details.ts'

type Sums = Partial<Record<Sum, string>>

const largest = 2_147_483_647
/** Error codes of the amounts beside the total. */
const codes: Partial<Record<Sum, { format: ProblemCode; negative: ProblemCode; tooLarge: ProblemCode }>> = {
  tax_amount: { format: '81535', negative: '81534', tooLarge: '81536' },
  discount_amount: { format: '915159', negative: '915160', tooLarge: '915161' },
  shipping_amount: { format: '915162', negative: '915163', tooLarge: '915164' },
  service_fee_amount: { format: '91555', negative: '91554', tooLarge: '91556' },
}
const all: Sum[] = [
  'tax_amount',
  'discount_amount',
  'shipping_amount',
  'shipping_tax_amount',
  'service_fee_amount',
  'surcharge_amount',
]

export function sumProblems(sums: Sums & { amount?: string }): Problem[] {
  return Object.entries(codes).flatMap(([name, { format, negative, tooLarge }]) => {
    const sum = all.find((known) => known === name)
    const value = sum && sums[sum]
    if (!value) return []
    const cents = parseAmount(value)
    if (cents === undefined) return [problem(format, 'transaction')]
    if (cents < 0) return [problem(negative, 'transaction')]
    const most = sum === 'service_fee_amount' ? (parseAmount(sums.amount ?? '') ?? largest) : largest
    return cents > most ? [problem(tooLarge, 'transaction')] : []
  })
}

export function readSums(sums: Sums): Sums {
  return Object.fromEntries(
    all.flatMap((sum) => {
      const cents = parseAmount(sums[sum] ?? '')
      return cents === undefined ? [] : [[sum, printAmount(cents)]]
    }),
  )
}
