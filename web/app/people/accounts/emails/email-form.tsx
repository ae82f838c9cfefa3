import { useFetcher, useSearchParams } from 'react-router'
import { EmailField } from '#people/fields.tsx'
import { emailFields } from '#people/people.ts'
import { withNext } from '#people/sign-in/login-address.ts'
import { useChecks } from '#people/sign-in/use-checks.ts'
import type { FormReply } from '#platform/forms/submit.server.ts'
import { Button } from '#ui/button.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { Refused } from '#ui/refused.tsx'

export const titles = { password: 'Forgot Password', activation: 'Resend Activation Link' } as const
type Purpose = keyof typeof titles

const intros: Record<Purpose, string> = {
  password: 'Give the email address of your account. We send you a link to choose a new password.',
  activation: 'Give the email address you signed up with. We send you a new activation link.',
}
const notices: Record<Purpose, string> = {
  password:
    'If an account matches this email address, we have sent a reset email to it. It can take a few minutes.',
  activation:
    'If an account matches this email address, we have sent a new activation email to it. It can take a few minutes.',
}

export type EmailReply = FormReply & { sent?: Purpose }

type Props = {
  purpose: Purpose
  email?: string | undefined
  /** The reply to a form sent without script. */
  answer?: EmailReply | undefined
}

/** The answer does not tell whether an account exists. */
export function EmailForm({ purpose, email, answer: first }: Props) {
  const fetcher = useFetcher<EmailReply>()
  const [search] = useSearchParams()
  const answer = fetcher.data ?? first
  const checks = useChecks(emailFields, answer?.problems)
  const isSending = fetcher.state !== 'idle'
  if (answer?.sent)
    return (
      <Banner tone="good" focus={answer}>
        <p>{notices[purpose]}</p>
      </Banner>
    )
  return (
    <fetcher.Form
      method="post"
      action={withNext('/pages/forget/password', search.get('next'))}
      className="stack"
      {...checks.form}
    >
      <Refused reply={answer} />
      <p>{intros[purpose]}</p>
      <input type="hidden" name="for" value={purpose} />
      <EmailField
        name="email"
        defaultValue={answer?.values?.email ?? email}
        problem={checks.problems.email}
      />
      <Button type="submit" variant="ball" busy={isSending}>
        {isSending ? 'Sending' : 'Send'}
      </Button>
    </fetcher.Form>
  )
}
