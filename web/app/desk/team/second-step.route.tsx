import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { useBotCheckWhereNeeded } from '#bot-check/bot-check.tsx'
import { secondStepCheckAction } from '#people/people.ts'
import { localPath } from '#people/sign-in/local-path.ts'
import { withNext } from '#people/sign-in/login-address.ts'
import { signInDays } from '#people/sign-in/sign-in.server.ts'
import { signInCookie, wayToLogin } from '#people/sign-in/visitor.server.ts'
import { addressContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { askerContext } from '#team/member.server.ts'
import { askForPasskey } from '#team/second-step/passkeys.server.ts'
import { openDesk, takeSecondStep } from '#team/second-step/second-step.server.ts'
import { SecondStepForm } from '#team/team.schema.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { useFocusOnProblem } from '#ui/problem.tsx'
import { Refused } from '#ui/refused.tsx'
import type { Route } from './+types/second-step.route.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { CodeField } from './second-step-parts.tsx'
import '#ui/styles/desk.css'
import './team.css'

export const middleware: Route.MiddlewareFunction[] = [
  ({ request, context }) => {
    const asker = context.get(askerContext)
    if (!asker) throw redirect(wayToLogin(request))
    if (asker.roles.length === 0) refuse('not-a-member')
  },
]

const nextPath = (request: Request) => {
  const next = localPath(new URL(request.url).searchParams.get('next'), '/desk')
  return next.startsWith('/desk/second-step') ? '/desk' : next
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { visitor, isSecondStepFresh } = orNotFound(context.get(askerContext))
  if (isSecondStepFresh) throw redirect(nextPath(request))
  const asked = await askForPasskey(context.get(worldContext), visitor.accountId)
  const isLost = new URL(request.url).searchParams.has('lost')
  return { passkey: asked && { kind: 'use' as const, ...asked }, isLost, next: nextPath(request) }
}

/** Fields of the form whose POST was redirected here. */
const takenAlong = (values: Record<string, unknown> = {}) =>
  Object.entries(values as Record<string, string>).filter(
    ([name]) => !['code', 'challenge', 'passkey', 'g_recaptcha_response'].includes(name),
  )

export type SecondStepReply = FormReply & { isOpen?: boolean }
type Answer = ReturnType<typeof data<SecondStepReply>> | Response

/**
 * `?stay`: reply for the dialog. A redirected form arrives without a code at first, and is replayed (307) once the code
 * is right.
 */
export const action = ({ request, context }: Route.ActionArgs): Promise<Answer> =>
  submit<typeof SecondStepForm, Answer>(request, SecondStepForm, async (form) => {
    const { visitor, signInId } = orNotFound(context.get(askerContext))
    const world = context.get(worldContext)
    await takeSecondStep(world, visitor.accountId, form, context.get(addressContext))
    const token = await openDesk(world.db, signInId)
    const cookie = { headers: { 'Set-Cookie': signInCookie(world.env.siteUrl, token, signInDays) } }
    if (new URL(request.url).searchParams.has('stay')) return data({ isOpen: true }, cookie)
    return redirect(nextPath(request), { ...cookie, status: takenAlong(form).length > 0 ? 307 : 302 })
  })

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Second step')

export default function SecondStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const { passkey, isLost, next } = loaderData
  const isBusy = useNavigation().state === 'submitting'
  const along = takenAlong(actionData?.values)
  const isFirst = along.length > 0 && actionData?.values?.code === undefined
  const problems = isFirst ? undefined : actionData?.problems
  const problem = problems?.code
  const botCheck = useBotCheckWhereNeeded(actionData, secondStepCheckAction)
  useFocusOnProblem(problems)
  const other = withNext(isLost ? '/desk/second-step' : '/desk/second-step?lost', next)
  const otherLabel = isLost ? 'Use the code of the app' : 'Use a recovery code'
  return (
    <div className="wrap">
      <PageTitle lead="The desk opens with your password and one more thing that only you have.">
        Second step
      </PageTitle>
      <div className="baseline form-column stack">
        <Refused reply={actionData} />
        {along.length > 0 && (
          <Banner tone="due">
            <p>Your code is due again. What you entered is kept, and sent when the code is right.</p>
          </Banner>
        )}
        <Form method="post" className="stack" noValidate onSubmit={botCheck.after()}>
          {along.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {isLost ? (
            <Field
              label="Recovery code"
              name="code"
              autoComplete="off"
              problem={problem}
              spellCheck={false}
            />
          ) : (
            <CodeField problem={problem} />
          )}
          {botCheck.line}
          <p className="row">
            <Button type="submit" variant="ball" busy={isBusy}>
              {isBusy ? 'Opening' : 'Open the desk'}
            </Button>
            {along.length > 0 && (
              <Button type="submit" variant="bare" name="code" value="" formAction={other}>
                {otherLabel}
              </Button>
            )}
          </p>
        </Form>
        {passkey && <PasskeyButton offer={passkey} along={along} />}
        {along.length === 0 && (
          <Link className="alone" to={other} replace>
            {otherLabel}
          </Link>
        )}
        {isLost && <p className="small">Nothing left? Ask an owner to reset your second step.</p>}
      </div>
    </div>
  )
}
