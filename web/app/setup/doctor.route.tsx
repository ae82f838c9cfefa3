import { data, Form, useNavigation } from 'react-router'
import { collectFindings } from '#operations/doctor/doctor.server.ts'
import type { Finding } from '#operations/doctor/finding.ts'
import { worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { NothingForm } from '#team/team.schema.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { Refused } from '#ui/refused.tsx'
import type { Route } from './+types/doctor.route.ts'
import './settings.css'

/** Time-out of a check while the page waits. */
const seconds = 8

/** Empty, but the desk's guard runs before a loader. */
export const loader = () => null

type Answer = ReturnType<typeof data<FormReply & { findings?: Finding[] }>>

/** POST, since it calls other machines. */
export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const world = context.get(worldContext)
  return submit<typeof NothingForm, Answer>(request, NothingForm, async () =>
    data({ findings: await collectFindings(world, { seconds }) }),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Is everything right?')

const labels = { wrong: 'Wrong', note: 'Note', fine: 'Fine' }
const tones = { wrong: 'out', note: 'due', fine: 'paid' } as const
const rank = { wrong: 0, note: 1, fine: 2 }

export default function DoctorPage({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === 'submitting'
  const sorted = actionData?.findings?.toSorted((one, other) => rank[one.state] - rank[other.state])
  return (
    <div className="wrap">
      <PageTitle lead="Each thing is looked at, and nothing is changed. It takes up to a minute.">
        Is everything right?
      </PageTitle>
      <div className="stack flow">
        {sorted && (
          <Banner tone={sorted[0]?.state === 'wrong' ? 'due' : 'good'} focus={actionData}>
            <p>{describeResult(sorted.filter(({ state }) => state === 'wrong').length)}</p>
          </Banner>
        )}
        <Form method="post" className="stack">
          <Refused reply={actionData} />
          <p>
            <Button type="submit" variant="ball" busy={isBusy}>
              {isBusy ? 'Looking' : sorted ? 'Look again' : 'Look now'}
            </Button>
          </p>
        </Form>
        {sorted && (
          <section className="baseline" aria-labelledby="found">
            <h2 id="found">What was found</h2>
            <ul className="rows findings">
              {sorted.map(({ what, state, message }) => (
                <li key={what}>
                  <Chip tone={tones[state]}>{labels[state]}</Chip>
                  <div>
                    <h3>{what}</h3>
                    <p className="muted">{message}</p>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  )
}

function describeResult(wrong: number): string {
  if (wrong === 0) return 'Nothing is wrong.'
  return wrong === 1 ? 'One thing is wrong.' : `${wrong} things are wrong.`
}
