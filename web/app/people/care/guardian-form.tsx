import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { type AccountReply, SettingsNotice } from '../accounts/account-forms.tsx'
import { EmailField } from '../fields.tsx'

type Props = {
  guardian: { email: string; isConfirmed: boolean } | undefined
  answer: AccountReply | undefined
}

/** For player accounts. */
export function Guardian({ guardian, answer }: Props) {
  const typed = answer?.doneAt ? undefined : answer?.values
  return (
    <>
      <SettingsNotice answer={answer}>
        {answer?.form === 'guardian'
          ? 'We asked by mail. Copies begin once the link in it is used.'
          : 'It is removed.'}
      </SettingsNotice>
      {guardian ? (
        <p className="break">
          {guardian.isConfirmed
            ? `Copies of our mails about your sessions and payments go to ${guardian.email}.`
            : `We wrote to ${guardian.email} and wait for the answer.`}
        </p>
      ) : (
        <p>
          If you like, a parent gets copies of our mails about your sessions and payments. We ask the address
          first.
        </p>
      )}
      <Form method="post" action="?form=guardian" className="stack" noValidate preventScrollReset>
        <EmailField
          key={answer?.doneAt}
          label={guardian ? 'Another email' : 'Email of a parent'}
          name="email"
          autoComplete="off"
          defaultValue={typed?.email ?? ''}
          problem={answer?.problems?.email}
        />
        <Button type="submit">Ask this address</Button>
      </Form>
      {guardian && (
        <Form method="post" action="?form=guardian-remove" preventScrollReset>
          <Button type="submit" variant="bare">
            Remove {guardian.email}
          </Button>
        </Form>
      )}
    </>
  )
}
