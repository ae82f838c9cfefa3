import { Form, redirect, useNavigation } from 'react-router'
import { FormActs, FormPage } from '#desk/family/form/form-page.tsx'
import { ReasonFields } from '#desk/family/form/reason-fields.tsx'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { memberContext } from '#team/member.server.ts'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/move-ahead.route.ts'
import { aheadReasons } from './ahead-reasons.ts'
import { moveAheadAtDesk } from './desk-line.server.ts'
import { EntryText } from './entry-text.tsx'
import { MoveAheadReason } from './put-in-line.schema.ts'
import { entryAt } from './waiting-entry.server.ts'

export const loader = ({ params, context }: Route.LoaderArgs) => entryAt(context.get(dbContext), params)

export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const world = context.get(worldContext)
  return submit(request, MoveAheadReason, async (why) => {
    const { family, entryId } = await entryAt(world.db, params)
    await moveAheadAtDesk(world, family, entryId, why, actor)
    return redirect(`/desk/families/${family.number}?done=moved-ahead`)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Move to the head of the list')

export default function MoveAheadPage({ loaderData: { family, wait }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting'
  return (
    <FormPage {...{ family, answer: actionData }} title="Move to the head of the list?">
      <EntryText entry={wait} />
      <p>
        The next place that comes free is held for this family. The others in line see the day on which a
        family was moved ahead, and no name.
      </p>
      <Form method="post" className="stack" noValidate>
        <ReasonFields reasons={aheadReasons} answer={actionData} />
        <FormActs family={family} busy={isBusy}>
          Move to the head
        </FormActs>
      </Form>
    </FormPage>
  )
}
