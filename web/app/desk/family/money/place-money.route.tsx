import { Form, Link, redirect, useNavigation } from 'react-router'
import { familyAt, familyToActOn } from '#desk/family/family.server.ts'
import { FormActs, FormPage } from '#desk/family/form/form-page.tsx'
import { ReasonFields } from '#desk/family/form/reason-fields.tsx'
import { nudgeMail } from '#mail/outbox.server.ts'
import { chargeFee, useCreditAtDesk as payWithCredit } from '#offline-payments/desk-money.server.ts'
import { actOnMoney } from '#offline-payments/money-acts/money-acts.server.ts'
import type { World } from '#platform/contexts.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { decimal, dollars } from '#platform/format/money.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { refuse } from '#platform/refusal.ts'
import { beingPaidMessage } from '#refunds/refusal-messages.ts'
import { type Member, memberContext } from '#team/member.server.ts'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { Field, fieldProps } from '#ui/fields/field.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import type { Route } from './+types/place-money.route.ts'
import { moneyReasons } from './money-reasons.ts'
import { type PlaceAct, placeActs, placeForms } from './place-acts.schema.ts'
import { type PlaceMoney, readPlaceMoney } from './place-money.server.ts'
import '#desk/family/family.css'

const actIn = ({ url }: Request): PlaceAct | undefined => {
  const requested = new URL(url).searchParams.get('do')
  return placeActs.find((act) => act === requested)
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const family = await familyAt(db, rowId(params.number))
  const place = await readPlaceMoney(db, family, rowId(params.registration))
  return { family, place, requestedAct: actIn(request), key: crypto.randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const world = context.get(worldContext)
  const member = context.get(memberContext)
  const at = { number: rowId(params.number), registrationId: rowId(params.registration) }
  const to = await answerTo(request, { world, member, act: actIn(request), ...at })
  nudgeMail(world)
  return to
}

type Acting = {
  world: World
  member: Member
  act: PlaceAct | undefined
  number: number
  registrationId: number
}

function answerTo(request: Request, { world, member, act, number, registrationId }: Acting) {
  const { actor } = member
  const family = () => familyToActOn(world.db, number)
  const formFor =
    <Act extends PlaceAct>(act: Act) =>
    async () => {
      const place = await readPlaceMoney(world.db, await family(), registrationId)
      if (place.standing === 'being paid') refuse('being-paid', beingPaidMessage)
      return placeForms(place)[act]
    }
  const done = (name: string) => redirect(`/desk/families/${number}?done=${name}`)
  const ask = async (requested: Parameters<typeof actOnMoney>[3]) => {
    const { id, state } = await actOnMoney(world, await family(), member, requested)
    return state === 'done' ? done(requested.kind.replace(' ', '-')) : redirect(`/desk/acts/${id}`)
  }
  switch (act) {
    case 'give-up':
    case 'give-back':
      return submit(request, formFor(act), ({ amount: cents, ...form }) =>
        ask({ ...form, kind: act === 'give-up' ? 'give up' : 'give back', registrationId, cents }),
      )
    case 'waive':
      return submit(request, formFor(act), ({ amount: cents, ...form }) =>
        ask({ ...form, kind: 'waive', registrationId, cents }),
      )
    case 'fee':
      return submit(request, formFor(act), async ({ amount: cents, ...form }) => {
        await chargeFee(world, await family(), registrationId, { ...form, cents, actor })
        return done('fee')
      })
    case 'use-credit':
      return submit(request, formFor(act), async ({ amount: cents, key }) => {
        await payWithCredit(world, await family(), registrationId, { cents, key, actor })
        return done('credit-used')
      })
    default:
      return refuse('not-found')
  }
}

export { FormGone as ErrorBoundary } from '#desk/family/form/form-gone.tsx'

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Money of a place')

export default function PlaceMoneyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { family, place, requestedAct, key } = loaderData
  // A submitted form stays even if its act is no longer possible.
  const act = requestedAct && (actionData || place.acts.includes(requestedAct)) ? requestedAct : undefined
  const isBusy = useNavigation().state === 'submitting'
  return (
    <FormPage {...{ family, answer: actionData }} title="Money of a place">
      <p>
        <bdi>{place.player}</bdi>, {place.event},{' '}
        <Unbroken>{`Session ${place.number}, ${place.dates}`}</Unbroken>
        {place.isGivenUp && ', given up'}
      </p>
      <Sums {...place} />
      {place.standing === 'being paid' && (
        <p>A payment for it is under way. Wait until it is over, then come back.</p>
      )}
      <Choices acts={place.acts} chosen={act} />
      {act && (
        <Form method="post" className="stack" noValidate key={act}>
          <input type="hidden" name="key" value={actionData?.values?.key ?? key} />
          <h2 id="act">{actTexts[act].name}</h2>
          <p>{actTexts[act].hint}</p>
          <Fields {...{ act, place, answer: actionData }} />
          <FormActs family={family} busy={isBusy} variant={act === 'give-up' ? 'danger' : 'ball'}>
            {actTexts[act].does}
          </FormActs>
        </Form>
      )}
    </FormPage>
  )
}

