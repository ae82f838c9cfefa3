import { Form, redirect, useNavigation } from 'react-router'
import { FormActs, FormPage } from '#desk/family/form/form-page.tsx'
import { FamilyWhy } from '#desk/family/form/reason.schema.ts'
import { familyReasons, ReasonFields } from '#desk/family/form/reason-fields.tsx'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { memberContext } from '#team/member.server.ts'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/leave-list.route.ts'
import { leaveListAtDesk } from './desk-line.server.ts'
import { EntryText } from './entry-text.tsx'
import { entryAt } from './waiting-entry.server.ts'

export const loader = ({ params, context }: Route.LoaderArgs) => entryAt(context.get(dbContext), params)

export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const world = context.get(worldContext)
  return submit(request, FamilyWhy, async (why) => {
    const { family, entryId } = await entryAt(world.db, params)
    await leaveListAtDesk(world, family, entryId, why, actor)
    return redirect(`/desk/families/${family.number}?done=left-list`)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Leave the waiting list')

export default function LeaveListPage({ loaderData: { family, wait }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting'
  const isOffered = wait?.isOffered
  return (
    <FormPage
      {...{ family, answer: actionData }}
      title={isOffered ? 'Decline what is held?' : 'Leave the waiting list?'}
    >
      <EntryText entry={wait} />
      <p>
        {isOffered
          ? 'The next family in line is offered it. This one can stand in line again, at the end.'
          : 'The family loses its turn. It can stand in line again, at the end.'}
      </p>
      <Form method="post" className="stack" noValidate>
        <ReasonFields reasons={familyReasons} answer={actionData} />
        <FormActs family={family} busy={isBusy} variant="danger">
          {isOffered ? 'Decline' : 'Leave the list'}
        </FormActs>
      </Form>
    </FormPage>
  )
}
