import { Form, Link, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { familyAt } from '#desk/family/family.server.ts'
import { FormActs, FormPage } from '#desk/family/form/form-page.tsx'
import { listPeople } from '#people/people.db.server.ts'
import { fullName } from '#people/people.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { memberContext } from '#team/member.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { Field, fieldProps, Options, SelectField } from '#ui/fields/field.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { useFocusOnProblem } from '#ui/problem.tsx'
import type { Route } from './+types/register.route.ts'
import { registerAtDesk } from './desk-families.server.ts'
import { sessionsToRegister } from './desk-sessions.server.ts'
import '#desk/family/family.css'

const RegisterForm = z.object({
  person: z.uuid('Choose a player.'),
  /** Id and price shown. */
  session: z.string().regex(/^\d{1,9} \d{1,9}$/, 'Choose a session.'),
  pay: z.enum(['later', 'now']),
  words: z.string().trim().max(300, 'This is too long: at most 300 letters.').default(''),
  key: z.uuid(),
})

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const family = await familyAt(db, rowId(params.number))
  const players = (await listPeople(db, family.accountId)).filter(({ role }) => role !== 'parent')
  return {
    family,
    players: players.map((player) => ({ id: player.id, name: fullName(player) })),
    chosen: new URL(request.url).searchParams.get('player') ?? '',
    sessions: await sessionsToRegister(db),
    key: crypto.randomUUID(),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const world = context.get(worldContext)
  return submit(request, RegisterForm, async (form) => {
    const family = await familyAt(world.db, rowId(params.number))
    const [sessionId = 0, seenCents = 0] = form.session.split(' ').map(Number)
    const { person: personId, key: idempotencyKey, words } = form
    await registerAtDesk(world, family, { personId, sessionId, seenCents, idempotencyKey, words }, actor)
    const page = `/desk/families/${family.number}`
    return redirect(form.pay === 'now' && seenCents > 0 ? `${page}/money` : `${page}?done=registered`)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Register a player')

export default function RegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { family, players, chosen, sessions, key } = loaderData
  const field = fieldProps(actionData)
  const isBusy = useNavigation().state === 'submitting'
  useFocusOnProblem(actionData?.problems)
  const addPlayer = `/desk/families/${family.number}/add-player`
  if (players.length === 0)
    return (
      <FormPage {...{ family, answer: actionData }} title="Register a player">
        <p>This family has no player yet.</p>
        <p>
          <ButtonLink variant="ball" to={addPlayer}>
            Add a player
          </ButtonLink>
        </p>
      </FormPage>
    )
  return (
    <FormPage {...{ family, answer: actionData }} title="Register a player">
      <Form method="post" className="stack" noValidate>
        <input type="hidden" name="key" value={key} />
        <SelectField
          label="Player"
          {...field('person', chosen || (players.length === 1 ? players[0]?.id : ''))}
          labelAction={
            <ButtonLink variant="bare" to={addPlayer}>
              Another child
            </ButtonLink>
          }
        >
          <option value="">Choose a player</option>
          <Options options={players.map(({ id, name }) => [id, name])} />
        </SelectField>
        <SelectField label="Session" {...field('session', '')}>
          <option value="">Choose a session</option>
          <Options options={sessions.map(({ value, label }) => [value, label])} />
        </SelectField>
        {sessions.some(({ mayWait }) => mayWait) && (
          <p className="small">
            A session that is full goes by its list:{' '}
            <Link to={`/desk/families/${family.number}/waiting-list`}>put the family on a waiting list</Link>.
          </p>
        )}
        <ChoiceCards
          legend="How is it paid?"
          {...field('pay', 'later')}
          choices={[
            {
              value: 'later',
              name: 'Later',
              hint: family.email
                ? `The invoice goes to ${family.email}.`
                : 'Print the invoice: this family has no email.',
            },
            { value: 'now', name: 'Now, by check, cash or Venmo', hint: 'You record it in the next step.' },
          ]}
        />
        {sessions.some(({ needsReason }) => needsReason) && (
          <Field
            label="Why outside of registration?"
            hint="Only for a session that has begun, is not open yet, or is closed. For the log; no names, please."
            optional
            autoComplete="off"
            {...field('words')}
          />
        )}
        <p className="small">The player has the place at once, and nobody is asked for a card.</p>
        <FormActs family={family} busy={isBusy} doing="Registering">
          Register
        </FormActs>
      </Form>
    </FormPage>
  )
}
