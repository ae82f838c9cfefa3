import { Form, Link, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { useBotCheckWhereNeeded } from '#bot-check/bot-check.tsx'
import { moneyReasons } from '#desk/family/money/money-reasons.ts'
import { CodeField } from '#desk/team/second-step-parts.tsx'
import { nudgeMail } from '#mail/outbox.server.ts'
import { approve, isAlone, refuseAct } from '#offline-payments/money-acts/money-acts.server.ts'
import { secondStepCheckAction } from '#people/people.ts'
import { toCaller } from '#people/sign-in/caller.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { uuid } from '#platform/http/page.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { formName, memberContext } from '#team/member.server.ts'
import { Button } from '#ui/button.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { Refused } from '#ui/refused.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { Route } from './+types/money-act.route.ts'
import { actAt, type WaitingAct } from './money-acts.db.server.ts'
import { describeAct } from './waiting-acts.tsx'
import '#desk/family/family.css'

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const member = context.get(memberContext)
  const act = orNotFound(await actAt(db, member.actor, uuid(params.act)))
  return { act, alone: act.isMine && (await isAlone(db, member)) }
}

const Confirming = z.object({
  code: z.string().trim().max(40).optional(),
  g_recaptcha_response: z.string().optional(),
})

export async function action({ request, params, context }: Route.ActionArgs) {
  const world = context.get(worldContext)
  const member = context.get(memberContext)
  const id = uuid(params.act)
  orNotFound(await actAt(world.db, member.actor, id))
  const to = () => {
    nudgeMail(world)
    return redirect(`/desk/acts/${id}`)
  }
  switch (formName(request)) {
    case 'approve':
      return submit(request, Confirming, async (step) => {
        await approve(world, id, member, { step, address: toCaller(context).address })
        return to()
      })
    case 'refuse':
      return submit(request, z.object({}), async () => {
        await refuseAct(world, id, member)
        return to()
      })
    default:
      return refuse('not-found')
  }
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Money to approve')

export default function MoneyActPage({ loaderData: { act, alone }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap family-form">
      {act.number !== null && act.isThere && (
        <p className="where-am-i">
          <Link to={`/desk/families/${act.number}`}>
            Family {act.number}, <bdi>{act.holder}</bdi>
          </Link>
        </p>
      )}
      <PageTitle>{describeAct(act)}</PageTitle>
      <div className="baseline form-column stack">
        <Refused reply={actionData} />
        <Standing {...act} />
        {act.player && (
          <p>
            <bdi>{act.player}</bdi>, {act.event}, Session {act.session}
          </p>
        )}
        <p>
          Asked for by {act.isMine ? 'you' : <bdi>{act.askedBy}</bdi>} on <Unbroken>{act.askedOn}</Unbroken>.{' '}
          {reasonLabels[act.reason] ?? act.reason}.
        </p>
        {act.state === 'asked' && <Decide {...{ act, alone, answer: actionData }} />}
      </div>
    </div>
  )
}

const reasonLabels: Partial<Record<WaitingAct['reason'], string>> = moneyReasons

function Standing({ state, decidedBy }: WaitingAct) {
  if (state === 'asked')
    return (
      <Banner tone="due">
        <p>
          <b>Waits for a second member.</b> Nothing is done, and the family is told nothing, before it is
          approved.
        </p>
      </Banner>
    )
  const by = decidedBy && (
    <>
      {' '}
      by <bdi>{decidedBy}</bdi>
    </>
  )
  return state === 'done' ? (
    <Banner tone="good">
      <p>{by ? <>Approved{by}, and done.</> : 'Done.'}</p>
    </Banner>
  ) : (
    <Banner tone="due">
      <p>Refused{by}. Nothing was done.</p>
    </Banner>
  )
}

type DecideProps = { act: WaitingAct; alone: boolean; answer: FormReply | undefined }

/** Another member decides. The asker may withdraw, or confirm with a code if nobody else can approve. */
function Decide({ act, alone, answer }: DecideProps) {
  const isBusy = useNavigation().state === 'submitting'
  const botCheck = useBotCheckWhereNeeded(answer, secondStepCheckAction)
  return (
    <>
      {act.isMine && !alone && <p>Another owner or treasurer approves it.</p>}
      <div className={alone ? 'stack' : 'row'}>
        {(!act.isMine || alone) && (
          <Form
            method="post"
            action="?form=approve"
            className="stack"
            noValidate
            onSubmit={alone ? botCheck.after() : undefined}
          >
            {alone && (
              <>
                <p>
                  Nobody else has the right to approve it. Confirm it with the code that your app shows now,
                  or with a recovery code: the programme’s address is told, and the log says that you were
                  alone.
                </p>
                <CodeField problem={answer?.problems?.code} />
                {botCheck.line}
              </>
            )}
            <p className="row">
              <Button type="submit" variant="ball" busy={isBusy}>
                {alone ? 'Confirm' : 'Approve'}
              </Button>
            </p>
          </Form>
        )}
        <Form method="post" action="?form=refuse">
          <Button type="submit" busy={isBusy}>
            {act.isMine ? 'Withdraw it' : 'Refuse'}
          </Button>
        </Form>
      </div>
    </>
  )
}
