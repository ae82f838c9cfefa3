import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { type DeskFamily, familyAt, familyToActOn } from '#desk/family/family.server.ts'
import { FormActs, FormPage } from '#desk/family/form/form-page.tsx'
import { reasonForm } from '#desk/family/form/reason.schema.ts'
import { ReasonFields } from '#desk/family/form/reason-fields.tsx'
import { readCredit } from '#ledger/credit.db.server.ts'
import { nudgeMail } from '#mail/outbox.server.ts'
import { describeCredit } from '#offline-payments/desk-money.server.ts'
import { actOnMoney } from '#offline-payments/money-acts/money-acts.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { decimal, dollars } from '#platform/format/money.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { readFreeCredit } from '#registrations/credit/free-credit.server.ts'
import { memberContext } from '#team/member.server.ts'
import { Field, fieldProps } from '#ui/fields/field.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/pay-out.route.ts'
import { HandedOverFields } from './hand-fields.tsx'
import { moneyReasonNames, moneyReasons } from './money-reasons.ts'
import { HandedOverForm, sumUpTo } from './sum.schema.ts'
import '#desk/family/family.css'

async function creditFor(db: Db, family: DeskFamily) {
  const { timeZone } = await readProgramme(db)
  const creditCents = await readFreeCredit(db, family)
  const usedCents = (await readCredit(db, family.familyId)) - creditCents
  return { creditCents, usedCents, today: todayIn(timeZone) }
}

const formUpTo = ({ creditCents, usedCents, today }: Awaited<ReturnType<typeof creditFor>>) =>
  z
    .object({
      amount: sumUpTo({ cents: creditCents, words: `${describeCredit(creditCents, usedCents)}.` }),
      key: z.uuid(),
    })
    .and(HandedOverForm(today))
    .and(reasonForm(moneyReasonNames))

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const family = await familyAt(db, rowId(params.number))
  return { family, ...(await creditFor(db, family)), key: crypto.randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const world = context.get(worldContext)
  const member = context.get(memberContext)
  const family = () => familyToActOn(world.db, rowId(params.number))
  const form = async () => formUpTo(await creditFor(world.db, await family()))
  return submit(request, form, async ({ amount: cents, ...typed }) => {
    const act = { ...typed, kind: 'pay out' as const, cents }
    const { id, state } = await actOnMoney(world, await family(), member, act)
    nudgeMail(world)
    return redirect(state === 'done' ? `/desk/families/${params.number}?done=pay-out` : `/desk/acts/${id}`)
  })
}

export { FormGone as ErrorBoundary } from '#desk/family/form/form-gone.tsx'

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Pay credit out')

export default function PayOutPage({ loaderData, actionData }: Route.ComponentProps) {
  const { family, creditCents, today, key } = loaderData
  const field = fieldProps(actionData)
  const isBusy = useNavigation().state === 'submitting'
  return (
    <FormPage {...{ family, answer: actionData }} title="Pay credit out">
      {creditCents === 0 && !actionData ? (
        <p>This family has no credit that could be paid out.</p>
      ) : (
        <Form method="post" className="stack" noValidate>
          <input type="hidden" name="key" value={actionData?.values?.key ?? key} />
          <p>The family has {dollars(creditCents)} of credit.</p>
          <Field
            label="Sum"
            hint="In dollars, such as 45.50."
            inputMode="decimal"
            autoComplete="off"
            {...field('amount', decimal(creditCents))}
          />
          <HandedOverFields today={today} answer={actionData} />
          <ReasonFields reasons={moneyReasons} answer={actionData} />
          <FormActs family={family} busy={isBusy}>
            Pay it out
          </FormActs>
        </Form>
      )}
    </FormPage>
  )
}
