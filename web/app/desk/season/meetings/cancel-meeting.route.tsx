import { Form, href, redirect } from 'react-router'
import { z } from 'zod'
import { countedFamilies } from '#desk/season/drafts/published-texts.ts'
import { seasonDesk } from '#desk/season/season-desk.server.ts'
import { SeasonFrame } from '#desk/season/season-frame.tsx'
import { nudgeMail } from '#mail/outbox.server.ts'
import { formatHours } from '#meetings/hours.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { uuid } from '#platform/http/page.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { formatDayRange } from '#season/drafts/draft-changes.ts'
import { toSessionId } from '#season/drafts/draft-edits.ts'
import { cancelledMove, cancelMeeting, meetingById } from '#season/meetings/cancel-meeting.server.ts'
import { countFamilies } from '#season/publish/notify-families.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field, fieldProps } from '#ui/fields/field.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { FormAnswer } from '#ui/refused.tsx'
import type { Route } from './+types/cancel-meeting.route.ts'

const blank = z.literal('')
const Why = z
  .object({
    why: z.string().trim().min(1, 'Say why, for the families.').max(200, 'Write 200 letters at most.'),
    day: blank.or(z.iso.date({ error: 'Choose a day.' })).default(''),
    from: blank.or(z.iso.time({ precision: -1 })).default(''),
    until: blank.or(z.iso.time({ precision: -1 })).default(''),
  })
  .refine(({ day, from, until }) => !day || (from && from < until), {
    path: ['from'],
    error: 'Enter when it begins and ends.',
  })
  .transform(({ why, day, from, until }) => ({
    why,
    instead: day ? { day, starts: from, ends: until } : undefined,
  }))

async function readMeeting(context: Route.LoaderArgs['context'], id: string) {
  const known = orNotFound(await meetingById(context.get(dbContext), uuid(id)))
  const { session, event } = known
  const to = href('/desk/season/events/:key/:session', {
    key: event.key,
    session: toSessionId({ starts: session.startsOn, number: session.number }),
  })
  return { ...known, to }
}

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const { db, frame } = await seasonDesk(context)
  const { meeting, session, event, to } = await readMeeting(context, id)
  const { starts, ends } = meeting
  return {
    frame,
    to,
    title: `${event.name}, Session ${session.number}`,
    when: `${formatDayRange(meeting.day, meeting.day)}, ${formatHours({ starts: starts.slice(0, 5), ends: ends.slice(0, 5) })}`,
    hours: { from: starts.slice(0, 5), until: ends.slice(0, 5) },
    notifiedFamilies: (await countFamilies(db, [cancelledMove(meeting, session, '')], {})).families,
  }
}

export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const { db, writer } = await seasonDesk(context)
  const { to } = await readMeeting(context, id)
  const world = context.get(worldContext)
  return submit(request, Why, async (form) => {
    await cancelMeeting(db, writer, { ...form, id, siteUrl: world.env.siteUrl })
    nudgeMail(world)
    throw redirect(to)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Cancel a meeting')

export default function CancelMeetingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, title, when, hours, notifiedFamilies, to } = loaderData
  const field = fieldProps(actionData)
  return (
    <SeasonFrame title="Cancel one meeting" lead={`${title}: ${when}`} frame={frame}>
      <Form method="post" className="stack form-column">
        <FormAnswer reply={actionData} />
        <Field label="Why" hint="Families read it: “Court repairs.”" {...field('why', '')} />
        <Field
          label="Another day in its place"
          optional
          type="date"
          hint="Families read both in one mail."
          {...field('day', '')}
        />
        <div className="fields">
          <Field label="From" type="time" {...field('from', hours.from)} />
          <Field label="Until" type="time" {...field('until', hours.until)} />
        </div>
        <p className="act">
          <Button type="submit" variant="danger">
            {notifiedFamilies === 0
              ? 'Cancel this meeting'
              : `Cancel it and tell ${countedFamilies(notifiedFamilies)}`}
          </Button>
          <ButtonLink to={to}>Keep the meeting</ButtonLink>
        </p>
      </Form>
    </SeasonFrame>
  )
}
