import { Form, useNavigation } from 'react-router'
import { EmailField } from '#people/fields.tsx'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { roleWords } from '#team/roles.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { Field, fieldsOf } from '#ui/fields/field.tsx'
import { FormAnswer } from '#ui/refused.tsx'

const choices = Object.entries(roleWords).map(([value, { name, hint }]) => ({ value, name, hint }))

/** Who is asked by mail to help, as what, and until when. */
export function InviteSection({ reply }: { reply: FormReply | undefined }) {
  const isBusy = useNavigation().state === 'submitting'
  const of = fieldsOf(reply)
  return (
    <section className="baseline" aria-labelledby="invite">
      <h2 id="invite">Invite somebody</h2>
      <Form method="post" action="/desk/team" className="form-column stack" noValidate>
        <FormAnswer reply={reply} />
        <EmailField autoComplete="off" {...of('email')} />
        <ChoiceCards legend="What may they do?" choices={choices} {...of('role', 'coach')} />
        <Field label="Last day" type="date" optional {...of('last_day')} />
        <Button type="submit" variant="ball" busy={isBusy}>
          {isBusy ? 'Sending' : 'Send the invitation'}
        </Button>
      </Form>
    </section>
  )
}
