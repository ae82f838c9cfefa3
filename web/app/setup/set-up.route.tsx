import { data, href, redirect } from 'react-router'
import { toBrowser } from '#people/sign-in/caller.server.ts'
import { signInDays } from '#people/sign-in/sign-in.server.ts'
import { signInCookie } from '#people/sign-in/visitor.server.ts'
import { worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/set-up.route.ts'
import { CodeForm, SetUpForm, timeZones } from './set-up.schema.ts'
import { checkCode, isSetUp, readInitialValues, setUp } from './set-up.server.ts'
import { AskCode, AskProgramme } from './set-up-steps.tsx'
import '#ui/styles/desk.css'

type Answer = ReturnType<typeof data<FormReply & { step?: 'programme' }>> | Response

export async function loader({ request, context }: Route.LoaderArgs) {
  const world = context.get(worldContext)
  if (await isSetUp(world)) return { isOver: true as const }
  const code = new URL(request.url).searchParams.get('code') ?? ''
  return { isOver: false as const, code, zones: timeZones, values: await readInitialValues(world) }
}

/** First the code alone, then all fields with the code. */
export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const world = context.get(worldContext)
  if (new URL(request.url).searchParams.get('form') !== 'programme')
    return submit<typeof CodeForm, Answer>(request, CodeForm, async ({ code }) => {
      await checkCode(world, code)
      return data({ step: 'programme' as const, values: { code } })
    })
  const browser = toBrowser(context, request)
  const answer = await submit<typeof SetUpForm, Answer>(request, SetUpForm, async (form) => {
    const { link, token } = await setUp(world, form, browser)
    const headers = token ? { 'Set-Cookie': signInCookie(browser.siteUrl, token, signInDays) } : undefined
    return redirect(href('/desk/join/:token', { token: link }), { headers })
  })
  return answer instanceof Response ? answer : data({ ...answer.data, step: 'programme' }, answer.init ?? {})
}

export const clientAction = async (args: Route.ClientActionArgs) =>
  stayOnPage(args, args.request.url.includes('form=programme') ? { step: 'programme' as const } : {})

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Set up the site')

export default function SetUpPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.isOver)
    return (
      <div className="wrap">
        <PageTitle lead="It has an owner, who invites the others.">This site is set up</PageTitle>
        <ButtonLink variant="ball" to="/desk">
          Go to the desk
        </ButtonLink>
      </div>
    )
  const { code, zones, values } = loaderData
  const isNamed = actionData?.step === 'programme'
  return (
    <div className="wrap">
      <PageTitle
        lead={
          isNamed ? 'All of it can be changed later.' : 'Nothing stands here yet. The site is yours to begin.'
        }
      >
        Set up the site
      </PageTitle>
      <div className="baseline form-column stack">
        {isNamed ? (
          <AskProgramme reply={actionData} values={{ ...values, ...actionData.values }} zones={zones} />
        ) : (
          <AskCode reply={actionData} code={code} />
        )}
      </div>
    </div>
  )
}
