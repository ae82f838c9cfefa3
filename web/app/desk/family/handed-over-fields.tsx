import type { Day } from '#platform/dates.ts'
import type { FormReply } from '#platform/submit.server.ts'
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { Field, fieldsOf } from '#ui/field.tsx'

/** How money comes and goes by hand, as cards to choose from. */
export const handWays = [
  { value: 'check', name: 'Check' },
  { value: 'cash', name: 'Cash' },
  { value: 'venmo-transfer', name: 'Venmo' },
]

type Props = { today: Day; answer: FormReply | undefined }

/** How, when and with what number money was given by hand. */
export function HandedOverFields({ today, answer }: Props) {
  const of = fieldsOf(answer)
  return (
    <>
      <ChoiceCards legend="How did you give it?" layout="row" {...of('how')} choices={handWays} />
      <Field label="Given on" type="date" max={today} {...of('given', today)} />
      <Field
        label="Number"
        hint="Of the check, or of the transfer."
        optional
        autoComplete="off"
        {...of('reference')}
      />
    </>
  )
}
