import { Form, redirect, useNavigation } from 'react-router'
import { AgreedField } from '#people/accounts/sign-up/liability-field.tsx'
import { localPath } from '#people/sign-in/local-path.ts'
import { useChecks } from '#people/sign-in/use-checks.ts'
import { accountContext } from '#people/sign-in/visitor.server.ts'
import { addressContext, dbContext } from '#platform/contexts.server.ts'
import { longDay, todayIn } from '#platform/format/dates.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import { FormAnswer } from '#ui/refused.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { ReleaseForm } from '../accounts/forms.schema.ts'
import { releaseFields } from '../people.ts'
import type { Route } from './+types/release.route.ts'
import { releaseFor, signOnSite } from './release.server.ts'
import '../people.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { accountId } = context.get(accountContext)
  const { release, standing, signedAt, timeZone } = await releaseFor(context.get(dbContext), accountId)
  const signedOn = signedAt && longDay(todayIn(timeZone, signedAt))
  return { release, standing, signedOn, next: nextPage(request) }
}

export const action = ({ request, context }: Route.ActionArgs) =>
  submit(request, ReleaseForm, async () => {
    await signOnSite(context.get(dbContext), context.get(accountContext), context.get(addressContext))
    return redirect(nextPage(request))
  })

const nextPage = (request: Request) =>
  localPath(new URL(request.url).searchParams.get('next'), '/pages/family-players')

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Liability release')

const leads = {
  signed: undefined,
  outdated: 'It has changed since you signed it.',
  unsigned: 'Once for you and every player of your account.',
}

export default function ReleasePage({ loaderData, actionData }: Route.ComponentProps) {
  const { release, standing, signedOn, next } = loaderData
  const checks = useChecks(releaseFields, actionData?.problems)
  const isBusy = useNavigation().state === 'submitting'
  const isForCheckout = next === '/pages/checkout' && standing === 'unsigned'
  return (
    <div className="wrap">
      <PageTitle
        lead={isForCheckout ? 'Please sign it, then check out. Your cart stays as it is.' : leads[standing]}
      >
        {release.title}
      </PageTitle>
      <div className="baseline form-column stack">
        <FormAnswer reply={actionData} />
        {release.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {signedOn ? (
          <>
            <p>
              <b>
                You signed it on <Unbroken>{signedOn}</Unbroken>.
              </b>
            </p>
            <p>
              <ButtonLink to={next}>Continue</ButtonLink>
            </p>
          </>
        ) : (
          <Form method="post" className="stack" {...checks.form}>
            <AgreedField isAgreed={false} problem={checks.problems['user.liability_agreed']} />
            <div className="row">
              <Button type="submit" variant="ball" busy={isBusy}>
                {isBusy ? 'Signing' : 'Sign the release'}
              </Button>
              <ButtonLink to={next === '/pages/checkout' ? '/pages/cart' : next}>Back</ButtonLink>
            </div>
          </Form>
        )}
      </div>
    </div>
  )
}
