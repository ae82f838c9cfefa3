import type { Day } from '#platform/format/dates.ts'
import type { FormReply } from '#platform/forms/submit.server.ts'
import type { Refusal } from '#platform/refusal.ts'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { Field, fieldProps } from '#ui/fields/field.tsx'

type Fields = ReturnType<typeof fieldProps>

/** Maps refusals to a field. */
export const moneyField = ({ code }: Pick<Refusal, 'code'>) => (code === 'wrong-day' ? 'received' : undefined)

/** A "much more than due" refusal becomes a problem at the sum; sending it again confirms. */
export function asQuestion(answer: FormReply | undefined): {
  answer: FormReply | undefined
  asked?: string | undefined
} {
  if (answer?.refused?.code !== 'much-more') return { answer }
  const { values, refused } = answer
  return {
    answer: { ...(values && { values }), problems: { amount: refused.message } },
    asked: values?.amount,
  }
}

export const ReceivedFields = ({ field, today }: { field: Fields; today: string }) => (
  <>
    <Field label="Received on" type="date" max={today} {...field('received', today)} />
    <ReferenceField field={field} />
    <Field label="Note" hint="Such as the name in Venmo." optional autoComplete="off" {...field('note')} />
  </>
)

export const handWays = [
  { value: 'check', name: 'Check' },
  { value: 'cash', name: 'Cash' },
  { value: 'venmo-transfer', name: 'Venmo' },
]

type Props = { today: Day; answer: FormReply | undefined }

export function HandedOverFields({ today, answer }: Props) {
  const field = fieldProps(answer)
  return (
    <>
      <ChoiceCards legend="How did you give it?" layout="row" {...field('how')} choices={handWays} />
      <Field label="Given on" type="date" max={today} {...field('given', today)} />
      <ReferenceField field={field} />
    </>
  )
}

const ReferenceField = ({ field }: { field: Fields }) => (
  <Field
    label="Number"
    hint="Of the check, or of the transfer."
    optional
    autoComplete="off"
    {...field('reference')}
  />
)
