import { data, Form, Link, type data as reply, useNavigation } from 'react-router'
import { z } from 'zod'
import { listMails, stateOf } from '#mail/mail-list.db.server.ts'
import { type MailState, mailStates } from '#mail/mail-states.ts'
import { nudgeMail } from '#mail/outbox.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { dayAndTime } from '#platform/dates.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { stayOnPage } from '#platform/stay-on-page.ts'
import { type FormReply, submit } from '#platform/submit.server.ts'
import { requireRight } from '#team/member.server.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Empty } from '#ui/empty.tsx'
import { Field, SelectField } from '#ui/field.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Refused } from '#ui/refused.tsx'
import { unlistedMeta } from '#ui/site.ts'
import { Cell, Row, Table } from '#ui/table.tsx'
import { maySendAgain, sendAgain } from '#volunteer/send-again.server.ts'
import type { Route } from './+types/mails.route.ts'
import './mails.css'

const AgainForm = z.object({
  mail: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
})

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = requireRight(context, 'mails')
  const db = context.get(dbContext)
  const { searchParams } = new URL(request.url)
  const recipient = (searchParams.get('q') ?? '').trim().slice(0, 200)
  const state = mailStates.find((name) => name === searchParams.get('state'))
  const before = /^\d{1,9}$/.exec(searchParams.get('before') ?? '')?.[0]
  const { rows, older } = await listMails(db, {
    state,
    recipient,
    before: before ? Number(before) : undefined,
  })
  const { timeZone } = await readProgramme(db)
  const mails = rows.map(({ createdAt, sentAt, isErased, hasSource, tries, lastError, ...mail }) => ({
    ...mail,
    state: stateOf({ sentAt, tries }),
    at: sentAt ? `Sent ${dayAndTime(sentAt, timeZone)}` : `Written ${dayAndTime(createdAt, timeZone)}`,
    error: sentAt ? null : lastError,
    maySend: maySendAgain(member, { kind: mail.kind, isErased, hasSource }),
  }))
  return { mails, older, recipient, state: state ?? '' }
}

type Answer = ReturnType<typeof reply<FormReply & { isSentAgain?: boolean }>>

export function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const member = requireRight(context, 'mails')
  const world = context.get(worldContext)
  return submit<typeof AgainForm, Answer>(request, AgainForm, async ({ mail }) => {
    await sendAgain(world, member, mail)
    nudgeMail(world)
    return data({ isSentAgain: true })
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Mails')

export default function MailsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { mails, older, recipient, state } = loaderData
  const ofFilter = new URLSearchParams({ q: recipient, state })
  return (
    <div className="wrap mails-page">
      <PageTitle lead="What the site wrote, the newest first.">Mails</PageTitle>
      <Form className="find-mails baseline" role="search">
        <Field
          label="To (its first letters)"
          name="q"
          type="search"
          defaultValue={recipient}
          autoComplete="off"
          spellCheck={false}
        />
        <SelectField label="State" name="state" defaultValue={state}>
          <option value="">All</option>
          {mailStates.map((name) => (
            <option key={name} value={name}>
              {wordsOf[name].name}
            </option>
          ))}
        </SelectField>
        <Button type="submit">Show</Button>
      </Form>
      <Refused reply={actionData} />
      {actionData?.isSentAgain && (
        <Banner tone="good" focus={actionData}>
          <p>It goes out again.</p>
        </Banner>
      )}
      {mails.length === 0 ? (
        <Empty title="No mails here.">Choose another state or address.</Empty>
      ) : (
        <Mails {...{ mails }} />
      )}
      {older !== undefined && (
        <p className="row">
          <Link to={`/desk/mails?before=${older}&${ofFilter}`}>Older</Link>
        </p>
      )}
    </div>
  )
}

const wordsOf: Record<MailState, { name: string; tone: 'paid' | 'due' | 'out' }> = {
  sent: { name: 'Sent', tone: 'paid' },
  waiting: { name: 'Waiting', tone: 'due' },
  failed: { name: 'Failed', tone: 'out' },
}

const columns = [
  { name: 'To' },
  { name: 'State' },
  { name: 'Subject' },
  { name: 'When' },
  { name: 'Send again', hidden: true },
]

function Mails({ mails }: { mails: Route.ComponentProps['loaderData']['mails'] }) {
  const isBusy = useNavigation().state === 'submitting'
  return (
    <Table caption="Mails" columns={columns}>
      {mails.map(({ id, recipient, subject, kind, state, at, error, maySend }) => (
        <Row key={id}>
          <Cell className="to">{recipient}</Cell>
          <Cell>
            <Chip tone={wordsOf[state].tone}>{wordsOf[state].name}</Chip>
          </Cell>
          <Cell>
            {subject || <span className="muted">Its words are erased.</span>}
            {kind && <span className="muted kind">{kind}</span>}
          </Cell>
          <Cell>
            <span className="unbroken">{at}</span>
            {error && <span className="muted kind">{error}</span>}
          </Cell>
          <Cell>
            {maySend && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="mail" value={id} />
                <Button
                  type="submit"
                  size="small"
                  busy={isBusy}
                  aria-label={`Send again: ${subject || kind}, to ${recipient}`}
                >
                  Send again
                </Button>
              </Form>
            )}
          </Cell>
        </Row>
      ))}
    </Table>
  )
}
