import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { type DeskFamily, familyAt, readFamily } from '#desk/family/family.server.ts'
import { FormActs, FormPage } from '#desk/family/form/form-page.tsx'
import { reasonForm } from '#desk/family/form/reason.schema.ts'
import { ReasonFields } from '#desk/family/form/reason-fields.tsx'
import { listPeople } from '#people/people.db.server.ts'
import { fullName } from '#people/people.ts'
import { dbContext } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay } from '#platform/format/dates.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { retention } from '#platform/retention.ts'
import { memberContext } from '#team/member.server.ts'
import { Button } from '#ui/button.tsx'
import { Field, Options, SelectField } from '#ui/fields/field.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import type { Route } from './+types/merge.route.ts'
import { isSamePlayer } from './likely-same.server.ts'
import { LikelySameFamilies, mergeWith } from './likely-same.tsx'
import { mergeFamilies, mergeOrder } from './merge-families.server.ts'
import '#desk/family/family.css'

const samePlayer = 'same.'
const MergeForm = z
  .record(z.string(), z.string())
  .transform((form) => ({
    ...form,
    samePlayers: new Map(
      Object.entries(form)
        .filter(([name, to]) => name.startsWith(samePlayer) && to !== '')
        .map(([name, to]) => [name.slice(samePlayer.length), to]),
    ),
  }))
  .pipe(
    reasonForm(['mistake', 'asked for by the family', 'other']).and(
      z.object({ samePlayers: z.map(z.uuid(), z.uuid()) }),
    ),
  )
const reasons = {
  mistake: 'It was entered twice',
  'asked for by the family': 'The family asked for it',
  other: 'Something else',
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const family = await familyAt(db, rowId(params.number))
  const typed = otherIn(request)
  const { likely } = await readFamily(db, family)
  if (!typed) return { family, typed, likely }
  try {
    return { family, typed, likely, merge: await readMerge(db, family, typed) }
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    const isUnknown = problem.code === 'not-found'
    return {
      family,
      typed,
      likely,
      problem: isUnknown ? `No family has the number ${typed}.` : problem.message,
    }
  }
}

const otherIn = (request: Request) => new URL(request.url).searchParams.get('with')?.trim() ?? ''

const parentFirst = async (db: Db, { accountId }: DeskFamily) =>
  (await listPeople(db, accountId)).sort(
    (one, other) => Number(other.role === 'parent') - Number(one.role === 'parent'),
  )

const readOrder = async (db: Db, family: DeskFamily, other: string) =>
  mergeOrder(family, await familyAt(db, rowId(other)))

/** Preview of the merge. */
async function readMerge(db: Db, family: DeskFamily, other: string) {
  const { stays, goes } = await readOrder(db, family, other)
  const [contact, ...players] = await parentFirst(db, goes)
  const [, ...staying] = await parentFirst(db, stays)
  const { registrations, payments } = await readFamily(db, goes)
  const shown = (player: (typeof players)[number]) => ({
    id: player.id,
    name: [fullName(player), player.birthday && `born ${longDay(player.birthday)}`]
      .filter(Boolean)
      .join(', '),
  })
  return {
    stays,
    goes,
    contact: contact && [fullName(contact), contact.phone].filter(Boolean).join(', '),
    places: registrations.length,
    payments: payments.online.length + payments.byHand.length,
    players: players.map((player) => ({
      ...shown(player),
      sameAs: staying.find((one) => isSamePlayer(one, player))?.id ?? '',
    })),
    staying: staying.map(shown),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const db = context.get(dbContext)
  return submit(request, MergeForm, async ({ samePlayers, reason, words }) => {
    const order = await readOrder(db, await familyAt(db, rowId(params.number)), otherIn(request))
    await mergeFamilies(db, { ...order, samePlayers }, { actor, reason, words })
    return redirect(`/desk/families/${order.stays.number}?done=merged`)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Make two families one')

export default function MergePage({ loaderData, actionData }: Route.ComponentProps) {
  const { family, typed, likely, merge, problem } = loaderData
  const isBusy = useNavigation().state === 'submitting'
  if (!merge)
    return (
      <FormPage {...{ family, answer: actionData }} title="Make two families one">
        <LikelySameFamilies likely={likely} to={mergeWith(family.number)} />
        <Form className="stack" role="search">
          <Field
            label="Number of the other family"
            name="with"
            inputMode="numeric"
            defaultValue={typed}
            problem={problem}
            autoComplete="off"
          />
          <Button type="submit">Look at both</Button>
        </Form>
      </FormPage>
    )
  const { stays, goes, players, staying } = merge
  return (
    <FormPage
      {...{ family, answer: actionData }}
      title={`Make ${stays.number} and ${goes.number} one family?`}
    >
      <p>
        <b>
          Family {stays.number}, <bdi>{fullName(stays)}</bdi>, stays.
        </b>{' '}
        {stays.email ?? 'It has no email: everything goes on paper.'}
      </p>
      <p>
        <b>
          Family {goes.number}, <bdi>{fullName(goes)}</bdi>, becomes part of it
        </b>{' '}
        with {counted(merge.places, 'place')}, {counted(merge.payments, 'payment')}, its mails and its
        release. Its number leads to family {stays.number} from then on. Whom it named to call is not kept:{' '}
        <bdi>{merge.contact && <Unbroken>{merge.contact}</Unbroken>}</bdi>.
      </p>
      <Form method="post" className="stack" noValidate>
        {players.map(({ id, name, sameAs }) => (
          <SelectField
            key={id}
            label={<bdi>{name}</bdi>}
            name={`${samePlayer}${id}`}
            defaultValue={actionData?.values?.[`${samePlayer}${id}`] ?? sameAs}
            hint={`Of family ${goes.number}`}
          >
            <option value="">is a player of their own</option>
            <Options options={staying.map((one) => [one.id, `is ${one.name}`])} />
          </SelectField>
        ))}
        <ReasonFields reasons={reasons} answer={actionData} />
        <p className="small">You can undo it for {retention.mergeUndoHours} hours. The family is not told.</p>
        <FormActs family={family} busy={isBusy} doing="Making them one" variant="danger">
          Make them one family
        </FormActs>
      </Form>
    </FormPage>
  )
}

const counted = (many: number, noun: string) => `${many} ${many === 1 ? noun : `${noun}s`}`
