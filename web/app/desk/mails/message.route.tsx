import type { ReactNode } from 'react'
import { data, Form, href, Link, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { nudgeMail } from '#mail/outbox.server.ts'
import { type Audience, audienceIn } from '#messages/audience.ts'
import { MessageForm } from '#messages/message.schema.ts'
import { countWrittenTo } from '#messages/sessions.db.server.ts'
import { listWritableSessions, previewMessage, writeMessage } from '#messages/write-message.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { dayWithWeekday } from '#platform/format/dates.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { isUuid } from '#platform/http/page.server.ts'
import { refuse } from '#platform/refusal.ts'
import { memberContext } from '#team/member.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Field, fieldProps, TextField } from '#ui/fields/field.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { Refused } from '#ui/refused.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { Route } from './+types/message.route.ts'
import { ChooseAudience } from './choose-audience.tsx'
import '#desk/family/family.css'
import './message.css'

const StepForm = MessageForm.extend({ step: z.enum(['preview', 'change', 'send']) })

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = context.get(memberContext)
  const db = context.get(dbContext)
  const { searchParams } = new URL(request.url)
  const audience = audienceIn(searchParams)
  if (!audience) {
    const to = searchParams.get('to') ?? undefined
    return { choices: await listWritableSessions(db, member), to }
  }
  const written = searchParams.get('written') ?? ''
  const preview = await previewMessage(db, member, audience)
  const writtenTo = isUuid(written) ? await countWrittenTo(db, member.actor, written) : 0
  return { preview, audience, writtenTo, id: crypto.randomUUID() }
}

type Reply = FormReply & { isPreview?: boolean }
type Answer = ReturnType<typeof data<Reply>> | Response

/** Preview is compulsory. */
export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const member = context.get(memberContext)
  const world = context.get(worldContext)
  const { searchParams } = new URL(request.url)
  const audience = audienceIn(searchParams) ?? refuse('not-found')
  await previewMessage(world.db, member, audience)
  return submit<typeof StepForm, Answer>(request, StepForm, async ({ step, ...message }) => {
    if (step !== 'send') return data({ values: message, isPreview: step === 'preview' })
    await writeMessage(world.db, member, { ...message, audience })
    nudgeMail(world)
    searchParams.set('written', message.id)
    return redirect(`${href('/desk/message')}?${searchParams}`)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Write to families')

export default function MessagePage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.choices) return <ChooseAudience sessions={loaderData.choices} to={loaderData.to} />
  const { preview, audience, writtenTo, id } = loaderData
  const [only, ...others] = preview.sessions
  const back =
    only && others.length === 0 ? href('/desk/sessions/:id', { id: String(only.id) }) : href('/desk/message')
  return (
    <div className="wrap">
      <p className="where-am-i">
        <Link to={back}>{only && others.length === 0 ? <Unbroken>{only.name}</Unbroken> : 'To others'}</Link>
      </p>
      <PageTitle lead={describeAudience(audience, preview.sessions)}>Write to the families</PageTitle>
      <div className="baseline form-column stack">
        {writtenTo > 0 ? (
          <Sent to={writtenTo} back={back} />
        ) : preview.families === 0 ? (
          <Empty title="Nobody has a place there.">There is no family to write to.</Empty>
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

/** Undefined for a single session. */
function describeAudience(audience: Audience, listed: Preview['sessions']): string | undefined {
  const count = listed.length
  const sessions = count === 1 ? '1 session' : `${count} sessions`
  if (audience.to === 'all') return `Everybody with a place in what goes on or is to come: ${sessions}.`
  if (audience.to === 'unsigned') return 'Families with a place that have not signed the release.'
  if (audience.to === 'day') return `Everybody who meets on ${dayWithWeekday(audience.day)}: ${sessions}.`
  if (count < 2) return undefined
  return count > 4 ? `${sessions} together.` : `${listed.map(({ name }) => name).join('; ')}.`
}

const countedFamilies = (count: number) => (count === 1 ? '1 family' : `${count} families`)

function Sent({ to, back }: { to: number; back: string }) {
  return (
    <>
      <Banner tone="good" focus>
        <p>Your message is on its way to {countedFamilies(to)}.</p>
      </Banner>
      <div className="row">
        <ButtonLink to={back}>Back</ButtonLink>
      </div>
    </>
  )
}

type Preview = Awaited<ReturnType<typeof previewMessage>>

function Message({ id, preview, answer }: { id: string; preview: Preview; answer: Reply | undefined }) {
  const values = answer?.values
  const field = fieldProps(answer)
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
            Send to {countedFamilies(preview.families)}
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
      <Field label="Subject" autoComplete="off" {...field('subject')} />
      <TextField
        label="Message"
        rows={10}
        hint="As plain text. The mail says that you wrote it. Answers come to the programme’s address."
        {...field('text')}
      />
      <Reached {...preview} />
      <Button type="submit" variant="ball" name="step" value="preview" busy={isBusy}>
        Read it through
      </Button>
    </Form>
  )
}

function Reached({ families, onPaper, withoutGuardian }: Preview) {
  return (
    <>
      <p>
        {families === 1 ? 'One family gets' : `${families} families get`} one mail each, however many of their
        children come.
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
