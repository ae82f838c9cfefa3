import { data } from 'react-router'
import { nudgeMail } from '#mail/outbox.server.ts'
import { requestActivation, requestReset } from '#people/accounts/accounts.server.ts'
import { EmailForm, type EmailReply, titles } from '#people/accounts/emails/email-form.tsx'
import { EmailForm as EmailSchema } from '#people/accounts/forms.schema.ts'
import { toCaller } from '#people/sign-in/caller.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import { useFocusOnProblem } from '#ui/problem.tsx'
import type { Route } from './+types/forget-password.route.ts'
import '#people/people.css'

type Answer = ReturnType<typeof data<EmailReply>>

export function loader({ request }: Route.LoaderArgs) {
  const purpose = new URL(request.url).searchParams.get('for')
  return { purpose: purpose === 'activation' ? ('activation' as const) : ('password' as const) }
}

export const action = ({ request, context }: Route.ActionArgs): Promise<Answer> =>
  submit(request, EmailSchema, async ({ email, for: purpose }) => {
    const ask = purpose === 'activation' ? requestActivation : requestReset
    await ask(context.get(dbContext), email, toCaller(context, request))
    nudgeMail(context.get(worldContext))
    return data({ sent: purpose })
  })

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, titles[loaderData?.purpose ?? 'password'])

export default function ForgetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const sentFor = actionData?.sent ?? actionData?.values?.for
  const purpose = sentFor === 'activation' ? 'activation' : loaderData.purpose
  useFocusOnProblem(actionData?.problems)
  return (
    <div className="wrap">
      <PageTitle>{titles[purpose]}</PageTitle>
      <div className="baseline">
        <div className="form-column">
          <EmailForm key={purpose} purpose={purpose} answer={actionData} />
        </div>
      </div>
    </div>
  )
}
