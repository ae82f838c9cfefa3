import { z } from 'zod'
import { centsOf, dollars } from '#platform/format/money.ts'
import { offlineWays } from '#registrations/ways-to-pay.ts'

/** What a sum is at most, and the sentence for one above it. */
export type Most = { cents: number; words: string }

export const mostOf = (cents: number, of: string): Most => ({
  cents,
  words: `That is more than ${dollars(cents)}, ${of}.`,
})

/** "45", "$45" or "45.50", above 0 and not above what there is; in cents. */
export const sumUpTo = (most: Most) =>
  z.string().transform((typed, context) => {
    const words = typed.trim().replace(/^\$/, '')
    const cents = centsOf(words)
    const problem = problemWith(words, cents, most)
    if (problem === undefined && cents !== undefined) return cents
    context.addIssue({ code: 'custom', message: problem ?? noSum })
    return z.NEVER
  })

const noSum = 'Write a sum in dollars, such as 45 or 45.50.'

function problemWith(words: string, cents: number | undefined, most: Most): string | undefined {
  if (cents === 0 || /^[-−]\s*\$?\d/.test(words)) return 'Write a sum above $0.'
  if (cents === undefined) return noSum
  return cents > most.cents ? most.words : undefined
}

/** How money was handed over, on which day, with what number. */
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
