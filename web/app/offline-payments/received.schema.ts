import { z } from 'zod'
import { parseCents, price } from '#platform/format/money.ts'

/** More than any family pays at once. */
const maxReceivedCents = 1_000_000_00

/** "215", "$1,215.50" → cents; undefined if it is no amount. */
export const parseAmount = (typed: string) =>
  parseCents(
    typed
      .trim()
      .replace(/^\$/, '')
      .replaceAll(/,(?=\d{3}\b)/g, ''),
  )

function amountProblem(typed: string, cents: number | undefined): string | undefined {
  if (typed.trim() === '') return 'Write how much came, such as 215.00.'
  if (/^\s*[-−]/.test(typed)) return 'Write more than $0. What goes back to a family is not recorded here.'
  if (/^\D*[\d,]{11,}/.test(typed) || (cents ?? 0) > maxReceivedCents)
    return `This is more than can be recorded at once: at most ${price(maxReceivedCents)}.`
  if (cents === undefined) return `“${typed.trim()}” is no amount. Write dollars, such as 215.00.`
  return cents === 0 ? 'Write more than $0.' : undefined
}

export const Amount = z.string().transform((typed, context) => {
  const cents = parseAmount(typed)
  const message = amountProblem(typed, cents)
  if (cents !== undefined && !message) return cents
  context.addIssue({ code: 'custom', message: message ?? '' })
  return z.NEVER
})

const tooLong = (most: number) => `This is too long: at most ${most} letters.`

export const receivedFields = {
  received: z.iso.date('Write a date, such as 2027-06-21.'),
  reference: z.string().trim().max(40, tooLong(40)),
  note: z.string().trim().max(200, tooLong(200)),
  key: z.uuid(),
}
