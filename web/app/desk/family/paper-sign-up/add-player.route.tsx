import { Form, redirect, useNavigation } from 'react-router'
import { familyAt } from '#desk/family/family.server.ts'
import { FormActs, FormPage } from '#desk/family/form/form-page.tsx'
import { addPlayerAtDesk } from '#desk/family/registration/desk-families.server.ts'
import { PlayerFields } from '#people/fields.tsx'
import { NewPerson, typed } from '#people/people.schema.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { memberContext } from '#team/member.server.ts'
import { unlistedMeta } from '#ui/frame/site.ts'
import { useFocusOnProblem } from '#ui/problem.tsx'
import type { Route } from './+types/add-player.route.ts'
import '#desk/family/family.css'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { family: await familyAt(context.get(dbContext), rowId(params.number)) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const world = context.get(worldContext)
  const form = typed(NewPerson)
  return submit(request, form, async (player) => {
    const family = await familyAt(world.db, rowId(params.number))
    const { id } = await addPlayerAtDesk(world, family, player, actor)
    return redirect(`/desk/families/${family.number}/register?player=${id}`)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Add a player')

export default function AddPlayerPage({ loaderData: { family }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting'
  useFocusOnProblem(actionData?.problems)
  return (
    <FormPage {...{ family, answer: actionData }} title="Add a player">
      <Form method="post" className="stack" noValidate>
        <PlayerFields values={actionData?.values ?? {}} problems={actionData?.problems ?? {}} />
        <FormActs family={family} busy={isBusy} doing="Adding">
          Add player
        </FormActs>
      </Form>
    </FormPage>
  )
}
