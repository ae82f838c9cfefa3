import { Form, redirect, useNavigation } from 'react-router'
import { owedTo, readAccountCredit, stillHeld, stillOwed } from '#account/erasing/erase-account.server.ts'
import { useBotCheckWhereNeeded } from '#bot-check/bot-check.tsx'
import { PresentPassword, TeamCode } from '#people/accounts/account-forms.tsx'
import { DeleteAccountForm } from '#people/accounts/forms.schema.ts'
import { presentPasswordFields, secondStepCheckAction } from '#people/people.ts'
import { toCaller } from '#people/sign-in/caller.server.ts'
import { useChecks } from '#people/sign-in/use-checks.ts'
import { accountContext, signInCookie } from '#people/sign-in/visitor.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { formatList } from '#platform/format/format-list.ts'
import { dollars } from '#platform/format/money.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { listOpenAmounts } from '#refunds/owed.db.server.ts'
import { sumOwed } from '#registrations/dues.ts'
import { registrationEntries } from '#registrations/entries.db.server.ts'
import { isTeamMember } from '#team/guard.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import { useFocusOnProblem } from '#ui/problem.tsx'
import { Refused } from '#ui/refused.tsx'
import type { Route } from './+types/delete-account.route.ts'
import { deleteAccount } from './delete-account.server.ts'
import '#people/people.css'

export async function loader({ context }: Route.LoaderArgs) {
  const { accountId } = context.get(accountContext)
  const db = context.get(dbContext)
  const { timeZone } = await readProgramme(db)
  const today = todayIn(timeZone)
  const entries = await registrationEntries(db, accountId)
  const upcoming = entries.filter(({ session }) => session.startsOn >= today)
  const overdue = entries.filter((entry) => entry.session.startsOn < today && entry.standing === 'unpaid')
  const reclaimed = (await listOpenAmounts(db, [accountId])).filter(({ state }) => state === 'bounced')
  const owedCents = await owedTo(db, accountId)
  const creditCents = await readAccountCredit(db, accountId)
  const owesCents =
    Math.max(0, -creditCents) +
    sumOwed([...overdue, ...reclaimed.map(({ amountCents }) => ({ owedCents: amountCents }))])
  const describePlace = ({ firstName, event }: (typeof upcoming)[number]) => `${firstName} in ${event.name}`
  return {
    needsCode: await isTeamMember(db, accountId),
    owes: owesCents > 0 ? dollars(owesCents) : undefined,
    stillOwed: owedCents > 0 ? stillOwed(owedCents) : creditCents > 0 ? stillHeld(creditCents) : undefined,
    unpaid: upcoming.filter(({ standing, way }) => standing !== 'paid' || way === 'free').map(describePlace),
    paid: upcoming.filter(({ standing, way }) => standing === 'paid' && way !== 'free').map(describePlace),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = context.get(accountContext)
  const world = context.get(worldContext)
  return submit(request, DeleteAccountForm, async ({ present_password, ...step }) => {
    await deleteAccount(world, visitor, present_password, toCaller(context), step)
    const headers = { 'Set-Cookie': signInCookie(world.env.siteUrl), 'Clear-Site-Data': '"storage"' }
    return redirect('/pages/login?notice=account-deleted', { headers })
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Delete account')

export default function DeleteAccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const checks = useChecks(presentPasswordFields, actionData?.problems)
  const botCheck = useBotCheckWhereNeeded(actionData, secondStepCheckAction)
  const isBusy = useNavigation().state === 'submitting'
  useFocusOnProblem(actionData?.problems)
  const { needsCode, stillOwed, ...places } = loaderData
  return (
    <div className="wrap">
      <PageTitle lead="This cannot be undone.">Delete account</PageTitle>
      <div className="baseline">
        <div className="form-column stack">
          {stillOwed ? (
            <Owed sentence={stillOwed} />
          ) : (
            <>
              <WhatHappens {...places} />
              <Form
                method="post"
                className="stack"
                {...checks.form}
                onSubmit={botCheck.after(checks.form.onSubmit)}
              >
                <Refused reply={actionData} />
                <PresentPassword problem={checks.problems.present_password} />
                {needsCode && <TeamCode problem={checks.problems.code} />}
                {botCheck.line}
                <p className="row">
                  <Button type="submit" variant="danger" busy={isBusy}>
                    {isBusy ? 'Deleting' : 'Delete my account'}
                  </Button>
                  <ButtonLink to="/pages/account">Keep my account</ButtonLink>
                </p>
              </Form>
            </>
          )}
        </div>
      </div>
    </div>
  )
}

function Owed({ sentence }: { sentence: string }) {
  return (
    <>
      <Banner tone="plain">
        <p>
          <b>{sentence}</b> Without your account we would not know whose money it is. If it takes long, write
          or call us: the address is at the end of this page.
        </p>
      </Banner>
      <p>
        <ButtonLink to="/pages/account">Back to the settings</ButtonLink>
      </p>
    </>
  )
}

function WhatHappens({ owes, unpaid, paid }: { owes: string | undefined; unpaid: string[]; paid: string[] }) {
  return (
    <>
      {owes && (
        <Banner tone="due">
          <p>
            <b>You owe us {owes}.</b> It stays owed, and in our books with the number of your family.{' '}
            <a href="/pages/registration-history">Look at what it is for</a>, or write or call us, before you
            delete your account.
          </p>
        </Banner>
      )}
      {paid.length > 0 && (
        <Banner tone="plain">
          <p>
            <b>You have paid places: {formatList(paid)}.</b> They stay taken and are not refunded.{' '}
            <a href="/pages/registration-history">Unregister first</a> to get the money back.
          </p>
        </Banner>
      )}
      <ul>
        <li>
          Your name, email, phone, and saved cards and PayPal accounts are erased, and so are your players.
        </li>
        {unpaid.length > 0 && <li>Unpaid or free places are given up: {formatList(unpaid)}.</li>}
        <li>Payments and gifts stay in our books without your name: save their receipts first.</li>
        <li>You are logged out everywhere.</li>
      </ul>
    </>
  )
}
