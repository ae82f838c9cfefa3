import type { ChangeReason } from '#platform/changes.ts'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { Field, fieldProps } from '#ui/fields/field.tsx'

/** For changes in place of the family. */
export const familyReasons = {
  'asked for by the family': 'The family asked for it',
  mistake: 'It was wrong',
  other: 'Something else',
}

type Props = { reasons: Partial<Record<ChangeReason, string>>; answer: FormReply | undefined }

export function ReasonFields({ reasons, answer }: Props) {
  const field = fieldProps(answer)
  return (
    <>
      <ChoiceCards
        legend="Why?"
        choices={Object.entries(reasons).map(([value, name]) => ({ value, name }))}
        {...field('reason')}
      />
      <Field
        label="In your words"
        hint="For the log. No names, please."
        optional
        autoComplete="off"
        {...field('words')}
      />
    </>
  )
}
