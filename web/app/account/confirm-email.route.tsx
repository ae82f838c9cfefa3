import { useEffect } from 'react'
import { data, Form, redirect, useNavigation, useSubmit } from 'react-router'
import { nudgeMail } from '#mail/outbox.server.ts'
import { Done } from '#people/accounts/emails/done.tsx'
import { confirmEmailChange } from '#people/accounts/emails/settings.server.ts'
import { toCaller } from '#people/sign-in/caller.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { mailOwners } from '#team/guard.server.ts'
import { memberEmailChangedMail } from '#team/team-mails.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/confirm-email.route.ts'
import '#people/people.css'

const toLogin = '/pages/login'

/** No change on GET: mail programs prefetch links. */
export function loader({ params }: Route.LoaderArgs) {
  if (!params.token) throw redirect(toLogin)
  return null
}

export async function action({ params, context }: Route.ActionArgs) {
  try {
    await confirmEmailChange(context.get(dbContext), params.token ?? '', toCaller(context), (tx, id) =>
      mailOwners(tx, id, memberEmailChangedMail),
    )
  } catch (problem) {
    if (problem instanceof Refusal) throw redirect(`${toLogin}?notice=email-${problem.code}`)
    throw problem
  }
  nudgeMail(context.get(worldContext))
  return data({ isChanged: true })
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Confirm your email')

export default function ConfirmEmailPage({ actionData }: Route.ComponentProps) {
  const submit = useSubmit()
  const isBusy = useNavigation().state === 'submitting'
  useEffect(() => {
    if (!actionData) void submit(null, { method: 'post' })
  }, [actionData, submit])
  if (actionData)
    return (
      <Done title="Your email address is changed">
        <p>Log in with the new address. You were logged out everywhere.</p>
        <ButtonLink variant="ball" to={toLogin}>
          Login
        </ButtonLink>
      </Done>
    )
  return (
    <div className="wrap">
      <PageTitle lead="One press, and you log in with your new address.">Confirm your email</PageTitle>
      <Form method="post" className="baseline">
        <Button type="submit" variant="ball" busy={isBusy}>
          {isBusy ? 'Confirming' : 'Use this address'}
        </Button>
      </Form>
    </div>
  )
}
