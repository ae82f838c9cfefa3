import { Form, useNavigation } from 'react-router'
import { EmailField } from '#people/fields.tsx'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { roleLabels } from '#team/roles.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { Field, fieldProps } from '#ui/fields/field.tsx'
import { FormAnswer } from '#ui/refused.tsx'

const choices = Object.entries(roleLabels).map(([value, { name, hint }]) => ({ value, name, hint }))

export function InviteSection({ reply }: { reply: FormReply | undefined }) {
  const isBusy = useNavigation().state === 'submitting'
  const field = fieldProps(reply)
  return (
    <section className="baseline" aria-labelledby="invite">
      <h2 id="invite">Invite somebody</h2>
      <Form method="post" action="/desk/team" className="form-column stack" noValidate>
        <FormAnswer reply={reply} />
        <EmailField autoComplete="off" {...field('email')} />
        <ChoiceCards legend="What may they do?" choices={choices} {...field('role', 'coach')} />
        <Field label="Last day" type="date" optional {...field('last_day')} />
        <Button type="submit" variant="ball" busy={isBusy}>
          {isBusy ? 'Sending' : 'Send the invitation'}
        </Button>
      </Form>
    </section>
  )
}