const actTexts: Record<PlaceAct, { name: string; hint: string; does: string }> = {
  'give-up': {
    name: 'Give the place up',
    hint: 'Others can have it then. What does not go back stays with the programme as a fee.',
    does: 'Give the place up',
  },
  'give-back': {
    name: 'Give a part back',
    hint: 'The place stays, and costs less.',
    does: 'Give it back',
  },
  waive: {
    name: 'Take off what is due',
    hint: 'The family owes less for it, or nothing.',
    does: 'Take it off',
  },
  'use-credit': {
    name: 'Use the family’s credit',
    hint: 'It pays what is due, or a part of it.',
    does: 'Use the credit',
  },
  fee: {
    name: 'Charge a fee',
    hint: 'Such as what the bank takes for a check that bounced.',
    does: 'Charge the fee',
  },
}

const Sums = ({ priceCents, paidCents, outstandingCents, weOweCents, creditCents }: PlaceMoney) => (
  <dl className="place-sums">
    <Sum name="Price" cents={priceCents} />
    <Sum name="Paid" cents={paidCents} />
    {weOweCents > 0 ? <Sum name="We owe" cents={weOweCents} /> : <Sum name="Due" cents={outstandingCents} />}
    <Sum name="Credit of the family" cents={creditCents} />
  </dl>
)

const Sum = ({ name, cents }: { name: string; cents: number }) => (
  <div>
    <dt>{name}</dt>
    <dd className="figure">{dollars(cents)}</dd>
  </div>
)

const Choices = ({ acts, chosen }: { acts: PlaceAct[]; chosen: PlaceAct | undefined }) =>
  acts.length > 0 && (
    <nav aria-label="What to do">
      <ul className="place-acts">
        {acts.map((act) => (
          <li key={act}>
            <Link
              to={`?do=${act}`}
              className="button outline"
              aria-current={act === chosen ? 'true' : undefined}
              preventScrollReset
            >
              {actTexts[act].name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )

type FieldsProps = { act: PlaceAct; place: PlaceMoney; answer: FormReply | undefined }

function Fields({ act, place, answer }: FieldsProps) {
  const field = fieldProps(answer)
  const { outstandingCents, creditCents } = place
  const usual = {
    'give-up': '',
    'give-back': '',
    fee: '',
    waive: decimal(outstandingCents),
    'use-credit': decimal(Math.min(outstandingCents, creditCents)),
  }
  const gives = act === 'give-up' || act === 'give-back'
  return (
    <>
      {act === 'give-up' && (
        <ChoiceCards
          legend="How much goes back?"
          layout="row"
          {...field('back')}
          choices={[
            { value: 'all', name: 'All' },
            { value: 'part', name: 'A part' },
            { value: 'nothing', name: 'Nothing' },
          ]}
        />
      )}
      <Field
        label={act === 'give-up' ? 'Which part' : 'Sum'}
        hint={act === 'give-up' ? 'In dollars; only where a part goes back.' : 'In dollars, such as 45.50.'}
        inputMode="decimal"
        autoComplete="off"
        {...field('amount', usual[act])}
      />
      {gives && (
        <ChoiceCards
          legend="How?"
          layout="two"
          {...field('as')}
          choices={[
            { value: 'money', name: 'As money', hint: 'To the card, or by hand where it came so.' },
            { value: 'credit', name: 'As credit', hint: 'It pays what they register next.' },
          ]}
        />
      )}
      {act !== 'use-credit' && <ReasonFields reasons={moneyReasons} answer={answer} />}
    </>
  )
}
