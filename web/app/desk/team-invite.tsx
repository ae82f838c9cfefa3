import { Form, useNavigation } from 'react-router'
import { EmailField } from '#people/fields.tsx'
import type { FormReply } from '#platform/submit.server.ts'
import { roleWords } from '#team/roles.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { Field } from '#ui/field.tsx'
import { Refused } from '#ui/refused.tsx'

const choices = Object.entries(roleWords).map(([value, { name, hint }]) => ({ value, name, hint }))

/** Who is asked by mail to help, as what, and until when. */
export function InviteSection({ reply }: { reply: FormReply | undefined }) {
  const isBusy = useNavigation().state === 'submitting'
  const { values, problems } = reply ?? {}
  return (
    <section className="baseline" aria-labelledby="invite">
      <h2 id="invite">Invite somebody</h2>
      <Form method="post" action="/desk/team" className="form-column stack" noValidate>
        <Refused reply={reply} />
        <EmailField name="email" autoComplete="off" defaultValue={values?.email} problem={problems?.email} />
        <ChoiceCards
          legend="What may they do?"
          name="role"
          choices={choices}
          defaultValue={values?.role ?? 'coach'}
          problem={problems?.role}
        />
        <Field
          label="Last day"
          name="last_day"
          type="date"
          optional
          defaultValue={values?.last_day}
          problem={problems?.last_day}
        />
        <Button type="submit" variant="ball" busy={isBusy}>
          {isBusy ? 'Sending' : 'Send the invitation'}
        </Button>
      </Form>
    </section>
  )
}
