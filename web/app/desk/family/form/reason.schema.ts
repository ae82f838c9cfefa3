import { z } from 'zod'
import type { ChangeReason } from '#platform/changes.ts'

/** The text is required for the reason "other". */
export const reasonForm = <Reason extends ChangeReason>(reasons: [Reason, ...Reason[]]) =>
  z
    .object({
      reason: z.enum(reasons, { error: 'Choose why.' }),
      words: z.string().trim().max(300, 'This is too long: at most 300 letters.'),
    })
    .refine(({ reason, words }) => reason !== 'other' || words !== '', {
      path: ['words'],
      error: 'Write why, in a few words.',
    })

export const FamilyWhy = reasonForm(['asked for by the family', 'mistake', 'other'])
