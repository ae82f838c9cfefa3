import { z } from 'zod'
import { reasonForm } from '#desk/family/form/reason.schema.ts'
import { mostFee } from '#offline-payments/money-acts/money-act-labels.ts'
import { moneyReasonNames } from './money-reasons.ts'
import { maxSum, sumUpTo } from './sum.schema.ts'

export const placeActs = ['give-up', 'give-back', 'waive', 'use-credit', 'fee'] as const
export type PlaceAct = (typeof placeActs)[number]

const Why = reasonForm(moneyReasonNames)
const Key = z.object({ key: z.uuid() })
const as = z.enum(['money', 'credit'], { error: 'Choose how it goes back.' })

type Sums = { backCents: number; outstandingCents: number; creditCents: number }

/** Form schemas, limited by the sums available. */
export const placeForms = ({ backCents, outstandingCents, creditCents }: Sums) => {
  const back = maxSum(backCents, 'which is what was paid for this place')
  return {
    'give-up': z
      .object({
        back: z.enum(['all', 'part', 'nothing'], { error: 'Choose how much goes back.' }),
        amount: z.string().default(''),
        as: z.string().default(''),
      })
      .transform((typed, context) => parseGiveUp(typed, backCents, context))
      .and(Why)
      .and(Key),
    'give-back': z
      .object({ amount: sumUpTo(back), as })
      .and(Why)
      .and(Key),
    waive: z
      .object({ amount: sumUpTo(maxSum(outstandingCents, 'which is what is due for it')) })
      .and(Why)
      .and(Key),
    fee: z
      .object({ amount: sumUpTo(mostFee) })
      .and(Why)
      .and(Key),
    'use-credit': z.object({ amount: sumUpTo(maxCredit(outstandingCents, creditCents)) }).and(Key),
  }
}

const maxCredit = (outstandingCents: number, creditCents: number) =>
  creditCents < outstandingCents
    ? maxSum(creditCents, 'which is the credit that the family has')
    : maxSum(outstandingCents, 'which is what is due for it')

type GivingUp = { back: 'all' | 'part' | 'nothing'; amount: string; as: string }

/** `amount` counts for a part, `as` if anything goes back. */
function parseGiveUp(
  { back, amount, as: destination }: GivingUp,
  paidCents: number,
  context: z.RefinementCtx,
) {
  if (back === 'nothing') return { amount: 0, as: 'money' as const }
  const read = as.safeParse(destination)
  const sum =
    back === 'all'
      ? { data: paidCents, error: undefined }
      : sumUpTo(maxSum(paidCents, 'which is what was paid for this place')).safeParse(amount)
  for (const [path, { error }] of [
    ['amount', sum],
    ['as', read],
  ] as const)
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', path: [path], message })
  return read.data && sum.data !== undefined ? { amount: sum.data, as: read.data } : z.NEVER
}
