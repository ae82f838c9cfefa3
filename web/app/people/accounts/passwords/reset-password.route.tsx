import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { nudgeMail } from '#mail/outbox.server.ts'
import { resetPassword } from '#people/accounts/accounts.server.ts'
import { Done } from '#people/accounts/emails/done.tsx'
import { NewPasswordForm } from '#people/accounts/forms.schema.ts'
import { passwordFields } from '#people/people.ts'
import { toCaller } from '#people/sign-in/caller.server.ts'
import { withNext } from '#people/sign-in/login-address.ts'
import { useChecks } from '#people/sign-in/use-checks.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import { FormAnswer } from '#ui/refused.tsx'
import type { Route } from './+types/reset-password.route.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import '#people/people.css'

type Answer = ReturnType<typeof data<FormReply & { isChanged?: boolean }>>

export function loader({ request, params }: Route.LoaderArgs) {
  const next = new URL(request.url).searchParams.get('next')
  const login = withNext('/pages/login', next)
  if (!params.token) throw redirect(login)
  return { login, newLink: withNext('/pages/forget/password', next) }
}

export const action = ({ request, params, context }: Route.ActionArgs): Promise<Answer> =>
  submit(request, NewPasswordForm, async ({ password }) => {
    await resetPassword(context.get(dbContext), params.token ?? '', password, toCaller(context))
    nudgeMail(context.get(worldContext))
    return data({ isChanged: true })
  })

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Choose a new password')

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const checks = useChecks(passwordFields, actionData?.problems)
  const isBusy = useNavigation().state === 'submitting'
  if (actionData?.isChanged)
    return (
      <Done title="Your password has successfully been changed!">
        <ButtonLink variant="ball" to={loaderData.login}>
          Login
        </ButtonLink>
      </Done>
    )
  return (
    <div className="wrap">
      <PageTitle lead="A new password logs you out everywhere else.">Choose a new password</PageTitle>
      <div className="baseline">
        <Form method="post" className="form-column stack" {...checks.form}>
          <FormAnswer reply={actionData} />
          {actionData?.refused?.code === 'token-spent' && (
            <p>
              Used before, or too long ago? <Link to={loaderData.newLink}>Ask for a new link</Link>
            </p>
          )}
          <NewPasswordFields name="password" problems={checks.problems} />
          <Button type="submit" variant="ball" busy={isBusy}>
            {isBusy ? 'Saving' : 'Change password'}
          </Button>
        </Form>
      </div>
    </div>
  )
}
