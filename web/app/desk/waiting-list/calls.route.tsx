import { data, Form, href, Link, useNavigation } from 'react-router'
import { z } from 'zod'
import { EventDoor } from '#desk/sessions/event-door.tsx'
import { dbContext } from '#platform/contexts.server.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { memberContext } from '#team/member.server.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { Refused } from '#ui/refused.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { Route } from './+types/calls.route.ts'
import { type FamilyToCall, familiesToCall, noteCalled } from './calls.server.ts'
import './waiting-list.css'

const CalledForm = z.object({ entry: z.coerce.number().int().min(1).max(2_147_483_647) })

export const loader = async ({ context }: Route.LoaderArgs) => ({
  calls: await familiesToCall(context.get(dbContext)),
})

export function action({ request, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  return submit(request, CalledForm, async ({ entry }) => {
    await noteCalled(context.get(dbContext), entry, actor)
    return data({})
  })
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Families to call')

export default function CallsPage({ loaderData: { calls }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <PageTitle lead="There is news of a waiting list, and these families have no email.">
        Families to call
      </PageTitle>
      <Refused reply={actionData} />
      {calls.length === 0 ? (
        <Empty title="Nobody is to be called.">Families with an email get a mail by themselves.</Empty>
      ) : (
        <section className="baseline" aria-labelledby="calls">
          <h2 id="calls">{calls.length === 1 ? '1 call' : `${calls.length} calls`}</h2>
          <ul className="rows line-rows">
            {calls.map((call) => (
              <li key={call.id}>
                <News call={call} />
                <Called call={call} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const News = ({ call }: { call: FamilyToCall }) => (
  <div>
    <h3>
      <Link to={`${href('/desk/families/:number', { number: String(call.number) })}#waits-for`}>
        <bdi>{call.holder}</bdi>
      </Link>
    </h3>
    <p>
      {call.phone ? (
        <a href={`tel:${call.phone.replace(/\D/g, '')}`} className="unbroken">
          {call.phone}
        </a>
      ) : (
        'No number is known.'
      )}
    </p>
    <p>
      <Unbroken>{call.news}</Unbroken>
    </p>
    <p className="muted">
      <bdi>{call.children.join(' and ')}</bdi>, <EventDoor eventKey={call.eventKey}>{call.event}</EventDoor>,{' '}
      <Unbroken>{call.session}</Unbroken>
    </p>
  </div>
)

function Called({ call }: { call: FamilyToCall }) {
  const isBusy = useNavigation().state === 'submitting'
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="entry" value={call.id} />
      <Button type="submit" size="small" busy={isBusy}>
        Called
        <span className="visually-hidden">
          : {call.holder}, {call.event}
        </span>
      </Button>
    </Form>
  )
}
