import type { ReactNode } from 'react'
import { data, Link } from 'react-router'
import { z } from 'zod'
import { nudgeMail } from '#mail/outbox.server.ts'
import {
  type AccountReply,
  ChangeEmail,
  ChangeName,
  ChangePassword,
} from '#people/accounts/account-forms.tsx'
import { changeName, changePassword, requestEmailChange } from '#people/accounts/emails/settings.server.ts'
import { EmailChangeForm, PasswordChangeForm } from '#people/accounts/forms.schema.ts'
import { linkNotices } from '#people/accounts/link-notices.ts'
import { findHolder } from '#people/people.db.server.ts'
import { HolderName } from '#people/people.schema.ts'
import { releaseFor } from '#people/release/release.server.ts'
import { ReleaseNotice } from '#people/release/release-notice.tsx'
import { toCaller } from '#people/sign-in/caller.server.ts'
import { endSignIn, listSignIns } from '#people/sign-in/sign-in.server.ts'
import { SignIns } from '#people/sign-in/sign-ins.tsx'
import { accountContext, cookieNameFor, readCookie } from '#people/sign-in/visitor.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { dayAndTime, todayIn } from '#platform/format/dates.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { checkTeamStep, isTeamMemberOn } from '#team/guard.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import { useFocusOnProblem } from '#ui/problem.tsx'
import type { Route } from './+types/account.route.ts'
import '#people/people.css'

type Answer = ReturnType<typeof data<AccountReply>>

export async function loader({ request, context }: Route.LoaderArgs) {
  const { accountId, email } = context.get(accountContext)
  const db = context.get(dbContext)
  const { standing, timeZone } = await releaseFor(db, accountId)
  const signIns = await listSignIns(db, accountId, readSignInToken(request, context))
  return {
    accountId,
    email,
    needsCode: await isTeamMemberOn(todayIn(timeZone), db, accountId),
    holder: orNotFound(await findHolder(db, accountId)),
    standing,
    notice: linkNotices.get(new URL(request.url).searchParams.get('notice') ?? ''),
    signIns: signIns.map(({ since, ...signIn }) => ({ ...signIn, since: dayAndTime(since, timeZone) })),
  }
}

/** Each form posts to `?form=` its name. */
export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const visitor = context.get(accountContext)
  const db = context.get(dbContext)
  const caller = toCaller(context)
  const form = new URL(request.url).searchParams.get('form') ?? ''
  const answer = await answerTo(form)
  nudgeMail(context.get(worldContext))
  return data({ ...answer.data, form }, answer.init ?? undefined)

  function answerTo(form: string): Promise<ReturnType<typeof data<FormReply & { doneAt?: number }>>> {
    if (form === 'name')
      return submit(request, HolderName, async (name) => {
        await changeName(db, visitor, name)
        return data({ doneAt: Date.now() })
      })
    if (form === 'email')
      return submit(request, EmailChangeForm, async (change) => {
        const world = context.get(worldContext)
        const checkMore = () => checkTeamStep(world, visitor.accountId, change, caller.address)
        await requestEmailChange(db, visitor, change, caller, checkMore)
        return data({ doneAt: Date.now(), values: { email: change.email } })
      })
    if (form === 'session')
      return submit(request, z.object({ id: z.uuid() }), async ({ id }) => {
        await endSignIn(db, visitor.accountId, id)
        return data({ doneAt: Date.now() })
      })
    return submit(request, PasswordChangeForm, async (change) => {
      const signInToken = readSignInToken(request, context)
      await changePassword(db, visitor, change, { ...caller, signInToken })
      return data({ doneAt: Date.now() })
    })
  }
}

const readSignInToken = (request: Request, context: Route.LoaderArgs['context']) =>
  readCookie(request.headers.get('cookie'), cookieNameFor(context.get(worldContext).env.siteUrl)) ?? ''

export function clientAction(args: Route.ClientActionArgs) {
  const form = new URL(args.request.url).searchParams.get('form') ?? ''
  return stayOnPage(args, { form })
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Account settings')

export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { accountId, email, needsCode, holder, standing, notice, signIns } = loaderData
  const answerTo = (form: string) => (actionData?.form === form ? actionData : undefined)
  useFocusOnProblem(actionData?.problems)
  return (
    <div className="wrap">
      <PageTitle lead={<span className="break">You log in as {email}.</span>}>Account settings</PageTitle>
      {notice && (
        <Banner tone="due" focus>
          <p>{notice}</p>
        </Banner>
      )}
      <ReleaseNotice standing={standing} next="/pages/account" />
      <Setting
        title="Your name"
        note={
          <>
            Receipts and invoices are made out to you. Whom we call stands under{' '}
            <Link to="/pages/emergency-contact">Emergency contact</Link>.
          </>
        }
      >
        <ChangeName holder={holder} answer={answerTo('name')} />
      </Setting>
      <Setting
        title="Change email"
        note="We send a link to the new address. It changes when the link is opened; until then the old one stays."
      >
        <ChangeEmail key={answerTo('email')?.doneAt} {...{ email, needsCode }} answer={answerTo('email')} />
      </Setting>
      <Setting title="Change password" note="You stay logged in here, and are logged out everywhere else.">
        <ChangePassword key={answerTo('password')?.doneAt} email={email} answer={answerTo('password')} />
      </Setting>
      <Setting
        title="Where you are logged in"
        note="A device that you do not know? Log it out here, then change your password."
      >
        <SignIns accountId={accountId} signIns={signIns} answer={answerTo('session')} />
      </Setting>
      <Setting
        title="Download my data"
        note="All that we store of you and your players, in one file that programs can read too."
      >
        <ButtonLink to="/pages/account/data" reloadDocument download>
          Download my data
        </ButtonLink>
      </Setting>
      <Setting
        title="Delete account"
        note="Erases your personal data and that of your players. This cannot be undone."
      >
        <ButtonLink to="/pages/account/delete" variant="danger">
          Delete my account
        </ButtonLink>
      </Setting>
    </div>
  )
}

function Setting({ title, note, children }: { title: string; note: ReactNode; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section className="setting baseline" aria-labelledby={id}>
      <div className="stack">
        <h2 id={id}>{title}</h2>
        <p className="muted">{note}</p>
      </div>
      <div className="form-column stack">{children}</div>
    </section>
  )
}
