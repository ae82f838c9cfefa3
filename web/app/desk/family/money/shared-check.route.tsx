import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { nudgeMail } from '#mail/outbox.server.ts'
import { Amount, receivedFields } from '#offline-payments/received.schema.ts'
import { recordTogether } from '#offline-payments/record-together.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit, toFieldProblems } from '#platform/forms/submit.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { memberContext } from '#team/member.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field, fieldProps } from '#ui/fields/field.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { FormAnswer } from '#ui/refused.tsx'
import type { Route } from './+types/shared-check.route.ts'
import { asQuestion, moneyField, ReceivedFields } from './hand-fields.tsx'
import { type FoundShare, findShares, sumProblem, type TypedShare } from './shared-check.server.ts'
import '#desk/family/family.css'

const lines = [1, 2, 3, 4, 5, 6, 7, 8]
const CheckForm = z.looseObject({
  ...receivedFields,
  amount: z.string(),
  step: z.enum(['look', 'record']),
  confirmed: z.string().optional(),
})
type CheckForm = z.output<typeof CheckForm>

type Reply = FormReply & { found?: Pick<FoundShare, 'line' | 'name' | 'owedCents' | 'number'>[] }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { timeZone } = await readProgramme(context.get(dbContext))
  const first = new URL(request.url).searchParams.get('family') ?? ''
  return { today: todayIn(timeZone), first: /^\d{1,9}$/.test(first) ? first : '', key: crypto.randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const world = context.get(worldContext)
  return submit(
    request,
    CheckForm,
    async (form): Promise<Response | ReturnType<typeof data<Reply>>> => {
      const read = readLines(form)
      const { shares, problems: unknown } = await findShares(world.db, read.typed)
      const total = Amount.safeParse(form.amount)
      const whole = shares.flatMap((share) => {
        const { amountCents } = share
        return amountCents === undefined ? [] : [{ ...share, amountCents }]
      })
      const problems = { ...read.problems, ...unknown }
      if (read.typed.length < 2) problems['family-2'] ??= 'Write the numbers of two families at least.'
      if (!total.success) problems.amount = toFieldProblems(total.error)[''] ?? ''
      else if (form.step === 'record' && Object.keys(problems).length === 0) {
        const problem = sumProblem(total.data, whole)
        if (problem) problems.amount = problem
      }
      const found = shares.map(({ line, name, owedCents, number }) => ({ line, name, owedCents, number }))
      const isBad = Object.keys(problems).length > 0
      if (isBad || form.step === 'look')
        return data<Reply>({ values: typedIn(form), found, ...(isBad && { problems }) }, isBad ? 400 : 200)
      const { reference, note, received, key, confirmed } = form
      await recordTogether(world, {
        ...{ shares: whole, reference, note, key, actor, receivedOn: received },
        isConfirmed: confirmed === sharesIn(form),
      })
      nudgeMail(world)
      return redirect(`/desk/families/${whole[0]?.number}?done=recorded-together`)
    },
    { fieldFor: moneyField },
  )
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

/** Fingerprint of the sums: a confirmation counts only for these. */
const sharesIn = (form: Record<string, unknown>) =>
  lines.map((line) => `${form[`family-${line}`] ?? ''}:${form[`sum-${line}`] ?? ''}`).join(' ')

const typedIn = (form: CheckForm): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/** Skips empty lines. */
function readLines(form: CheckForm) {
  const problems: Record<string, string> = {}
  const typed: TypedShare[] = []
  for (const line of lines) {
    const [number, sum] = [`family-${line}`, `sum-${line}`].map((name) => String(form[name] ?? '').trim())
    if (!number && !sum) continue
    const amount = Amount.safeParse(sum ?? '')
    if (!/^\d{1,9}$/.test(number ?? ''))
      problems[`family-${line}`] = 'Write the family’s number, such as 1004.'
    if (!amount.success && (sum || form.step === 'record'))
      problems[`sum-${line}`] = toFieldProblems(amount.error)[''] ?? ''
    if (!problems[`family-${line}`]) typed.push({ line, number: Number(number), amountCents: amount.data })
  }
  return { typed, problems }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  unlistedMeta(matches, 'One check for several families')

export default function SharedCheckPage({ loaderData, actionData }: Route.ComponentProps) {
  const { today, first, key } = loaderData
  const reply: Reply | undefined = actionData
  const { answer, asked } = asQuestion(reply)
  const field = fieldProps(answer)
  const isBusy = useNavigation().state === 'submitting'
  const found = reply?.found ?? []
  return (
    <div className="wrap family-form">
      <p className="where-am-i">
        <Link to="/desk/families">Families</Link>
      </p>
      <PageTitle>One check for several families</PageTitle>
      <div className="baseline form-column stack">
        <FormAnswer reply={answer} />
        <p>
          Write the sum of the check, and what each family has of it. A family’s sum pays what is due first
          for it; what is over becomes its credit. Each gets its own receipt.
        </p>
        <Form method="post" className="stack" noValidate>
          <input type="hidden" name="key" defaultValue={reply?.values?.key ?? key} />
          {asked && <input type="hidden" name="confirmed" value={sharesIn(reply?.values ?? {})} />}
          <Field
            label="Amount of the check in dollars"
            inputMode="decimal"
            autoComplete="off"
            {...field('amount')}
          />
          <ReceivedFields field={field} today={today} />
          <ol className="plain stack shares">
            {lines.map((line) => (
              <li key={line}>
                <Field
                  label={`Family ${line}, its number`}
                  inputMode="numeric"
                  autoComplete="off"
                  {...field(`family-${line}`, line === 1 ? first : '')}
                />
                <Field label="Its sum" inputMode="decimal" autoComplete="off" {...field(`sum-${line}`)} />
                <Named share={found.find((share) => share.line === line)} />
              </li>
            ))}
          </ol>
          <div className="row">
            <Button type="submit" name="step" value="look" busy={isBusy}>
              Look the families up
            </Button>
            <Button type="submit" name="step" value="record" variant="ball" busy={isBusy}>
              Record the check
            </Button>
            <ButtonLink to={first ? `/desk/families/${first}` : '/desk/families'}>Back</ButtonLink>
          </div>
        </Form>
      </div>
    </div>
  )
}

const Named = ({ share }: { share: NonNullable<Reply['found']>[number] | undefined }) =>
  share && (
    <p className="small">
      Family {share.number}, <bdi>{share.name}</bdi>:{' '}
      {share.owedCents > 0 ? `${dollars(share.owedCents)} is due` : 'nothing is due'}
    </p>
  )
