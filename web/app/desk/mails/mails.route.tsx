import { data, Form, type data as reply, useNavigation } from 'react-router'
import { z } from 'zod'
import { maySendAgain, sendAgain } from '#desk/family/send-again.server.ts'
import { capital } from '#desk/list-address.ts'
import { PlaceFilters, type Places, TypedFilters, useFilters } from '#desk/list-filters.tsx'
import { resolveListFilter } from '#desk/narrowed.server.ts'
import { Pages } from '#desk/pages.tsx'
import { mailKinds } from '#mail/mail-kinds.ts'
import { mailState } from '#mail/mail-list.db.server.ts'
import { type MailState, mailStates } from '#mail/mail-states.ts'
import { nudgeMail } from '#mail/outbox.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { dayAndTime } from '#platform/format/dates.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { formatCount, type ListPage } from '#platform/list-page.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { memberContext } from '#team/member.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { Empty } from '#ui/empty.tsx'
import { Field, Options, SelectField } from '#ui/fields/field.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { Refused } from '#ui/refused.tsx'
import { Cell, Row, Table } from '#ui/table.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { Route } from './+types/mails.route.ts'
import { type MailSearch, mailListUrl, parseMailSearch } from './mail-search.ts'
import { listMails } from './mails.db.server.ts'
import '#desk/list.css'
import './mails.css'

const AgainForm = z.object({
  mail: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
})

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = context.get(memberContext)
  const db = context.get(dbContext)
  const asked = parseMailSearch(new URL(request.url).searchParams)
  const { search, filter, choices, names } = await resolveListFilter(db, asked)
  const { rows, ...page } = await listMails(db, { ...search, ...filter })
  const { timeZone } = await readProgramme(db)
  const mails = rows.map(({ createdAt, sentAt, isErased, hasSource, tries, lastError, ...mail }) => ({
    ...mail,
    state: mailState({ sentAt, tries }),
    at: sentAt ? `Sent ${dayAndTime(sentAt, timeZone)}` : `Written ${dayAndTime(createdAt, timeZone)}`,
    error: sentAt ? null : lastError,
    maySend: maySendAgain(member, { kind: mail.kind, isErased, hasSource }),
  }))
  return { mails, page, search, choices, names }
}

type Answer = ReturnType<typeof reply<FormReply & { isSentAgain?: boolean }>>

export function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const member = context.get(memberContext)
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
  const { mails, page, search, choices, names } = loaderData
  const isNarrower = mailListUrl({ ...search, page: undefined }) !== mailListUrl({})
  return (
    <div className="wrap mails-page">
      <PageTitle lead="What the site wrote, the newest first.">Mails</PageTitle>
      <MailFilters {...{ search, ...choices }} />
      <Refused reply={actionData} />
      {actionData?.isSentAgain && (
        <Banner tone="good" focus={actionData}>
          <p>It goes out again.</p>
        </Banner>
      )}
      <section className="found-rows" aria-labelledby="found">
        <div className="sec-head">
          <h2 id="found" aria-live="polite">
            {describeSearch(search, page, names)}
          </h2>
          {isNarrower && (
            <ButtonLink size="small" variant="bare" to={mailListUrl({})}>
              Show all mails
            </ButtonLink>
          )}
        </div>
        {mails.length === 0 ? (
          <Empty>
            {!isNarrower
              ? 'What the site writes stands here at once.'
              : names.length > 0
                ? 'Leave out one of what you chose above.'
                : 'Choose another list above.'}
          </Empty>
        ) : (
          <Mails {...{ mails }} />
        )}
        <Pages {...page} to={(page) => mailListUrl({ ...search, page })} />
      </section>
    </div>
  )
}

function MailFilters({ search, ...places }: Places & { search: MailSearch }) {
  const { shown, form, select } = useFilters(search, { parse: parseMailSearch, toUrl: mailListUrl })
  return (
    <Form {...form} className="list-filters baseline">
      <div className="filter-row">
        <Field
          label="To (its first letters)"
          name="q"
          type="search"
          defaultValue={search.recipient}
          autoComplete="off"
          spellCheck={false}
        />
        <SelectField {...select('state', 'State', shown.state)}>
          <option value="">Any state</option>
          <Options options={mailStates.map((state) => [state, stateTexts[state].name])} />
        </SelectField>
        <SelectField {...select('kind', 'About', shown.kind)}>
          <option value="">Anything</option>
          <Options options={mailKinds.map((kind) => [kind, capital(kind)])} />
        </SelectField>
        <PlaceFilters {...{ shown, select, ...places }} any="Any families" />
        <TypedFilters search={search} />
      </div>
    </Form>
  )
}

/** "12 mails that failed, about “receipt”, to “edith”, of family 1042" */
function describeSearch({ state, kind, recipient }: MailSearch, page: ListPage, names: string[]): string {
  const first = page.many === 0 ? 'No mail' : page.many === 1 ? '1 mail' : `${formatCount(page)} mails`
  const more = [state && stateTexts[state].that, kind && `about “${kind}”`, recipient && `to “${recipient}”`]
  return [first, ...more, ...names].filter(Boolean).join(', ')
}

const stateTexts: Record<MailState, { name: string; that: string; tone: 'paid' | 'due' | 'out' }> = {
  sent: { name: 'Sent', that: 'sent', tone: 'paid' },
  waiting: { name: 'Waiting', that: 'waiting', tone: 'due' },
  failed: { name: 'Failed', that: 'failed', tone: 'out' },
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
          <Cell>
            <EmailText>{recipient}</EmailText>
          </Cell>
          <Cell>
            <Chip tone={stateTexts[state].tone}>{stateTexts[state].name}</Chip>
          </Cell>
          <Cell>
            {subject || <span className="muted">Its words are erased.</span>}
            {kind && <span className="muted kind">{kind}</span>}
          </Cell>
          <Cell>
            <Unbroken>{at}</Unbroken>
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
