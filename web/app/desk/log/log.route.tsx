import { Form, href, Link } from 'react-router'
import { readableLog } from '#desk/family/log/log-subjects.server.ts'
import { capital } from '#desk/list-address.ts'
import { PlaceFilters, type Places, TypedFilters, useFilters } from '#desk/list-filters.tsx'
import { resolveListFilter } from '#desk/narrowed.server.ts'
import { Pages } from '#desk/pages.tsx'
import { changeKinds, moneyChanges } from '#platform/changes.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { dayAndTime } from '#platform/format/dates.ts'
import { formatCount, type ListPage } from '#platform/list-page.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { memberContext } from '#team/member.server.ts'
import { listMemberNames } from '#team/members.db.server.ts'
import { may, mayAll } from '#team/rights.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Options, SelectField } from '#ui/fields/field.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { Cell, Row, Table } from '#ui/table.tsx'
import type { Route } from './+types/log.route.ts'
import { readLog } from './log.db.server.ts'
import { type LogSearch, logUrl, otherActors, parseLogSearch } from './log-search.ts'
import { LogSubject } from './log-subject.tsx'
import '#desk/list.css'
import './log.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = context.get(memberContext)
  const db = context.get(dbContext)
  const { timeZone } = await readProgramme(db)
  const asked = parseLogSearch(new URL(request.url).searchParams)
  const { search, filter, choices, names } = await resolveListFilter(db, asked)
  const isMoneyOnly = !mayAll(member, 'log')
  const { rows, ...page } = await readLog(db, { ...search, ...filter, isMoneyOnly })
  const showsSums = may(member, 'sums')
  const lines = (await readableLog(db, rows)).map(({ at, sum, ...line }) => ({
    ...line,
    at: dayAndTime(at, timeZone),
    sum: showsSums ? sum : undefined,
  }))
  return {
    lines,
    page,
    search,
    names,
    choices: { ...choices, isMoneyOnly, members: await listMemberNames(db) },
  }
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Log')

const columns = ['When', 'Who', 'What', 'Family', 'Why'].map((name) => ({ name }))

export default function LogPage({ loaderData }: Route.ComponentProps) {
  const { lines, page, search, names, choices } = loaderData
  return (
    <div className="wrap">
      <PageTitle lead="Who did what, the newest first.">Log</PageTitle>
      <LogFilters {...{ search, ...choices }} />
      <section className="found-rows logged" aria-labelledby="found">
        <div className="sec-head">
          <h2 id="found" aria-live="polite">
            {describeSearch(search, page, [whoIn(search, choices.members), ...names])}
          </h2>
          {logUrl({ ...search, page: undefined }) !== logUrl({}) && (
            <ButtonLink size="small" variant="bare" to={logUrl({})}>
              Show the whole log
            </ButtonLink>
          )}
        </div>
        {lines.length === 0 ? (
          <Empty>What is done at the desk stands here at once.</Empty>
        ) : (
          <Lines {...{ lines }} />
        )}
        <Pages {...page} to={(page) => logUrl({ ...search, page })} />
      </section>
    </div>
  )
}

type Choices = Places & { members: { id: string; name: string }[]; isMoneyOnly: boolean }

function LogFilters({ search, members, isMoneyOnly, ...places }: Choices & { search: LogSearch }) {
  const { shown, form, select } = useFilters(search, { parse: parseLogSearch, toUrl: logUrl })
  return (
    <Form {...form} className="list-filters baseline">
      <div className="filter-row">
        <SelectField {...select('what', 'What', shown.what)}>
          <option value="">Anything</option>
          <Options
            options={(isMoneyOnly ? moneyChanges : changeKinds).map((what) => [what, capital(what)])}
          />
        </SelectField>
        <SelectField {...select('who', 'Who', shown.who)}>
          <option value="">Anybody</option>
          <Options options={members.map(({ id, name }) => [`member:${id}`, name])} />
          <Options options={Object.entries(otherActors).map(([who, name]) => [who, name])} />
        </SelectField>
        <PlaceFilters {...{ shown, select, ...places }} />
        <TypedFilters search={search} />
      </div>
    </Form>
  )
}

/** "by Robin Vale" */
function whoIn({ who }: LogSearch, members: Choices['members']): string | undefined {
  if (!who) return undefined
  if (who in otherActors) return `by ${otherActors[who as keyof typeof otherActors].toLowerCase()}`
  return `by ${members.find(({ id }) => who === `member:${id}`)?.name ?? 'a former member'}`
}

/** "12 lines, “payment recorded”, by Robin Vale, in Green Ball" */
function describeSearch({ what }: LogSearch, page: ListPage, names: (string | undefined)[]): string {
  const first = page.many === 0 ? 'Nothing' : page.many === 1 ? '1 line' : `${formatCount(page)} lines`
  return [first, what && `“${what}”`, ...names].filter(Boolean).join(', ')
}

function Lines({ lines }: { lines: Route.ComponentProps['loaderData']['lines'] }) {
  return (
    <Table caption="Log" columns={columns}>
      {lines.map(({ id, at, by, what, sum, about, reason, words, isOwnFamily, ...family }) => (
        <Row key={id}>
          <Cell>{at}</Cell>
          <Cell>
            <bdi>{by}</bdi>
          </Cell>
          <Cell>
            <b>{capital(what)}</b>
            <LogSubject {...{ sum, about }} />
          </Cell>
          <Cell>
            <FamilyName {...family} />
            {isOwnFamily && ' (their own)'}
          </Cell>
          <Cell>{[reason, words].filter(Boolean).join(': ')}</Cell>
        </Row>
      ))}
    </Table>
  )
}

type Family = Pick<Route.ComponentProps['loaderData']['lines'][number], 'family' | 'firstName' | 'lastName'>

function FamilyName({ family, firstName, lastName }: Family) {
  if (family === null) return null
  return (
    <>
      {firstName === null ? (
        'Account deleted'
      ) : (
        <Link to={href('/desk/families/:number', { number: String(family) })}>
          <bdi>{`${firstName} ${lastName}`}</bdi>
        </Link>
      )}
      <span className="line muted">Family {family}</span>
    </>
  )
}
