import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { useBotCheckWhereNeeded } from '#bot-check/bot-check.tsx'
import { NewPasswordFields } from '#people/accounts/passwords/new-password-fields.tsx'
import { useShownPassword } from '#people/sign-in/show-password.tsx'
import { useChecks } from '#people/sign-in/use-checks.ts'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { Button } from '#ui/button.tsx'
import { Field, fieldProps } from '#ui/fields/field.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { Refused } from '#ui/refused.tsx'
import { EmailField } from '../fields.tsx'
import {
  emailChangeFields,
  type FieldRules,
  nameFields,
  passwordChangeFields,
  secondStepCheckAction,
} from '../people.ts'

/** `form`: the form that was sent; `doneAt`: when it succeeded, which resets it. */
export type AccountReply = FormReply & { form?: string; doneAt?: number }

type Props = { email: string; answer: AccountReply | undefined }
type EmailProps = Props & { needsCode: boolean }

type NameProps = { holder: { firstName: string; lastName: string }; answer: AccountReply | undefined }

export function ChangeName({ holder, answer }: NameProps) {
  const form = useSettingsForm('name', nameFields, answer)
  const field = fieldProps({ ...answer, problems: form.problems })
  return (
    <Form {...form.props}>
      <SettingsNotice answer={answer}>
        Your name is changed. Receipts that you have already keep the old one.
      </SettingsNotice>
      <div className="fields">
        <Field label="First name" autoComplete="given-name" {...field('first_name', holder.firstName)} />
        <Field label="Last name" autoComplete="family-name" {...field('last_name', holder.lastName)} />
      </div>
      <Button type="submit" busy={form.isBusy}>
        {form.isBusy ? 'Saving' : 'Change name'}
      </Button>
    </Form>
  )
}

export function ChangeEmail({ email, answer, needsCode }: EmailProps) {
  const form = useSettingsForm('email', emailChangeFields, answer)
  const botCheck = useBotCheckWhereNeeded(answer, secondStepCheckAction)
  return (
    <Form {...form.props} onSubmit={botCheck.after(form.props.onSubmit)}>
      <SettingsNotice answer={answer}>
        We have sent a link to {answer?.values?.email}. Your address changes when it is opened; until then it
        stays {email}.
      </SettingsNotice>
      <EmailField
        label="New email"
        name="email"
        autoComplete="off"
        defaultValue={answer?.doneAt ? '' : answer?.values?.email}
        problem={form.problems.email}
      />
      <PresentPassword problem={form.problems.present_password} />
      {needsCode && <TeamCode problem={form.problems.code} />}
      {botCheck.line}
      <Button type="submit" busy={form.isBusy}>
        {form.isBusy ? 'Sending' : 'Change email'}
      </Button>
    </Form>
  )
}

export function ChangePassword({ email, answer }: Props) {
  const form = useSettingsForm('password', passwordChangeFields, answer)
  return (
    <Form {...form.props}>
      <SettingsNotice answer={answer}>
        Your password is changed. You are logged out everywhere else.
      </SettingsNotice>
      <PresentPassword problem={form.problems.present_password} />
      <NewPasswordFields label="New password" name="password" problems={form.problems} />
      <Button type="submit" busy={form.isBusy}>
        {form.isBusy ? 'Saving' : 'Change password'}
      </Button>
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
    </Form>
  )
}

function useSettingsForm(name: string, rules: FieldRules, answer: AccountReply | undefined) {
  const checks = useChecks(rules, answer?.problems)
  const isBusy = useNavigation().formAction?.endsWith(`form=${name}`) ?? false
  const props = { method: 'post' as const, action: `?form=${name}`, className: 'stack', ...checks.form }
  return { problems: checks.problems, isBusy, props }
}

export function PresentPassword({ problem }: { problem: string | undefined }) {
  const { type, button } = useShownPassword()
  return (
    <Field
      label="Present password"
      name="present_password"
      type={type}
      labelAction={button}
      autoComplete="current-password"
      problem={problem}
    />
  )
}

/** Team members give the second step too. */
export const TeamCode = ({ problem }: { problem: string | undefined }) => (
  <Field
    label="Code of the app, or a recovery code"
    name="code"
    autoComplete="one-time-code"
    hint="You are on the team, so your second step is asked for."
    problem={problem}
  />
)

export function SettingsNotice({
  answer,
  children,
}: {
  answer: AccountReply | undefined
  children: ReactNode
}) {
  if (answer?.refused) return <Refused reply={answer} />
  if (!answer?.doneAt) return null
  return (
    <Banner tone="good" focus={answer}>
      <p>{children}</p>
    </Banner>
  )
}
