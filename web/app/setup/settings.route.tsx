import { data, redirect } from 'react-router'
import { worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { memberContext } from '#team/member.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/settings.route.ts'
import { DemoSection } from './demo-section.tsx'
import { findDemo, leaveDemo } from './leave-demo.server.ts'
import { GatewayForm, LeaveForm, MailForm } from './settings.schema.ts'
import { setGateway, setMailServer, settingsNow } from './settings.server.ts'
import { GatewaySection, MailSection } from './settings-forms.tsx'
import { StartsAgain } from './starts-again.tsx'

type Answer = ReturnType<typeof data<FormReply & { of?: string; done?: string }>>

export async function loader({ context, request }: Route.LoaderArgs) {
  const world = context.get(worldContext)
  const done = new URL(request.url).searchParams.get('done')
  const demo = await findDemo(world)
  return { ...settingsNow(world), demo, canChange: Boolean(world.restart), isDone: done !== null }
}

const formPart = ({ url }: Request) => new URL(url).searchParams.get('form') ?? 'mail'

export async function action({ request, context }: Route.ActionArgs): Promise<Answer | Response> {
  const member = context.get(memberContext)
  const world = context.get(worldContext)
  const part = formPart(request)
  if (part === 'demo') {
    const reply = await submit<typeof LeaveForm, Answer | Response>(request, LeaveForm, async () => {
      const code = await leaveDemo(world, member)
      return redirect(code ? `/desk/set-up?code=${code}` : '/desk/settings')
    })
    return reply instanceof Response ? reply : data({ ...reply.data, of: part }, reply.init ?? {})
  }
  const answer =
    part === 'gateway'
      ? await submit<typeof GatewayForm, Answer>(request, GatewayForm, async (account) => {
          await setGateway(world, member, account)
          return data({ done: 'The gateway took the keys. They are saved.' })
        })
      : await submit<typeof MailForm, Answer>(request, MailForm, async (server) => {
          const to = await setMailServer(world, member, server)
          return data({ done: `The mail server took a mail to ${to}: see that it arrives. It is saved.` })
        })
  return data({ ...answer.data, of: part }, answer.init ?? {})
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args, { of: formPart(args.request) })

/** The site is shutting down then. */
export const shouldRevalidate = ({ actionResult }: { actionResult?: { done?: string } }) =>
  !actionResult?.done

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Settings')

const afterDemo = 'It can be set once the demo is left.'
const setOutside =
  'This site is started by something that does not start it again: set this in its environment.'

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { mail, gateway, demo, canChange, isDone } = loaderData
  const closed = demo ? afterDemo : canChange ? undefined : setOutside
  const replyTo = (part: string) => (actionData?.of === part ? actionData : undefined)
  return (
    <div className="wrap">
      <PageTitle
        lead="How the site sends mails and takes cards."
        aside={<ButtonLink to="/desk/settings/doctor">Is everything right?</ButtonLink>}
      >
        Settings
      </PageTitle>
      {actionData?.done ? (
        <StartsAgain done={actionData.done} />
      ) : (
        <div className="stack flow">
          {isDone && (
            <Banner tone="good" focus>
              <p>The site runs with its new settings.</p>
            </Banner>
          )}
          {demo && <DemoSection demo={demo} reply={replyTo('demo')} />}
          <MailSection now={mail} closed={closed} reply={replyTo('mail')} />
          <GatewaySection now={gateway} closed={closed} reply={replyTo('gateway')} />
        </div>
      )}
    </div>
  )
}
