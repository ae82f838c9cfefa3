import { useRef } from 'react'
import { Form, redirect, useNavigation } from 'react-router'
import { useBotCheckWhereNeeded } from '#bot-check/bot-check.tsx'
import { EmailDialogLink } from '#people/accounts/emails/email-dialog.tsx'
import { LoginForm } from '#people/accounts/forms.schema.ts'
import { linkNotices } from '#people/accounts/link-notices.ts'
import { EmailField } from '#people/fields.tsx'
import { loginCheckAction, loginFields } from '#people/people.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { refusals } from '#platform/refusal.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import { useFocusOnProblem } from '#ui/problem.tsx'
import { Refused } from '#ui/refused.tsx'
import type { Route } from './+types/login.route.ts'
import { toBrowser } from './caller.server.ts'
import { localPath } from './local-path.ts'
import { withNext } from './login-address.ts'
import { useShownPassword } from './show-password.tsx'
import { signIn, signInDays } from './sign-in.server.ts'
import { useChecks } from './use-checks.ts'
import { signInCookie, visitorContext } from './visitor.server.ts'
import '#people/people.css'

const notices = new Map<string, string>([
  ['signed-out', refusals['signed-out'][1]],
  [
    'token-spent',
    'This activation link was used already or is too old. Try to log in. If your account is not active yet, ask for a new link below.',
  ],
  [
    'email-token-spent',
    'This link was used already or is too old. Log in and ask for a new one in your account settings.',
  ],
  ['email-too-many-tries', refusals['too-many-tries'][1]],
  ['signed-out-everywhere', 'You are logged out everywhere.'],
  ['account-deleted', 'Your account is deleted.'],
  ['too-many-tries', refusals['too-many-tries'][1]],
])

export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const next = searchParams.get('next')
  const notice = searchParams.get('notice') ?? ''
  if (context.get(visitorContext))
    throw redirect(linkNotices.has(notice) ? `/pages/account?notice=${notice}` : localPath(next, '/'))
  return {
    notice: notices.get(notice),
    register: withNext('/pages/register', next),
  }
}

export const action = ({ request, context }: Route.ActionArgs) =>
  submit(request, LoginForm, async (form) => {
    const browser = toBrowser(context, request)
    const token = await signIn(context.get(dbContext), form, browser)
    const next = localPath(new URL(request.url).searchParams.get('next'), '/')
    return redirect(next, { headers: { 'Set-Cookie': signInCookie(browser.siteUrl, token, signInDays) } })
  })

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Login')

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const { notice, register } = loaderData
  const checks = useChecks(loginFields, actionData?.problems)
  const form = useRef<HTMLFormElement>(null)
  const shown = useShownPassword()
  const botCheck = useBotCheckWhereNeeded(actionData, loginCheckAction)
  const isBusy = useNavigation().formAction?.startsWith('/pages/login') ?? false
  useFocusOnProblem(actionData?.problems)
  return (
    <div className="wrap">
      <PageTitle>Login</PageTitle>
      <div className="pair baseline">
        <div className="stack">
          <Form
            ref={form}
            method="post"
            className="stack"
            {...checks.form}
            onSubmit={botCheck.after(checks.form.onSubmit)}
          >
            {actionData?.refused ? (
              <Refused reply={actionData} />
            ) : (
              notice && (
                <Banner tone="plain" focus>
                  <p>{notice}</p>
                </Banner>
              )
            )}
            <EmailField
              name="email"
              autoComplete="username"
              defaultValue={actionData?.values?.email}
              problem={checks.problems.email}
            />
            <Field
              label="Password"
              name="password"
              type={shown.type}
              labelAction={shown.button}
              autoComplete="current-password"
              problem={checks.problems.password}
            />
            {botCheck.line}
            <Button type="submit" variant="ball" wide busy={isBusy}>
              {isBusy ? 'Logging in' : 'Login'}
            </Button>
          </Form>
          <EmailDialogLink purpose="password" email={form} className="alone">
            Forgot your password?
          </EmailDialogLink>
          <EmailDialogLink purpose="activation" email={form} className="alone">
            Didn't receive an activation email?
          </EmailDialogLink>
        </div>
        <aside className="panel on-surround stack" aria-labelledby="create">
          <h2 id="create">Create an Account</h2>
          <p>Sign up for a free account to register you or your child for a clinic, league or lesson.</p>
          <ButtonLink to={register}>Create an Account</ButtonLink>
        </aside>
      </div>
    </div>
  )
}
