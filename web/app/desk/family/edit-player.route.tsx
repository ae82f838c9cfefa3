import { Form, redirect, useNavigation } from 'react-router'
import { FormActs, FormPage } from '#desk/family/form/form-page.tsx'
import { FamilyWhy } from '#desk/family/form/reason.schema.ts'
import { familyReasons, ReasonFields } from '#desk/family/form/reason-fields.tsx'
import { PlayerFields } from '#people/fields.tsx'
import { NewPerson, typed } from '#people/people.schema.ts'
import { personReply } from '#people/sign-in/user.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { memberContext } from '#team/member.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { useFocusOnProblem } from '#ui/problem.tsx'
import type { Route } from './+types/edit-player.route.ts'
import { changePlayerAtDesk } from './change-family.server.ts'
import { playerAt } from './family.server.ts'
import './family.css'

const EditForm = typed(NewPerson).and(FamilyWhy)

export async function loader({ params, context }: Route.LoaderArgs) {
  const { family, player } = await playerAt(context.get(dbContext), params)
  return { family, player: personReply(player) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const db = context.get(dbContext)
  return submit(request, EditForm, async ({ reason, words, ...form }) => {
    const { family, player } = await playerAt(db, params)
    await changePlayerAtDesk(db, family, player.id, form, { actor, reason, words })
    return redirect(`/desk/families/${family.number}?done=changed`)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Edit a player')

export default function EditPlayerPage({ loaderData: { family, player }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting'
  useFocusOnProblem(actionData?.problems)
  const { id, first_name, last_name, birthday, skill_level, phone } = player
  const values = actionData?.values ?? { first_name, last_name, birthday, skill_level, phone }
  return (
    <FormPage {...{ family, answer: actionData }} title="Edit a player">
      <Form method="post" className="stack" noValidate>
        <PlayerFields values={values} problems={actionData?.problems ?? {}} />
        <ReasonFields reasons={familyReasons} answer={actionData} />
        <FormActs family={family} busy={isBusy} doing="Saving">
          Save
        </FormActs>
      </Form>
      {!family.email && <OnPaper page={`/desk/families/${family.number}/players/${id}`} />}
    </FormPage>
  )
}

/** Families with an email do this themselves. */
const OnPaper = ({ page }: { page: string }) => (
  <section className="baseline stack">
    <h2>On paper, in the family’s place</h2>
    <p className="row">
      <ButtonLink to={`${page}/note`}>Care note</ButtonLink>
      <ButtonLink to={`${page}/photos`}>Photos</ButtonLink>
      <ButtonLink to={`${page}/absence`}>Absence</ButtonLink>
      <ButtonLink to={`${page}/delete`}>Delete the player</ButtonLink>
    </p>
  </section>
)
