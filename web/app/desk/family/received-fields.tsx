import type { Refusal } from '#platform/refusal.ts'
import type { FormReply } from '#platform/submit.server.ts'
import { Field, type fieldsOf } from '#ui/field.tsx'

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
export const ReceivedFields = ({ of, today }: { of: ReturnType<typeof fieldsOf>; today: string }) => (
  <>
    <Field label="Received on" type="date" max={today} {...of('received', today)} />
    <Field
      label="Number"
      hint="Of the check, or of the transfer."
      optional
      autoComplete="off"
      {...of('reference')}
    />
    <Field label="Note" hint="Such as the name in Venmo." optional autoComplete="off" {...of('note')} />
  </>
)
