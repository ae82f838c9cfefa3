import { Form, Link, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { SessionDoor } from '#desk/sessions/event-door.tsx'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { memberContext } from '#team/member.server.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { fieldProps, Options, SelectField } from '#ui/fields/field.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { Refused } from '#ui/refused.tsx'
import type { Route } from './+types/exceptions.route.ts'
import { type ExceptionReason, exceptionReasons } from './exception-reasons.ts'
import { askedExceptions, decideException } from './exceptions.server.ts'

const reasons = Object.keys(exceptionReasons) as [ExceptionReason, ...ExceptionReason[]]
const Decision = z.object({
  exception: z.coerce.number().int().min(1).max(2_147_483_647),
  decision: z.enum(['grant', 'refuse']),
  reason: z.enum(reasons, { error: 'Choose why.' }),
})

export async function loader({ request, context }: Route.LoaderArgs) {
  const done = new URL(request.url).searchParams.get('done')
  return { exceptions: await askedExceptions(context.get(dbContext)), done }
}

export function action({ request, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  return submit(request, Decision, async ({ exception: id, decision, reason }) => {
    const isGranted = decision === 'grant'
    await decideException(context.get(worldContext), { id, isGranted, reason, actor })
    return redirect(`/desk/exceptions?done=${isGranted ? 'granted' : 'refused'}`)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Exceptions of age')

export default function ExceptionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { exceptions, done } = loaderData
  return (
    <div className="wrap">
      <PageTitle lead="Families ask that a child plays in a session that is for another age. They get a mail either way, and no place is kept.">
        Exceptions of age
      </PageTitle>
      {done && !actionData && (
        <Banner tone="good" focus>
          <p>{done === 'granted' ? 'Granted' : 'Refused'}. The family is told.</p>
        </Banner>
      )}
      <Refused reply={actionData} />
      {exceptions.length === 0 ? (
        <Empty title="Nobody asks.">Who asks stands here at once.</Empty>
      ) : (
        <ul className="rows baseline">
          {exceptions.map((exception) => (
            <li key={exception.id}>
              <Asked exception={exception} answer={answerTo(exception.id, actionData)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Only the submitted form shows the answer. */
const answerTo = (id: number, answer: FormReply | undefined) =>
  answer?.values?.exception === String(id) ? answer : undefined

type AskedProps = {
  exception: Route.ComponentProps['loaderData']['exceptions'][number]
  answer: FormReply | undefined
}

function Asked({ exception, answer }: AskedProps) {
  const { id, name, family, eventKey, event, sessionId, session, problem, level } = exception
  const isBusy = useNavigation().state === 'submitting'
  return (
    <div className="stack">
      <h2 className="as-h3">
        <Link to={`/desk/families/${family}`}>
          <bdi>{name}</bdi>
        </Link>
      </h2>
      <SessionDoor {...{ eventKey, event, session }} to={`/desk/sessions/${sessionId}`} />
      <p>
        {problem} {level && `Level: ${level}.`}
      </p>
      <Form method="post" className="stack" noValidate>
        <input type="hidden" name="exception" value={id} />
        <SelectField label="Why?" {...fieldProps(answer)('reason', '')}>
          <option value="">Choose why</option>
          <Options options={Object.entries(exceptionReasons)} />
        </SelectField>
        <p className="row">
          <Button type="submit" name="decision" value="grant" busy={isBusy}>
            Grant<span className="visually-hidden"> it to {name}</span>
          </Button>
          <Button type="submit" name="decision" value="refuse" busy={isBusy}>
            Refuse<span className="visually-hidden"> it to {name}</span>
          </Button>
        </p>
      </Form>
    </div>
  )
}
