import type { ReactNode } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { nudgeMail } from '#mail/outbox.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/stay-on-page.ts'
import { type FormReply, submit } from '#platform/submit.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { useFocusOnProblem } from '#ui/problem.tsx'
import { pageMeta } from '#ui/site.ts'
import { accountContext, cookieNameFor, signInCookie, tokenOf } from '../visitor.server.ts'
import type { Route } from './+types/account.route.ts'
import { ChangeEmail, ChangePassword } from './account-forms.tsx'
import { askedBy } from './asked.server.ts'
import { EmailChangeForm, PasswordChangeForm } from './forms.schema.ts'
import { changePassword, requestEmailChange, signOutEverywhere } from './settings.server.ts'
import '../people.css'

/** `form`: which one it is about; with `doneAt` it is done and begins anew. */
export type AccountReply = FormReply & { form?: string; doneAt?: number }
type Answer = ReturnType<typeof data<AccountReply>>

export function loader({ context }: Route.LoaderArgs) {
  return { email: context.get(accountContext).email }
}

/** Each form of the page posts to `?form=` its own name. */
export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const visitor = context.get(accountContext)
  const world = context.get(worldContext)
  const db = context.get(dbContext)
  const asked = askedBy(context)
  const form = new URL(request.url).searchParams.get('form') ?? ''
  if (form === 'everywhere') {
    await signOutEverywhere(db, visitor.accountId)
    const headers = { 'Set-Cookie': signInCookie(asked.siteUrl) }
    throw redirect('/pages/login?notice=signed-out-everywhere', { headers })
  }
  const answer: ReturnType<typeof data<FormReply & { doneAt?: number }>> =
    form === 'email'
      ? await submit(request, EmailChangeForm, async (wanted) => {
          await requestEmailChange(db, visitor, wanted, asked)
          return data({ doneAt: Date.now(), values: { email: wanted.email } })
        })
      : await submit(request, PasswordChangeForm, async (wanted) => {
          const signInToken = tokenOf(request.headers.get('cookie'), cookieNameFor(asked.siteUrl)) ?? ''
          await changePassword(db, visitor, wanted, { ...asked, signInToken })
          return data({ doneAt: Date.now() })
        })
  nudgeMail(world)
  return data({ ...answer.data, form }, answer.init ?? undefined)
}

export function clientAction(args: Route.ClientActionArgs) {
  const form = new URL(args.request.url).searchParams.get('form') ?? ''
  return stayOnPage(args, { form })
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Account settings')

export default function AccountPage({ loaderData: { email }, actionData }: Route.ComponentProps) {
  const answerTo = (form: string) => (actionData?.form === form ? actionData : undefined)
  const leaving = useNavigation().formAction?.endsWith('form=everywhere') ?? false
  useFocusOnProblem(actionData?.problems)
  return (
    <div className="wrap">
      <PageTitle lead={<span className="break">You log in as {email}.</span>}>Account settings</PageTitle>
      <Setting title="Change email">
        <ChangeEmail key={answerTo('email')?.doneAt} email={email} answer={answerTo('email')} />
      </Setting>
      <Setting title="Change password">
        <ChangePassword key={answerTo('password')?.doneAt} email={email} answer={answerTo('password')} />
      </Setting>
      <Setting title="Sign out everywhere">
        <p>Ends every session of your account, on this device and all others.</p>
        <Form method="post" action="?form=everywhere">
          <Button type="submit" busy={leaving}>
            Sign out everywhere
          </Button>
        </Form>
      </Setting>
      <Setting title="Delete account">
        <p>Erases your personal data and that of your players. This cannot be undone.</p>
        <ButtonLink to="/pages/account/delete" variant="danger">
          Delete my account
        </ButtonLink>
      </Setting>
    </div>
  )
}

function Setting({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section className="setting baseline" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="form-column stack">{children}</div>
    </section>
  )
}
