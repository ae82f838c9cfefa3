import { data, redirect } from 'react-router'
import { NewPasswordForm } from '#people/accounts/forms.schema.ts'
import { EmergencyContact, Login, typed } from '#people/people.schema.ts'
import { toBrowser } from '#people/sign-in/caller.server.ts'
import { signInDays } from '#people/sign-in/sign-in.server.ts'
import { signInCookie } from '#people/sign-in/visitor.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { findJoinState, join, offerApp, openWithLink, signInWithLink } from '#team/invitations/join.server.ts'
import { askerContext } from '#team/member.server.ts'
import { appAddress, appPicture } from '#team/second-step/authenticator.server.ts'
import { offerPasskey } from '#team/second-step/passkeys.server.ts'
import { FirstStepForm } from '#team/team.schema.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/join.route.ts'
import { FirstStep, JoinAccount, JoinPassword } from './join-steps.tsx'
import { RecoveryCodes } from './second-step-parts.tsx'
import '#ui/styles/desk.css'
import './team.css'

type Answer = ReturnType<typeof data<FormReply & { codes?: string[] }>> | Response

export async function loader({ params, context }: Route.LoaderArgs) {
  const world = context.get(worldContext)
  const asker = context.get(askerContext)
  const joining = await findJoinState(world, params.token, asker)
  if (joining?.step !== 'factor') return { step: joining?.step, email: joining?.email }
  const { visitor, name } = orNotFound(asker)
  const { accountId, email } = visitor
  const { secret, sealed } = offerApp(world, accountId)
  const { name: issuer } = await readProgramme(context.get(dbContext))
  const passkey = await offerPasskey(world, { accountId, email, name })
  const app = { secret, sealed, picture: appPicture(appAddress(secret, email, issuer)) }
  return { step: joining.step, email, app, passkey: { kind: 'make' as const, ...passkey } }
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<Answer> {
  const world = context.get(worldContext)
  const asker = context.get(askerContext)
  const joining = await findJoinState(world, params.token, asker)
  const browser = toBrowser(context, request)
  const cookie = (token: string) => ({
    headers: { 'Set-Cookie': signInCookie(browser.siteUrl, token, signInDays) },
  })
  const again = (token: string) =>
    redirect(new URL(request.url).pathname.replace(/\.data$/, ''), cookie(token))
  if (joining?.step === 'account')
    return submit(request, typed(EmergencyContact).and(NewPasswordForm), async (form) => {
      const { first_name: firstName, last_name: lastName, phone, password } = form
      return again(await openWithLink(world, params.token, { firstName, lastName, phone, password }, browser))
    })
  if (joining?.step === 'password')
    return submit(request, Login.pick({ password: true }), async ({ password }) =>
      again(await signInWithLink(world, params.token, password, browser)),
    )
  return submit(request, FirstStepForm, async (form) => {
    if (!asker || !joining) return refuse('token-spent')
    const { codes, token } = await join(world, params.token, asker, form)
    return data({ codes }, cookie(token))
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

/** The token is spent after the first code: without revalidation the page stays. */
export const shouldRevalidate = ({ actionResult }: { actionResult?: { codes?: string[] } }) =>
  !actionResult?.codes

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Join the team')

export default function JoinPage({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.codes)
    return (
      <div className="wrap">
        <PageTitle lead="You are on the team.">Welcome</PageTitle>
        <RecoveryCodes codes={actionData.codes}>
          <ButtonLink variant="ball" to="/desk">
            Go to the desk
          </ButtonLink>
        </RecoveryCodes>
      </div>
    )
  const { step, email, app, passkey } = loaderData
  if (!step)
    return (
      <div className="wrap">
        <PageTitle lead="It was used already, taken back, or is too old. Ask an owner of the team for a new one.">
          This invitation is over
        </PageTitle>
      </div>
    )
  return (
    <div className="wrap">
      <PageTitle lead={`For ${email}.`}>Join the team</PageTitle>
      <div className="baseline form-column stack">
        {step === 'account' && <JoinAccount reply={actionData} />}
        {step === 'password' && <JoinPassword reply={actionData} />}
        {step === 'factor' && app && passkey && <FirstStep app={app} passkey={passkey} reply={actionData} />}
      </div>
    </div>
  )
}
