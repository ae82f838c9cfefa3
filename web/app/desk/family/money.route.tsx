import { useState } from 'react'
import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { recordAtDesk } from '#by-hand/offline-payments.server.ts'
import { nudgeMail } from '#mail/outbox.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { monthDay, todayIn } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { rowId } from '#platform/page.server.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { stayOnPage } from '#platform/stay-on-page.ts'
import { submit } from '#platform/submit.server.ts'
import { owedFor } from '#registrations/dues.ts'
import { offlineWays } from '#registrations/ways-to-pay.ts'
import { memberContext } from '#team/member.server.ts'
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { CheckField, Field, fieldsOf } from '#ui/field.tsx'
import { unlistedMeta } from '#ui/site.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import type { Route } from './+types/money.route.ts'
import { familyAt, payableOf } from './family.server.ts'
import { FormActs, FormPage } from './form-page.tsx'
import './family.css'

const RecordForm = z
  .looseObject({
    how: z.enum(offlineWays, { error: 'Choose what they gave you.' }),
    note: z.string().trim().max(200, 'This is too long: at most 200 letters.'),
    received: z.iso.date('Write a date, such as 2027-06-21.'),
    amount: z.string().regex(/^\d{1,9}$/),
    key: z.uuid(),
  })
  .transform(({ how, note, received, amount, key, ...rest }) => ({
    ...{ how, note, key, receivedOn: received, amountCents: Number(amount) },
    registrationIds: Object.keys(rest)
      .flatMap((name) => /^place-(\d{1,9})$/.exec(name)?.[1] ?? [])
      .map(Number),
  }))
  .refine(({ registrationIds }) => registrationIds.length > 0, {
    path: ['places'],
    error: 'Tick what it pays for.',
  })

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const family = await familyAt(db, rowId(params.number))
  const { timeZone } = await readProgramme(db)
  const places = await payableOf(db, family.accountId)
  return { family, places, today: todayIn(timeZone), key: crypto.randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const world = context.get(worldContext)
  return submit(request, RecordForm, async (payment) => {
    const family = await familyAt(world.db, rowId(params.number))
    await recordAtDesk(world, family, { ...payment, actor })
    nudgeMail(world)
    return redirect(`/desk/families/${family.number}?done=${family.email ? 'recorded' : 'recorded-on-paper'}`)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Record money')

export default function MoneyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { family, places, today, key } = loaderData
  const problems = actionData?.problems
  const of = fieldsOf(actionData)
  const isBusy = useNavigation().state === 'submitting'
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const totalCents = owedFor(places.filter(({ id }) => !left.has(id)))
  const tick = (id: number, isTicked: boolean) =>
    setLeft((now) => new Set(isTicked ? [...now].filter((other) => other !== id) : [...now, id]))
  return (
    <FormPage {...{ family, answer: actionData }} title="Record money">
      {places.length === 0 ? (
        <p>This family owes nothing.</p>
      ) : (
        <Form method="post" className="stack" noValidate>
          <input type="hidden" name="key" value={key} />
          <input type="hidden" name="amount" value={totalCents} />
          <ChoiceCards
            legend="What did they give you?"
            layout="row"
            {...of('how')}
            choices={[
              { value: 'check', name: 'Check' },
              { value: 'cash', name: 'Cash' },
              { value: 'venmo-transfer', name: 'Venmo' },
            ]}
          />
          <Field label="Received on" type="date" max={today} {...of('received', today)} />
          <Field
            label="Note"
            hint="Such as the number of the check, or the name in Venmo."
            optional
            autoComplete="off"
            {...of('note')}
          />
          <fieldset className="stack pays-for">
            <legend>It pays for</legend>
            {problems?.places && <p className="problem">{problems.places}</p>}
            {places.map(({ id, player, event, dueOn, owedCents }) => (
              <CheckField
                key={id}
                name={`place-${id}`}
                defaultChecked
                onChange={({ currentTarget }) => tick(id, currentTarget.checked)}
                label={
                  <span className="paid-place">
                    <span>
                      <bdi>{player}</bdi>, {event}, <Unbroken>{`due ${monthDay(dueOn)}`}</Unbroken>
                    </span>
                    <b className="figure">{dollars(owedCents)}</b>
                  </span>
                }
              />
            ))}
          </fieldset>
          <p className="total">
            <span>Together</span>
            <b className="figure">{dollars(totalCents)}</b>
          </p>
          <p className="small break">
            {family.email
              ? `The receipt goes to ${family.email}.`
              : 'Print the receipt afterwards: this family has no email.'}{' '}
            If a check bounces, take it back here: the log keeps both.
          </p>
          <FormActs family={family} busy={isBusy} doing="Recording">
            {`Record ${dollars(totalCents)}`}
          </FormActs>
        </Form>
      )}
    </FormPage>
  )
}
