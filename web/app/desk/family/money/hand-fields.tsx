import type { Day } from '#platform/format/dates.ts'
import type { FormReply } from '#platform/forms/submit.server.ts'
import type { Refusal } from '#platform/refusal.ts'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { Field, fieldsOf } from '#ui/fields/field.tsx'

type Fields = ReturnType<typeof fieldsOf>

/** At which field of money that came by hand a refusal stands. */
export const fieldOfMoney = ({ code }: Pick<Refusal, 'code'>) =>
  code === 'wrong-day' ? 'received' : undefined

/** An answer that asks whether a sum is meant stands at the sum, and is confirmed by sending it again. */
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

/** When it came, and what it is known by. */
export const ReceivedFields = ({ of, today }: { of: Fields; today: string }) => (
  <>
    <Field label="Received on" type="date" max={today} {...of('received', today)} />
    <ReferenceField of={of} />
    <Field label="Note" hint="Such as the name in Venmo." optional autoComplete="off" {...of('note')} />
  </>
)

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
      <ReferenceField of={of} />
    </>
  )
}

const ReferenceField = ({ of }: { of: Fields }) => (
  <Field
    label="Number"
    hint="Of the check, or of the transfer."
    optional
    autoComplete="off"
    {...of('reference')}
  />
)
