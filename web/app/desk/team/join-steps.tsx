import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { EmailDialogLink } from '#people/accounts/emails/email-dialog.tsx'
import { NewPasswordFields } from '#people/accounts/passwords/new-password-fields.tsx'
import { PhoneField } from '#people/fields.tsx'
import { contactFields, loginPassword, passwordFields } from '#people/people.ts'
import { useShownPassword } from '#people/sign-in/show-password.tsx'
import { useChecks } from '#people/sign-in/use-checks.ts'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { Button } from '#ui/button.tsx'
import { Field, fieldProps } from '#ui/fields/field.tsx'
import { FormAnswer } from '#ui/refused.tsx'
import { PasskeyButton, type PasskeyOffer } from './passkey-button.tsx'
import { AppPicture, CodeField } from './second-step-parts.tsx'

type Replied = { reply: FormReply | undefined }

/** For a person without an account. */
export function JoinAccount({ reply }: Replied) {
  const { form, problems } = useChecks({ ...contactFields, ...passwordFields }, reply?.problems)
  const isBusy = useNavigation().state === 'submitting'
  const field = fieldProps({ ...reply, problems })
  return (
    <Form method="post" className="stack" {...form}>
      <FormAnswer reply={reply} />
      <Field label="First name" autoComplete="given-name" {...field('first_name')} />
      <Field label="Last name" autoComplete="family-name" {...field('last_name')} />
      <PhoneField {...field('phone')} />
      <NewPasswordFields name="password" problems={problems} />
      <Button type="submit" variant="ball" busy={isBusy}>
        {isBusy ? 'Making your account' : 'Go on'}
      </Button>
    </Form>
  )
}

/** For a person with an account: asks for the password, signed in or not. */
export function JoinPassword({ reply }: Replied) {
  const { form, problems } = useChecks({ password: loginPassword }, reply?.problems)
  const shown = useShownPassword()
  const isBusy = useNavigation().state === 'submitting'
  return (
    <>
      <Form method="post" className="stack" {...form}>
        <FormAnswer reply={reply} />
        <p>You have an account with us already. Its password opens the next step.</p>
        <Field
          label="Password"
          name="password"
          type={shown.type}
          labelAction={shown.button}
          autoComplete="current-password"
          problem={problems.password}
        />
        <Button type="submit" variant="ball" busy={isBusy}>
          {isBusy ? 'Checking' : 'Go on'}
        </Button>
      </Form>
      <EmailDialogLink purpose="password" className="alone">
        Forgot your password?
      </EmailDialogLink>
    </>
  )
}

type App = { secret: string; sealed: string; picture: boolean[][] }

/** Enrols an app or passkey. A wrong code keeps the secret. */
export function FirstStep(props: { app: App; passkey: PasskeyOffer } & Replied) {
  return (
    <>
      <h2>Your second step</h2>
      <p>The desk opens with your password and one more thing that only you have.</p>
      <NewApp app={props.app} reply={props.reply} />
      <p>Or a passkey instead: your face, finger or the PIN of this device.</p>
      <PasskeyButton offer={props.passkey} />
    </>
  )
}

export function NewApp({ reply, action, ...props }: { app: App; action?: string } & Replied) {
  const [app] = useState(props.app)
  const isBusy = useNavigation().state === 'submitting'
  return (
    <Form method="post" action={action} className="stack" noValidate>
      <FormAnswer reply={reply} />
      <ol className="steps">
        <li>
          <div>
            <h3>Scan this with your code app</h3>
            <AppPicture picture={app.picture} secret={app.secret} />
            <input type="hidden" name="sealed" value={app.sealed} />
          </div>
        </li>
        <li>
          <div>
            <h3>Enter the 6 digits it shows</h3>
            <CodeField problem={reply?.problems?.code} />
            <Button type="submit" variant="ball" busy={isBusy}>
              {isBusy ? 'Checking' : 'Check the code'}
            </Button>
          </div>
        </li>
      </ol>
    </Form>
  )
}
