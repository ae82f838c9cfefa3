import type { ReactNode } from 'react'
import { data, Form, href, Link, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { nudgeMail } from '#mail/outbox.server.ts'
import { countWrittenTo } from '#messages/families.db.server.ts'
import { MessageForm } from '#messages/message.schema.ts'
import { previewMessage, writeMessage } from '#messages/write-message.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { isUuid, rowId } from '#platform/page.server.ts'
import { stayOnPage } from '#platform/stay-on-page.ts'
import { type FormReply, submit } from '#platform/submit.server.ts'
import { requireRight } from '#team/member.server.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Field, TextField } from '#ui/field.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Refused } from '#ui/refused.tsx'
import { unlistedMeta } from '#ui/site.ts'
import { Unbroken } from '#ui/unbroken.tsx'
import type { Route } from './+types/message.route.ts'
import './family/family.css'
import './message.css'

const StepForm = MessageForm.extend({ step: z.enum(['preview', 'change', 'send']) })

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const member = requireRight(context, 'message')
  const db = context.get(dbContext)
  const sessionId = rowId(params.id)
  const preview = await previewMessage(db, member, sessionId)
  const written = new URL(request.url).searchParams.get('written') ?? ''
  const writtenTo = isUuid(written) ? await countWrittenTo(db, sessionId, written) : 0
  return { preview, writtenTo, id: crypto.randomUUID() }
}

type Reply = FormReply & { isPreview?: boolean }
type Answer = ReturnType<typeof data<Reply>> | Response

/** Nothing is written before it was read through. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Answer> {
  const member = requireRight(context, 'message')
  const world = context.get(worldContext)
  const sessionId = rowId(params.id)
  const { session } = await previewMessage(world.db, member, sessionId)
  return submit<typeof StepForm, Answer>(request, StepForm, async ({ step, ...message }) => {
    if (step !== 'send') return data({ values: message, isPreview: step === 'preview' })
    await writeMessage(world.db, member, { ...message, sessionId })
    nudgeMail(world)
    const page = href('/desk/sessions/:id/message', { id: String(session.id) })
    return redirect(`${page}?written=${message.id}`)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Write to the families')

export default function MessagePage({ loaderData, actionData }: Route.ComponentProps) {
  const { preview, writtenTo, id } = loaderData
  const { session, families } = preview
  const roster = href('/desk/sessions/:id', { id: String(session.id) })
  return (
    <div className="wrap">
      <p className="where-am-i">
        <Link to={roster}>
          {session.event}, <Unbroken>{session.title}</Unbroken>
        </Link>
      </p>
      <PageTitle>Write to the families</PageTitle>
      <div className="baseline form-column stack">
        {writtenTo > 0 ? (
          <Sent to={writtenTo} roster={roster} />
        ) : families === 0 ? (
          <Empty title="Nobody has a place yet.">There is no family to write to.</Empty>
        ) : (
          <>
            <Refused reply={actionData} />
            <Message {...{ id, preview }} answer={actionData} />
          </>
        )}
      </div>
    </div>
  )
}

const familiesIn = (count: number) => (count === 1 ? '1 family' : `${count} families`)

function Sent({ to, roster }: { to: number; roster: string }) {
  return (
    <>
      <Banner tone="good" focus>
        <p>Your message is on its way to {familiesIn(to)}.</p>
      </Banner>
      <div className="row">
        <ButtonLink to={roster}>Back to the roster</ButtonLink>
      </div>
    </>
  )
}

type Preview = Route.ComponentProps['loaderData']['preview']

function Message({ id, preview, answer }: { id: string; preview: Preview; answer: Reply | undefined }) {
  const { values, problems } = answer ?? {}
  const isBusy = useNavigation().state === 'submitting'
  const key = <input type="hidden" name="id" value={values?.id ?? id} />
  if (answer?.isPreview)
    return (
      <Form method="post" className="stack">
        {key}
        <input type="hidden" name="subject" value={values?.subject} />
        <input type="hidden" name="text" value={values?.text} />
        <Banner tone="due" focus={answer}>
          <p>Nothing is sent yet. Read it through once more.</p>
        </Banner>
        <section className="message-preview" aria-label="Your message">
          <h2>{values?.subject}</h2>
          <p>{values?.text}</p>
        </section>
        <Reached {...preview} />
        <div className="row">
          <Button type="submit" variant="ball" name="step" value="send" busy={isBusy}>
            Send to {familiesIn(preview.families)}
          </Button>
          <Button type="submit" name="step" value="change" busy={isBusy}>
            Change it
          </Button>
        </div>
      </Form>
    )
  return (
    <Form method="post" className="stack" noValidate>
      {key}
      <Field
        label="Subject"
        name="subject"
        autoComplete="off"
        defaultValue={values?.subject}
        problem={problems?.subject}
      />
      <TextField
        label="Message"
        name="text"
        rows={10}
        hint="As plain text. The mail says that you wrote it. Answers come to the programme’s address."
        defaultValue={values?.text}
        problem={problems?.text}
      />
      <Reached {...preview} />
      <Button type="submit" variant="ball" name="step" value="preview" busy={isBusy}>
        Read it through
      </Button>
    </Form>
  )
}

/** How many families, and whom the mail does not reach. */
function Reached({ families, onPaper, withoutGuardian }: Preview) {
  return (
    <>
      <p>
        {families === 1 ? 'One family has' : `${families} families have`} a place here. Each gets one mail,
        however many children come.
      </p>
      {onPaper.length > 0 && <Unreached families={onPaper}>No email, so write or call them:</Unreached>}
      {withoutGuardian.length > 0 && (
        <Unreached families={withoutGuardian}>
          Under age with an account of their own, and no parent gets a copy:
        </Unreached>
      )}
    </>
  )
}

function Unreached(props: { families: Preview['onPaper']; children: ReactNode }) {
  return (
    <div>
      <p>{props.children}</p>
      <ul className="dots">
        {props.families.map(({ number, name }) => (
          <li key={number}>
            <bdi>{name}</bdi>, family {number}
          </li>
        ))}
      </ul>
    </div>
  )
}
