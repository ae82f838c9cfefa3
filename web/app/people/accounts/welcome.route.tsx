import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { dbContext } from '#platform/contexts.server.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { stayOnPage } from '#platform/stay-on-page.ts'
import { type FormReply, submit } from '#platform/submit.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { FormAnswer } from '#ui/refused.tsx'
import { pageMeta } from '#ui/site.ts'
import { welcomeFields } from '../people.ts'
import { useChecks } from '../use-checks.ts'
import { signInCookie } from '../visitor.server.ts'
import type { Route } from './+types/welcome.route.ts'
import { browserOf } from './caller.server.ts'
import { welcome } from './desk-account.server.ts'
import { Done } from './done.tsx'
import { WelcomeForm } from './forms.schema.ts'
import { liabilityRelease } from './liability.ts'
import { LiabilityField } from './liability-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { signInDays } from './sign-in.server.ts'
import '../people.css'

type Answer = ReturnType<typeof data<FormReply & { isReady?: boolean }>>

/** Opening the link changes nothing: mail programs open links to look at them. */
export async function loader({ params, context }: Route.LoaderArgs) {
  if (!params.token) throw redirect('/pages/login')
  return { release: liabilityRelease(await readProgramme(context.get(dbContext))) }
}

export const action = ({ request, params, context }: Route.ActionArgs): Promise<Answer> =>
  submit(request, WelcomeForm, async ({ password }) => {
    const browser = browserOf(context, request)
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
