import { z } from 'zod'
import { dollars, parseCents } from '#platform/format/money.ts'
import { offlineWays } from '#registrations/ways-to-pay.ts'

/** `words`: message above the maximum. */
export type Most = { cents: number; words: string }

export const maxSum = (cents: number, reason: string): Most => ({
  cents,
  words: `That is more than ${dollars(cents)}, ${reason}.`,
})

/** "45", "$45" or "45.50" → cents; above 0, up to the maximum. */
export const sumUpTo = (most: Most) =>
  z.string().transform((typed, context) => {
    const text = typed.trim().replace(/^\$/, '')
    const cents = parseCents(text)
    const problem = problemWith(text, cents, most)
    if (problem === undefined && cents !== undefined) return cents
    context.addIssue({ code: 'custom', message: problem ?? noSum })
    return z.NEVER
  })

const noSum = 'Write a sum in dollars, such as 45 or 45.50.'

function problemWith(text: string, cents: number | undefined, most: Most): string | undefined {
  if (cents === 0 || /^[-−]\s*\$?\d/.test(text)) return 'Write a sum above $0.'
  if (cents === undefined) return noSum
  return cents > most.cents ? most.words : undefined
}

export const HandedOverForm = (today: string) =>
  z
    .object({
      how: z.enum(offlineWays, { error: 'Choose how it was given.' }),
      given: z.iso
        .date('Write a date, such as 2027-06-21.')
        .refine((day) => day <= today, 'This day is still to come.'),
      reference: z.string().trim().max(40, 'This is too long: at most 40 letters.'),
    })
    .transform(({ how, given, reference }) => ({ how, reference, givenOn: given }))
