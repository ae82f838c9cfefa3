import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import { Done } from '#people/accounts/emails/done.tsx'
import { toCaller } from '#people/sign-in/caller.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { Button } from '#ui/button.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import { Refused } from '#ui/refused.tsx'
import type { Route } from './+types/confirm-guardian.route.ts'
import { confirmGuardian } from './guardian.server.ts'
import '../people.css'

/** No change on GET: mail programs prefetch links. */
export function loader({ params }: Route.LoaderArgs) {
  if (!params.token) throw redirect('/')
  return null
}

type Answer = ReturnType<typeof data<FormReply & { isConfirmed?: boolean }>>

export const action = ({ request, params, context }: Route.ActionArgs): Promise<Answer> =>
  submit(request, z.object({}), async () => {
    await confirmGuardian(context.get(dbContext), params.token ?? '', toCaller(context))
    return data({ isConfirmed: true })
  })

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Copies of our mails')

export default function ConfirmGuardianPage({ actionData }: Route.ComponentProps) {
  if (actionData?.isConfirmed)
    return (
      <Done title="Thank you. Copies come to this address from now on.">
        <p>To end them, ask the player to remove your address, or answer any of our mails.</p>
      </Done>
    )
  return (
    <div className="wrap">
      <PageTitle lead="A player named you as a parent. You get copies of our mails about the player’s sessions: dates, changes, receipts, messages.">
        Copies of our mails
      </PageTitle>
      <Form method="post" className="baseline stack">
        <Refused reply={actionData} />
        <Button type="submit" variant="ball">
          Yes, send me copies
        </Button>
      </Form>
    </div>
  )
}
