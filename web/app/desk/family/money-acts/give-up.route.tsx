import { Form, redirect, useNavigation } from 'react-router'
import { familyAt, familyToActOn } from '#desk/family/family.server.ts'
import { FormActs, FormPage } from '#desk/family/form/form-page.tsx'
import { reasonForm } from '#desk/family/form/reason.schema.ts'
import { ReasonFields } from '#desk/family/form/reason-fields.tsx'
import { nudgeMail } from '#mail/outbox.server.ts'
import { giveUpPlaces, placesToGiveUp } from '#offline-payments/give-up-places.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { longDay } from '#platform/format/dates.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { memberContext } from '#team/member.server.ts'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/give-up.route.ts'
import '#desk/family/family.css'

const reasons = {
  'asked for by the family': 'The family asked for it',
  'never paid': 'It was never paid',
  mistake: 'It was registered by mistake',
  other: 'Something else',
} as const
const GiveUpForm = reasonForm(['asked for by the family', 'never paid', 'mistake', 'other'])

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const family = await familyAt(db, rowId(params.number))
  const places = await placesToGiveUp(db, family.accountId)
  const registrationId = rowId(params.registration)
  return { family, place: orNotFound(places.find(({ id }) => id === registrationId)) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const world = context.get(worldContext)
  return submit(request, GiveUpForm, async (why) => {
    const family = await familyToActOn(world.db, rowId(params.number))
    await giveUpPlaces(world, family.accountId, [rowId(params.registration)], { ...why, actor })
    nudgeMail(world)
    return redirect(`/desk/families/${family.number}?done=given-up`)
  })
}

export { FormGone as ErrorBoundary } from '#desk/family/form/form-gone.tsx'

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Give a place up')

export default function GiveUpPage({ loaderData: { family, place }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting'
  return (
    <FormPage {...{ family, answer: actionData }} title="Give this place up?">
      <p>
        <bdi>{place.player}</bdi>, {place.event}, Session {place.number}, {longDay(place.startsOn)}. Nothing
        was paid for it. Others can have it at once{family.email ? ', and the family gets a mail.' : '.'}
      </p>
      <Form method="post" className="stack" noValidate>
        <ReasonFields reasons={reasons} answer={actionData} />
        <FormActs family={family} busy={isBusy} variant="danger">
          Give the place up
        </FormActs>
      </Form>
    </FormPage>
  )
}
