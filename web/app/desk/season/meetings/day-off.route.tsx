import { Form, href, Link, redirect } from 'react-router'
import { z } from 'zod'
import { seasonDesk } from '#desk/season/season-desk.server.ts'
import { SeasonFrame } from '#desk/season/season-frame.tsx'
import { counted } from '#desk/season/session-form-view.tsx'
import { type Day, isDay, todayIn } from '#platform/format/dates.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { formatDayRange } from '#season/drafts/draft-changes.ts'
import { editDraft } from '#season/drafts/drafts.server.ts'
import { meetingsOn, runningWithoutHours, withDayOff } from '#season/meetings/day-off.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CheckField, Field } from '#ui/fields/field.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { Problem, useFocusOnProblem } from '#ui/problem.tsx'
import { Refused } from '#ui/refused.tsx'
import type { Route } from './+types/day-off.route.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { structure, frame } = await seasonDesk(context)
  const { searchParams } = new URL(request.url)
  const asked = searchParams.get('day') ?? ''
  const problem = searchParams.has('day')
    ? checkDay(asked, todayIn(structure.programme['time zone']))
    : undefined
  const day = asked && !problem ? asked : undefined
  return {
    ...{ frame, asked, problem, done: Number(searchParams.get('done')) },
    off: day
      ? {
          ...{ day, label: formatDayRange(day, day) },
          meetings: meetingsOn(structure, day),
          withoutHours: runningWithoutHours(structure, day),
        }
      : undefined,
  }
}

function checkDay(day: string, today: Day): string | undefined {
  if (!isDay(day)) return 'Choose a day.'
  return day < today ? 'That day is past. Choose today or a later day.' : undefined
}

const none = 'Tick at least one session.'
const DayOff = z
  .object({ day: z.string() })
  .catchall(z.string())
  .transform(({ day, ...boxes }) => ({
    day,
    ids: Object.keys(boxes).flatMap((name) => (name.startsWith('session:') ? name.slice(8) : [])),
  }))
  .refine(({ ids }) => ids.length > 0, { path: ['sessions'], error: none })

export async function action({ request, context }: Route.ActionArgs) {
  const { db, writer, structure } = await seasonDesk(context)
  const today = todayIn(structure.programme['time zone'])
  const Form = DayOff.superRefine(({ day }, { addIssue }) => {
    const message = checkDay(day, today)
    if (message) addIssue({ code: 'custom', path: ['day'], message })
  })
  return submit(request, Form, async ({ day, ids }) => {
    await editDraft(db, writer, (season) => withDayOff(season, day, ids))
    throw redirect(`${href('/desk/season/day-off')}?day=${day}&done=${ids.length}`)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'No tennis on a day')

export default function DayOffPage({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, asked, problem, off, done } = loaderData
  const problems = problem ? { day: problem } : undefined
  useFocusOnProblem(actionData?.problems ?? problems)
  return (
    <SeasonFrame
      title="No tennis on a day"
      lead="A holiday, or courts that are closed: for all sessions at once, in your draft."
      frame={frame}
    >
      <Refused reply={actionData} />
      {off && done > 0 && (
        <Banner tone="good" focus={loaderData}>
          <p>
            {`${off.label}: ${counted(done, 'session')} ${done === 1 ? 'does' : 'do'} not meet, in your draft. Families see it once you publish.`}{' '}
            <Link to={href('/desk/season/changes')}>What changes</Link>
          </p>
        </Banner>
      )}
      <Form className="stack form-column" key={`asked ${asked}`}>
        <Field
          label="Day"
          type="date"
          name="day"
          defaultValue={asked}
          problem={actionData?.problems?.day ?? problem}
        />
        <p className="act">
          <Button type="submit">Show who meets then</Button>
          <ButtonLink to={href('/desk/season')}>Back</ButtonLink>
        </p>
      </Form>
      {off && <WhoMeets key={off.day} {...off} answer={actionData} isDone={done > 0} />}
    </SeasonFrame>
  )
}

type Props = NonNullable<Route.ComponentProps['loaderData']['off']> & {
  answer: Route.ComponentProps['actionData']
  isDone: boolean
}

/** All ticked at first. */
function WhoMeets({ day, label, meetings, withoutHours, answer, isDone }: Props) {
  const problem = answer?.problems?.sessions
  return (
    <section className="baseline stack day-off" aria-labelledby="who">
      <h2 id="who">{label}</h2>
      {meetings.length === 0 ? (
        <p className="muted">{isDone ? 'Nobody meets on that day.' : 'Nobody meets on that day anyway.'}</p>
      ) : (
        <Form method="post" className="stack">
          <input type="hidden" name="day" value={day} />
          <fieldset aria-describedby={problem && 'sessions-problem'}>
            <legend className="choices-legend">These do not meet then</legend>
            {problem && <Problem id="sessions-problem">{problem}</Problem>}
            {meetings.map(({ id, name, hours, isOnly, isHidden }, index) => (
              <CheckField
                key={id}
                name={`session:${id}`}
                defaultChecked={!problem && !isDone}
                aria-invalid={problem && index === 0 ? true : undefined}
                label={
                  <>
                    {name}, {hours}
                    {isHidden && ', not shown'}
                    {isOnly && <span className="fewer">Without that day it never meets.</span>}
                  </>
                }
              />
            ))}
          </fieldset>
          <p>
            <Button type="submit" variant="ball">
              No tennis on that day
            </Button>
          </p>
        </Form>
      )}
      {withoutHours.length > 0 && (
        <p className="muted">
          Their days stand in words alone, so look at them yourself: {withoutHours.join('; ')}.
        </p>
      )}
    </section>
  )
}
