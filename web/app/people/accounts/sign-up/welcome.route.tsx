import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { welcome } from '#people/accounts/desk-account.server.ts'
import { Done } from '#people/accounts/emails/done.tsx'
import { WelcomeForm } from '#people/accounts/forms.schema.ts'
import { NewPasswordFields } from '#people/accounts/passwords/new-password-fields.tsx'
import { welcomeFields } from '#people/people.ts'
import { toBrowser } from '#people/sign-in/caller.server.ts'
import { signInDays } from '#people/sign-in/sign-in.server.ts'
import { useChecks } from '#people/sign-in/use-checks.ts'
import { signInCookie } from '#people/sign-in/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import { FormAnswer } from '#ui/refused.tsx'
import type { Route } from './+types/welcome.route.ts'
import { liabilityRelease } from './liability.ts'
import { LiabilityField } from './liability-field.tsx'
import '#people/people.css'

type Answer = ReturnType<typeof data<FormReply & { isReady?: boolean }>>

/** No change on GET: mail programs prefetch links. */
export async function loader({ params, context }: Route.LoaderArgs) {
  if (!params.token) throw redirect('/pages/login')
  return { release: liabilityRelease(await readProgramme(context.get(dbContext))) }
}

export const action = ({ request, params, context }: Route.ActionArgs): Promise<Answer> =>
  submit(request, WelcomeForm, async ({ password }) => {
    const browser = toBrowser(context, request)
    const token = await welcome(context.get(dbContext), params.token ?? '', password, browser)
    const headers = { 'Set-Cookie': signInCookie(browser.siteUrl, token, signInDays) }
    return data({ isReady: true }, { headers })
  })

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Welcome')

export default function WelcomePage({ loaderData, actionData }: Route.ComponentProps) {
  const checks = useChecks(welcomeFields, actionData?.problems)
  const isBusy = useNavigation().state === 'submitting'
  if (actionData?.isReady)
    return (
      <Done title="Your account is ready!">
        <ButtonLink variant="ball" to="/pages/registration-history">
          See your registrations
        </ButtonLink>
      </Done>
    )
  return (
    <div className="wrap">
      <PageTitle lead="We made an account for your family. Choose a password, and it is yours.">
        Welcome
      </PageTitle>
      <div className="baseline">
        <Form method="post" className="form-column stack" {...checks.form}>
          <FormAnswer reply={actionData} />
          {actionData?.refused?.code === 'token-spent' && (
            <p>
              <Link to="/pages/forget/password">Ask for a new link</Link> with your email address, or log in
              if you have chosen a password already.
            </p>
          )}
          <NewPasswordFields name="password" problems={checks.problems} />
          <LiabilityField
            release={loaderData.release}
            isAgreed={false}
            problem={checks.problems['user.liability_agreed']}
          />
          <Button type="submit" variant="ball" busy={isBusy}>
            {isBusy ? 'Saving' : 'Open my account'}
          </Button>
        </Form>
      </div>
    </div>
  )
}
