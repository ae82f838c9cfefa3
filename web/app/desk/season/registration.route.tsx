import { Form, href, redirect } from 'react-router'
import { z } from 'zod'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { refuse } from '#platform/refusal.ts'
import { closeRegistration } from '#season/close-registration.server.ts'
import { eventIn, sessionIn } from '#season/drafts/draft-edits.ts'
import { sessionCounts } from '#season/drafts/draft-notices.server.ts'
import { textOrEmpty } from '#season/forms/session-form.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { fieldProps, TextField } from '#ui/fields/field.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { FormAnswer } from '#ui/refused.tsx'
import type { Route } from './+types/registration.route.ts'
import { seasonDesk } from './season-desk.server.ts'
import { SeasonFrame } from './season-frame.tsx'

const usual = 'Registration is closed at the moment. Write to us, and we tell you when it opens.'
const Closing = z.object({
  what: z.enum(['close', 'open']),
  words: z
    .string()
    .trim()
    .overwrite((words) => words.replace(/\s+/g, ' '))
    .min(1, 'Write the sentence that families read.')
    .max(200, 'Write 200 letters at most.')
    .default(usual),
})

/**
 * Target from the search parameters: a session or the whole season; published, not draft, since closing applies at
 * once.
 */
async function readTarget(request: Request, context: Route.LoaderArgs['context']) {
  const desk = await seasonDesk(context)
  const { searchParams } = new URL(request.url)
  const [key, id] = [searchParams.get('event'), searchParams.get('session')]
  if (key === null || id === null)
    return {
      desk,
      words: textOrEmpty(desk.published.programme.closed),
      title: 'Every session',
      to: '/desk/season',
    }
  const { event } = eventIn(desk.published, key) ?? refuse('not-found')
  const session = sessionIn(event, id) ?? refuse('not-found')
  const known = (await sessionCounts(desk.db, [key])).get(`${key} ${id}`) ?? refuse('not-found')
  return {
    desk,
    sessionId: known.id,
    words: textOrEmpty(session.closed),
    title: `${event.name}, Session ${session.number}`,
    to: href('/desk/season/events/:key/:session', { key, session: id }),
  }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { desk, words, title, to } = await readTarget(request, context)
  return { frame: desk.frame, words, title, to }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { desk, sessionId, to } = await readTarget(request, context)
  return submit(request, Closing, async ({ what, words }) => {
    const closing = { sentence: what === 'close' ? words : null, by: desk.writer.actor }
    await closeRegistration(desk.db, sessionId === undefined ? closing : { ...closing, sessionId })
    throw redirect(to)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Close registration')

export default function RegistrationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, words, title, to } = loaderData
  const isClosed = words !== ''
  return (
    <SeasonFrame
      title={isClosed ? 'Registration is closed' : 'Close registration'}
      lead={`${title}. This counts at once; who is registered stays so.`}
      frame={frame}
    >
      <Form method="post" className="stack form-column">
        <FormAnswer reply={actionData} />
        <TextField label="What families read" rows={2} {...fieldProps(actionData)('words', words || usual)} />
        <p className="act">
          {isClosed && (
            <Button type="submit" name="what" value="open">
              Open it again
            </Button>
          )}
          <Button type="submit" variant={isClosed ? 'outline' : 'danger'} name="what" value="close">
            {isClosed ? 'Change the sentence' : 'Close registration'}
          </Button>
          <ButtonLink to={to}>Back</ButtonLink>
        </p>
      </Form>
    </SeasonFrame>
  )
}
