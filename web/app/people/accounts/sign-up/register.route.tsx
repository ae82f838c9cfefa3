import { data, Form, useNavigation } from 'react-router'
import { useBotCheck } from '#bot-check/bot-check.tsx'
import { nudgeMail } from '#mail/outbox.server.ts'
import { Done } from '#people/accounts/emails/done.tsx'
import { EmailDialogLink } from '#people/accounts/emails/email-dialog.tsx'
import { RegisterForm } from '#people/accounts/forms.schema.ts'
import { botCheckAction, registerFields } from '#people/people.ts'
import { toCaller } from '#people/sign-in/caller.server.ts'
import { withNext } from '#people/sign-in/login-address.ts'
import { useChecks } from '#people/sign-in/use-checks.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import { FormAnswer } from '#ui/refused.tsx'
import type { Route } from './+types/register.route.ts'
import { createAccount } from './create-account.server.ts'
import { liabilityRelease } from './liability.ts'
import { RegisterGroups } from './register-groups.tsx'
import '#people/people.css'

type Answer = ReturnType<typeof data<FormReply & { createdFor?: string }>>

export async function loader({ request, context }: Route.LoaderArgs) {
  const next = new URL(request.url).searchParams.get('next')
  const release = liabilityRelease(await readProgramme(context.get(dbContext)))
  return { release, login: withNext('/pages/login', next) }
}

export const action = ({ request, context }: Route.ActionArgs): Promise<Answer> =>
  submit(request, RegisterForm, async (form) => {
    await createAccount(context.get(dbContext), form, toCaller(context, request))
    nudgeMail(context.get(worldContext))
    return data({ createdFor: form.user.email })
  })

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Create an Account')

export default function RegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const checks = useChecks(registerFields, actionData?.problems)
  const botCheck = useBotCheck(actionData, botCheckAction)
  const isBusy = useNavigation().formAction?.startsWith('/pages/register') ?? false
  if (actionData?.createdFor) return <Success email={actionData.createdFor} />
  return (
    <div className="wrap">
      <PageTitle lead="Free, and good for the whole family.">Create an Account</PageTitle>
      <div className="split">
        <Form
          method="post"
          className="register stack far"
          {...checks.form}
          {...botCheck.form}
          onSubmit={(event) => {
            checks.form.onSubmit(event)
            botCheck.form.onSubmit(event)
          }}
        >
          <FormAnswer reply={actionData} />
          <RegisterGroups
            values={actionData?.values ?? {}}
            problems={checks.problems}
            release={loaderData.release}
          />
          <div className="form-column stack">
            {botCheck.line}
            <Button type="submit" variant="ball" className="awaits-script" busy={isBusy}>
              {isBusy ? 'Creating your account' : 'Create Account'}
            </Button>
          </div>
        </Form>
        <LoginPanel to={loaderData.login} />
      </div>
    </div>
  )
}

function LoginPanel({ to }: { to: string }) {
  return (
    <aside className="split-side panel on-surround stack" aria-labelledby="have">
      <h2 id="have">Already have an account?</h2>
      <p>Log in to add your players and register them.</p>
      <ButtonLink to={to}>Login</ButtonLink>
    </aside>
  )
}

function Success({ email }: { email: string }) {
  return (
    <Done title="Success">
      <p className="lead">Your account was successfully created!</p>
      <p>
        We have emailed an activation link to {email}. Open it to activate your account, then you can log in.
        It can take a few minutes; look among your junk mail too.
      </p>
      <EmailDialogLink purpose="activation" email={email} className="button outline">
        Request a new activation link
      </EmailDialogLink>
    </Done>
  )
}
