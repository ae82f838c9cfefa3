import { Form, Link, redirect, useNavigation } from 'react-router'
import { familyAt } from '#desk/family/family.server.ts'
import { FormActs, FormPage } from '#desk/family/form/form-page.tsx'
import { ReasonFields } from '#desk/family/form/reason-fields.tsx'
import { sessionsToRegister } from '#desk/family/registration/desk-sessions.server.ts'
import { listPeople } from '#people/people.db.server.ts'
import { fullName } from '#people/people.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { refuse } from '#platform/refusal.ts'
import { memberContext } from '#team/member.server.ts'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { CheckField, fieldProps, Options, SelectField } from '#ui/fields/field.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/put-in-line.route.ts'
import { aheadReasons } from './ahead-reasons.ts'
import { putInLine } from './desk-line.server.ts'
import { PutInLineForm, playerField } from './put-in-line.schema.ts'
import './waiting-list.css'

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const family = await familyAt(db, rowId(params.number))
  return {
    family,
    players: await listPlayers(db, family.accountId),
    sessions: (await sessionsToRegister(db)).filter(({ mayWait }) => mayWait),
  }
}

async function listPlayers(db: Parameters<typeof listPeople>[0], accountId: string) {
  const everybody = await listPeople(db, accountId)
  return everybody
    .filter(({ role, isActive }) => role !== 'parent' && isActive)
    .map((player) => ({ id: player.id, name: fullName(player) }))
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const world = context.get(worldContext)
  return submit(request, PutInLineForm, async (form) => {
    const family = await familyAt(world.db, rowId(params.number))
    const known = (await listPlayers(world.db, family.accountId)).map(({ id }) => id)
    if (form.personIds.some((id) => !known.includes(id)))
      refuse('not-possible', 'Choose players of this family.')
    await putInLine(world, family, form, actor)
    return redirect(`/desk/families/${family.number}?done=in-line`)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Put on a waiting list')

export default function PutInLinePage({ loaderData, actionData }: Route.ComponentProps) {
  const { family, players, sessions } = loaderData
  const field = fieldProps(actionData)
  const isBusy = useNavigation().state === 'submitting'
  const register = `/desk/families/${family.number}/register`
  if (players.length === 0 || sessions.length === 0)
    return (
      <FormPage {...{ family, answer: actionData }} title="Put on a waiting list">
        <p>{players.length === 0 ? 'This family has no player yet.' : 'No session is full.'}</p>
        <p>
          <Link to={register}>Register a player</Link>
        </p>
      </FormPage>
    )
  return (
    <FormPage {...{ family, answer: actionData }} title="Put on a waiting list">
      <p>A place that comes free is held for the next family in line. You accept it here for this one.</p>
      <Form method="post" className="stack" noValidate>
        <fieldset className="picks">
          <legend>Who waits? Several wait together: all of them or none.</legend>
          {players.map(({ id, name }, at) => (
            <CheckField
              key={id}
              label={<bdi>{name}</bdi>}
              name={playerField(id)}
              defaultChecked={
                actionData ? actionData.values?.[playerField(id)] !== undefined : players.length === 1
              }
              problem={at === 0 ? actionData?.problems?.players : undefined}
            />
          ))}
        </fieldset>
        <SelectField label="Session" {...field('session', '')}>
          <option value="">Choose a session</option>
          <Options options={sessions.map(({ id, label }) => [id, label])} />
        </SelectField>
        <ChoiceCards
          legend="Where in line?"
          {...field('where')}
          choices={[
            { value: 'end', name: 'At the end', hint: 'In turn, as everybody.' },
            {
              value: 'head',
              name: 'At the head',
              hint: 'Others see the day on which a family was moved ahead, and no name.',
            },
          ]}
        />
        <div className="stack why-ahead">
          <ReasonFields reasons={aheadReasons} answer={actionData} />
        </div>
        <FormActs family={family} busy={isBusy}>
          Put on the list
        </FormActs>
      </Form>
    </FormPage>
  )
}
