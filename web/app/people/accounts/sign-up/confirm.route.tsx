import { useEffect } from 'react'
import { data, Form, redirect, useNavigation, useSubmit } from 'react-router'
import { activate } from '#people/accounts/accounts.server.ts'
import { Done } from '#people/accounts/emails/done.tsx'
import { toCaller } from '#people/sign-in/caller.server.ts'
import { withNext } from '#people/sign-in/login-address.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/confirm.route.ts'
import '#people/people.css'

const toLogin = (request: Request, notice = '') =>
  withNext(`/pages/login${notice && `?notice=${notice}`}`, new URL(request.url).searchParams.get('next'))

/** No change on GET: mail programs prefetch links. */
export function loader({ request, params }: Route.LoaderArgs) {
  if (!params.token) throw redirect(toLogin(request))
  return { login: toLogin(request) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  try {
    await activate(context.get(dbContext), params.token ?? '', toCaller(context))
  } catch (problem) {
    if (problem instanceof Refusal) throw redirect(toLogin(request, problem.code))
    throw problem
  }
  return data({ isActive: true })
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Activate your account')

export default function ConfirmPage({ loaderData, actionData }: Route.ComponentProps) {
  const submit = useSubmit()
  const isBusy = useNavigation().state === 'submitting'
  useEffect(() => {
    if (!actionData) void submit(null, { method: 'post' })
  }, [actionData, submit])
  if (actionData)
    return (
      <Done title="Your account has been successfully activated!">
        <ButtonLink variant="ball" to={loaderData.login}>
          Login
        </ButtonLink>
      </Done>
    )
  return (
    <div className="wrap">
      <PageTitle lead="One press, and you can log in.">Activate your account</PageTitle>
      <Form method="post" className="baseline">
        <Button type="submit" variant="ball" busy={isBusy}>
          {isBusy ? 'Activating' : 'Activate my account'}
        </Button>
      </Form>
    </div>
  )
}
