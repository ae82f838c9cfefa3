import { Form, redirect, useNavigation } from 'react-router'
import { type DeskFamily, familyAt, familyToActOn } from '#desk/family/family.server.ts'
import { FormActs, FormPage } from '#desk/family/form/form-page.tsx'
import { nudgeMail } from '#mail/outbox.server.ts'
import { noteReturned } from '#offline-payments/offline-payments.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { dollars } from '#platform/format/money.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { listOpenAmounts } from '#refunds/owed.db.server.ts'
import { memberContext } from '#team/member.server.ts'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/returned.route.ts'
import { HandedOverFields } from './hand-fields.tsx'
import { HandedOverForm } from './sum.schema.ts'
import '#desk/family/family.css'

async function owedFor(db: Db, { accountId }: DeskFamily, id: number) {
  const open = await listOpenAmounts(db, [accountId])
  return open.find((row) => row.id === id && row.state === 'owed')
}

const readToday = async (db: Db) => todayIn((await readProgramme(db)).timeZone)

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const family = await familyAt(db, rowId(params.number))
  const { accountId: _, ...owed } = orNotFound(await owedFor(db, family, rowId(params.registration)))
  return { family, owed, today: await readToday(db) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const world = context.get(worldContext)
  const { actor } = context.get(memberContext)
  const [number, id] = [rowId(params.number), rowId(params.registration)]
  const form = async () => {
    const family = await familyToActOn(world.db, number)
    if (!(await owedFor(world.db, family, id))) refuse('not-found', 'We owe nothing for this place any more.')
    return HandedOverForm(await readToday(world.db))
  }
  return submit(request, form, async (handed) => {
    await noteReturned(world, id, actor, handed)
    nudgeMail(world)
    return redirect(`/desk/families/${number}?done=returned`)
  })
}

export { FormGone as ErrorBoundary } from '#desk/family/form/form-gone.tsx'

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Money given back')

export default function ReturnedPage({ loaderData, actionData }: Route.ComponentProps) {
  const { family, owed, today } = loaderData
  const isBusy = useNavigation().state === 'submitting'
  const sum = dollars(owed.amountCents)
  return (
    <FormPage {...{ family, answer: actionData }} title={`You gave ${sum} back?`}>
      <p>
        We owe it for <bdi>{owed.firstName}</bdi>, {owed.event}, Session {owed.number}. Say so once you have
        given it{family.email ? ': the family is told by mail.' : '.'}
      </p>
      <Form method="post" className="stack" noValidate>
        <HandedOverFields today={today} answer={actionData} />
        <FormActs family={family} busy={isBusy}>
          We gave {sum} back
        </FormActs>
      </Form>
    </FormPage>
  )
}
