import { z } from 'zod'
import type { ChangeReason } from '#platform/changes.ts'
import type { FormReply } from '#platform/submit.server.ts'
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { Field } from '#ui/field.tsx'

/** Why: a choice, and words where it is none of those that are given. */
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

/** Of what a family has the desk do in its place. */
export const familyReasons = {
  'asked for by the family': 'The family asked for it',
  mistake: 'It was wrong',
  other: 'Something else',
}
export const FamilyWhy = reasonForm(['asked for by the family', 'mistake', 'other'])

type Props = { reasons: Partial<Record<ChangeReason, string>>; answer: FormReply | undefined }

export function ReasonFields({ reasons, answer }: Props) {
  const { values, problems } = answer ?? {}
  return (
    <>
      <ChoiceCards
        legend="Why?"
        name="reason"
        choices={Object.entries(reasons).map(([value, name]) => ({ value, name }))}
        defaultValue={values?.reason}
        problem={problems?.reason}
      />
      <Field
        label="In your words"
        hint="For the log. No names, please."
        optional
        name="words"
        autoComplete="off"
        defaultValue={values?.words}
        problem={problems?.words}
      />
    </>
  )
}
