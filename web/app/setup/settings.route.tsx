import { data } from 'react-router'
import { worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/stay-on-page.ts'
import { type FormReply, submit } from '#platform/submit.server.ts'
import { requireRight } from '#team/member.server.ts'
import { Banner } from '#ui/banner.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { useFocusOnProblem } from '#ui/problem.tsx'
import { unlistedMeta } from '#ui/site.ts'
import type { Route } from './+types/settings.route.ts'
import { GatewayForm, MailForm } from './settings.schema.ts'
import { setGateway, setMailServer, settingsNow } from './settings.server.ts'
import { GatewaySection, MailSection } from './settings-forms.tsx'
import { StartsAgain } from './starts-again.tsx'

type Answer = ReturnType<typeof data<FormReply & { of?: string; done?: string }>>

export async function loader({ context, request }: Route.LoaderArgs) {
  requireRight(context, 'settings')
  const world = context.get(worldContext)
  const done = new URL(request.url).searchParams.get('done')
  return { ...settingsNow(world), canChange: Boolean(world.restart), isDone: done !== null }
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const member = requireRight(context, 'settings')
  const world = context.get(worldContext)
  const of = new URL(request.url).searchParams.get('form') === 'gateway' ? 'gateway' : 'mail'
  const answer =
    of === 'gateway'
      ? await submit<typeof GatewayForm, Answer>(request, GatewayForm, async (account) => {
          await setGateway(world, member, account)
          return data({ done: 'The gateway took the keys. They are saved.' })
        })
      : await submit<typeof MailForm, Answer>(request, MailForm, async (server) => {
          const to = await setMailServer(world, member, server)
          return data({ done: `The mail server took a mail to ${to}: see that it arrives. It is saved.` })
        })
  return data({ ...answer.data, of }, answer.init ?? {})
}

export const clientAction = (args: Route.ClientActionArgs) =>
  stayOnPage(args, { of: args.request.url.includes('form=gateway') ? 'gateway' : 'mail' })

/** Just then the site ends, to start again. */
export const shouldRevalidate = ({ actionResult }: { actionResult?: { done?: string } }) =>
  !actionResult?.done

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Settings')

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { mail, gateway, canChange, isDone } = loaderData
  useFocusOnProblem(actionData?.problems)
  const replyOf = (part: string) => (actionData?.of === part ? actionData : undefined)
  return (
    <div className="wrap">
      <PageTitle lead="How the site sends mails and takes cards.">Settings</PageTitle>
      {actionData?.done ? (
        <StartsAgain done={actionData.done} />
      ) : (
        <div className="stack flow">
          {isDone && (
            <Banner tone="good" focus>
              <p>The site runs with its new settings.</p>
            </Banner>
          )}
          <MailSection now={mail} canChange={canChange} reply={replyOf('mail')} />
          <GatewaySection now={gateway} canChange={canChange} reply={replyOf('gateway')} />
        </div>
      )}
    </div>
  )
}
