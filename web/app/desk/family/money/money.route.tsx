import { useEffect, useRef, useState } from 'react'
import { Form, Link, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { familyAt, familyToActOn, listPayable } from '#desk/family/family.server.ts'
import { FormActs, FormPage } from '#desk/family/form/form-page.tsx'
import { PaidPlace, WhatBecomes } from '#desk/family/what-becomes.tsx'
import { readCredit } from '#ledger/credit.db.server.ts'
import { nudgeMail } from '#mail/outbox.server.ts'
import { recordAtDesk } from '#offline-payments/offline-payments.server.ts'
import { Amount, parseAmount, receivedFields } from '#offline-payments/received.schema.ts'
import { exceedsDueByFar, spreadPayment } from '#offline-payments/spread-payment.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { monthDay, todayIn } from '#platform/format/dates.ts'
import { decimal, dollars } from '#platform/format/money.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { sumOwed } from '#registrations/dues.ts'
import { offlineWays } from '#registrations/ways-to-pay.ts'
import { memberContext } from '#team/member.server.ts'
import { ChoiceCards } from '#ui/fields/choice-cards.tsx'
import { CheckField, Field, fieldProps } from '#ui/fields/field.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import type { Route } from './+types/money.route.ts'
import { asQuestion, handWays, moneyField, ReceivedFields } from './hand-fields.tsx'
import '#desk/family/family.css'

const RecordForm = z
  .looseObject({
    ...receivedFields,
    how: z.enum(offlineWays, { error: 'Choose what they gave you.' }),
    amount: Amount,
    confirmed: z.string().optional(),
  })
  .transform(({ how, reference, note, received, amount, key, confirmed = '', ...rest }) => ({
    ...{ how, reference, note, key, receivedOn: received, amountCents: amount },
    confirmedCents: parseAmount(confirmed),
    registrationIds: Object.keys(rest)
      .flatMap((name) => /^place-(\d{1,9})$/.exec(name)?.[1] ?? [])
      .map(Number),
  }))

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const family = await familyAt(db, rowId(params.number))
  const { timeZone } = await readProgramme(db)
  const places = await listPayable(db, family.accountId)
  const creditCents = await readCredit(db, family.familyId)
  const paidFor = Number(new URL(request.url).searchParams.get('for'))
  return {
    ...{ family, places, creditCents, today: todayIn(timeZone), key: crypto.randomUUID() },
    /** Preselected by a link. */
    chosen: places.find(({ id }) => id === paidFor)?.id,
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const world = context.get(worldContext)
  return submit(
    request,
    RecordForm,
    async (payment) => {
      const family = await familyToActOn(world.db, rowId(params.number))
      const { spread } = await recordAtDesk(world, family, { ...payment, actor })
      nudgeMail(world)
      const isBeingPaid = (spread?.beingPaidCents ?? 0) > 0
      const done = isBeingPaid ? 'recorded-as-credit' : family.email ? 'recorded' : 'recorded-on-paper'
      return redirect(`/desk/families/${family.number}?done=${done}`)
    },
    { fieldFor: moneyField },
  )
}

export { FormGone as ErrorBoundary } from '#desk/family/form/form-gone.tsx'

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Record money')

export default function MoneyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { family, places, creditCents, today, key, chosen } = loaderData
  const { answer, asked } = asQuestion(actionData)
  const field = fieldProps(answer)
  const isBusy = useNavigation().state === 'submitting'
  const sent = actionData?.values
  const form = useRef<HTMLFormElement>(null)
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(
    () =>
      new Set(
        places
          .map(({ id }) => id)
          .filter((id) => (sent ? !sent[`place-${id}`] : chosen !== undefined && id !== chosen)),
      ),
  )
  const [typed, setTyped] = useState(sent?.amount)
  const ticked = places.filter(({ id }) => !excluded.has(id))
  const owedCents = chosen === undefined ? Math.max(0, -creditCents) : 0
  // The sum follows the ticks until it is edited.
  const amount = typed ?? decimal(sumOwed(ticked) + owedCents)
  const amountCents = parseAmount(amount) ?? 0
  const spread = spreadPayment(
    amountCents,
    places,
    ticked.map(({ id }) => id),
  )
  // Includes changes made before hydration.
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>('[name=amount]')
    if (field && field.value !== field.defaultValue) setTyped(field.value)
    const unticked = form.current?.querySelectorAll<HTMLInputElement>('[name^=place-]:not(:checked)') ?? []
    setExcluded(new Set(Array.from(unticked, ({ name }) => Number(name.slice('place-'.length)))))
  }, [])
  const tick = (id: number, isTicked: boolean) =>
    setExcluded((now) => new Set(isTicked ? [...now].filter((other) => other !== id) : [...now, id]))
  return (
    <FormPage {...{ family, answer }} title="Record money">
      <p>
        <Link to={`/desk/money/check?family=${family.number}`}>This check is for several families</Link>
      </p>
      <Form method="post" className="stack" noValidate ref={form}>
        <input type="hidden" {...{ name: 'key', defaultValue: sent?.key ?? key }} />
        {asked && <input type="hidden" name="confirmed" value={asked} />}
        <ChoiceCards legend="What did they give you?" layout="row" {...field('how')} choices={handWays} />
        <Field
          label="Amount in dollars"
          inputMode="decimal"
          autoComplete="off"
          {...field('amount')}
          defaultValue={undefined}
          value={amount}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <ReceivedFields field={field} today={today} />
        {places.length > 0 && (
          <fieldset className="stack pays-for">
            <legend>It pays for</legend>
            {places.map(({ id, player, event, dueOn, owedCents }) => (
              <CheckField
                key={id}
                name={`place-${id}`}
                defaultChecked={!excluded.has(id)}
                onChange={({ currentTarget }) => tick(id, currentTarget.checked)}
                label={
                  <PaidPlace figure={dollars(owedCents)}>
                    <bdi>{player}</bdi>, {event}, <Unbroken>{`due ${monthDay(dueOn)}`}</Unbroken>
                  </PaidPlace>
                }
              />
            ))}
          </fieldset>
        )}
        {amountCents > 0 && <WhatBecomes {...{ amountCents, spread, places, creditCents }} />}
        <p className="small break">
          {family.email
            ? `The receipt goes to ${family.email}.`
            : 'Print the receipt afterwards: this family has no email.'}{' '}
          If a check bounces, take it back here: the log keeps both.
        </p>
        <FormActs family={family} busy={isBusy} doing="Recording">
          {amountCents > 0 ? `Record ${dollars(amountCents)}` : 'Record'}
          {asked === amount &&
            exceedsDueByFar(amountCents, sumOwed(places) + Math.max(0, -creditCents)) &&
            ' all the same'}
        </FormActs>
      </Form>
    </FormPage>
  )
}
