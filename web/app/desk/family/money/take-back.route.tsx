import { Form, redirect, useNavigation } from 'react-router'
import { type DeskFamily, familyAt, familyToActOn } from '#desk/family/family.server.ts'
import { FormActs, FormPage } from '#desk/family/form/form-page.tsx'
import { reasonForm } from '#desk/family/form/reason.schema.ts'
import { ReasonFields } from '#desk/family/form/reason-fields.tsx'
import { nudgeMail } from '#mail/outbox.server.ts'
import { listRecordedPayments, listSameCheck } from '#offline-payments/find-families.server.ts'
import { takeBackPayment } from '#offline-payments/take-back.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay } from '#platform/format/dates.ts'
import { dollars, sumCents } from '#platform/format/money.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { wayLabels } from '#registrations/ways-to-pay.ts'
import { memberContext } from '#team/member.server.ts'
import { unlistedMeta } from '#ui/frame/site.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import type { Route } from './+types/take-back.route.ts'
import '#desk/family/family.css'

const reasons = {
  mistake: 'It was recorded by mistake',
  bounced: 'The check bounced, or the transfer was called back',
}
const TakeBackForm = reasonForm(['mistake', 'bounced'])

async function readPayment(db: Db, family: DeskFamily, id: number) {
  const payment = orNotFound(
    (await listRecordedPayments(db, [family.accountId])).find((row) => row.id === id),
  )
  const others = payment.togetherId ? await listSameCheck(db, payment.togetherId, id) : []
  return { payment, others }
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const family = await familyAt(db, rowId(params.number))
  return { family, ...(await readPayment(db, family, rowId(params.payment))) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const world = context.get(worldContext)
  return submit(request, TakeBackForm, async ({ reason, words }) => {
    const family = await familyToActOn(world.db, rowId(params.number))
    const { payment } = await readPayment(world.db, family, rowId(params.payment))
    const hasBounced = reason === 'bounced'
    await takeBackPayment(world, { id: payment.id, registrationIds: [], hasBounced, actor, words })
    nudgeMail(world)
    const done = payment.togetherId ? 'taken-back-together' : 'taken-back'
    return redirect(`/desk/families/${family.number}?done=${done}`)
  })
}

export { FormGone as ErrorBoundary } from '#desk/family/form/form-gone.tsx'

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Take a payment back')

export default function TakeBackPage({ loaderData, actionData }: Route.ComponentProps) {
  const { family, payment, others } = loaderData
  const isBusy = useNavigation().state === 'submitting'
  const { reference, note, how, receivedOn, recordedOn, recordedBy, paid, creditCents } = payment
  const remainingCents = payment.amountCents - payment.takenBackCents
  const allCents = sumCents([remainingCents, ...others.map((other) => other.leftCents)])
  const isInUse = paid.length > 0 || creditCents > 0
  return (
    <FormPage {...{ family, answer: actionData }} title="Take this payment back?">
      <p>
        {dollars(remainingCents)} {wayLabels[how]}
        {reference && `, number ${reference}`}
        {note && ` (${note})`}, received on <Unbroken>{longDay(receivedOn)}</Unbroken>, recorded on{' '}
        <Unbroken>{longDay(recordedOn)}</Unbroken> by <bdi>{recordedBy}</bdi>.{' '}
        {isInUse ? 'It pays for:' : 'It pays for no place any more.'}
      </p>
      {isInUse && (
        <ul className="dots">
          {paid.map(({ id, player, event, paidCents }) => (
            <li key={id}>
              <bdi>{player}</bdi>, {event}, {dollars(paidCents)}
            </li>
          ))}
          {creditCents > 0 && <li>Credit, {dollars(creditCents)}</li>}
        </ul>
      )}
      <p>
        {paid.length > 0 && 'These are unpaid again. '}
        {creditCents > 0 && 'The credit is gone. '}The record stays, with who took it back
        {family.email ? ', and the family gets a mail' : ''}.
      </p>
      {others.length > 0 && (
        <div className="banner due">
          <p>
            <b>One check for several families.</b> It is taken back of all of them:
          </p>
          <ul className="dots">
            {others.map(({ number, leftCents }) => (
              <li key={number}>
                Family {number}, {dollars(leftCents)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Form method="post" className="stack" noValidate>
        <ReasonFields reasons={reasons} answer={actionData} />
        <FormActs family={family} busy={isBusy} variant="danger">
          Take {dollars(allCents)} back
        </FormActs>
      </Form>
    </FormPage>
  )
}
