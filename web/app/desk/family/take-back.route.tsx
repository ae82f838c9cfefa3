import { Form, redirect, useNavigation } from 'react-router'
import { recordedOf } from '#by-hand/find-families.server.ts'
import { takeBackPayment } from '#by-hand/take-back.server.ts'
import { nudgeMail } from '#mail/outbox.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { longDay } from '#platform/dates.ts'
import { dollars } from '#platform/money.ts'
import { rowId } from '#platform/page.server.ts'
import { found } from '#platform/refusal.ts'
import { stayOnPage } from '#platform/stay-on-page.ts'
import { submit } from '#platform/submit.server.ts'
import { wayWords } from '#registrations/ways-to-pay.ts'
import { memberContext } from '#team/member.server.ts'
import { unlistedMeta } from '#ui/site.ts'
import type { Route } from './+types/take-back.route.ts'
import { familyAt } from './family.server.ts'
import { FormActs, FormPage } from './form-page.tsx'
import { reasonForm } from './reason.schema.ts'
import { ReasonFields } from './reason-fields.tsx'
import './family.css'

const reasons = {
  mistake: 'It was recorded by mistake',
  bounced: 'The check bounced, or the transfer was called back',
}
const TakeBackForm = reasonForm(['mistake', 'bounced'])

async function paymentAt(db: Db, params: { number: string; payment: string }) {
  const family = await familyAt(db, rowId(params.number))
  const id = rowId(params.payment)
  const payment = found((await recordedOf(db, [family.accountId])).find((row) => row.id === id))
  return { family, payment }
}

export function loader({ params, context }: Route.LoaderArgs) {
  return paymentAt(context.get(dbContext), params)
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const world = context.get(worldContext)
  return submit(request, TakeBackForm, async ({ reason, words }) => {
    const { family, payment } = await paymentAt(world.db, params)
    const hasBounced = reason === 'bounced'
    await takeBackPayment(world, { id: payment.id, registrationIds: [], hasBounced, actor, words })
    nudgeMail(world)
    return redirect(`/desk/families/${family.number}?done=taken-back`)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Take a payment back')

export default function TakeBackPage({ loaderData: { family, payment }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting'
  const { note, how, receivedOn, recordedOn, recordedBy, paid } = payment
  const leftCents = payment.amountCents - payment.takenBackCents
  return (
    <FormPage {...{ family, answer: actionData }} title="Take this payment back?">
      <p>
        {dollars(leftCents)} {wayWords[how]}
        {note && ` (${note})`}, received on {longDay(receivedOn)}, recorded on {longDay(recordedOn)} by{' '}
        <bdi>{recordedBy}</bdi>. {paid.length > 0 ? 'It pays for:' : 'It pays for no place any more.'}
      </p>
      {paid.length > 0 && (
        <ul className="dots">
          {paid.map(({ id, player, event }) => (
            <li key={id}>
              <bdi>{player}</bdi>, {event}
            </li>
          ))}
        </ul>
      )}
      <p>
        {paid.length > 0 && 'These are unpaid again. '}The record stays, with who took it back
        {family.email ? ', and the family gets a mail' : ''}.
      </p>
      <Form method="post" className="stack" noValidate>
        <ReasonFields reasons={reasons} answer={actionData} />
        <FormActs family={family} busy={isBusy} variant="danger">
          Take {dollars(leftCents)} back
        </FormActs>
      </Form>
    </FormPage>
  )
}
