import { href, Link } from 'react-router'
import { placesIn } from '#desk/narrowed.server.ts'
import { Pages } from '#desk/pages.tsx'
import { dbContext } from '#platform/contexts.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { memberContext } from '#team/member.server.ts'
import { may, type Right } from '#team/rights.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { EmailText } from '#ui/email-text.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { Cell, Row, Table } from '#ui/table.tsx'
import type { Route } from './+types/families.route.ts'
import { FamilyFilters } from './family-filters.tsx'
import {
  describeFamilySearch,
  type FamilySearch,
  familyListUrl,
  isNarrower,
  parseFamilySearch,
} from './family-search.ts'
import { familyStates } from './family-states.ts'
import { type FamilyList, listFamilies } from './list-families.server.ts'
import '#desk/list.css'
import './families.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = context.get(memberContext)
  const db = context.get(dbContext)
  const search = parseFamilySearch(new URL(request.url).searchParams)
  if (search.state && !may(member, familyStates[search.state].right)) refuse('not-your-work')
  const { events, sessions, place } = await placesIn(db, search)
  const filter = { ...search, ...place }
  const today = todayIn((await readProgramme(db)).timeZone)
  return {
    search: filter,
    list: await listFamilies(db, today, filter),
    events,
    sessions,
    mayAdd: may(member, 'families'),
    mayWrite: may(member, 'message'),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Families')

export default function FamiliesPage({ loaderData }: Route.ComponentProps) {
  const { search, list, events, sessions, mayAdd, mayWrite } = loaderData
  const names = {
    event: events.find(({ key }) => key === search.event)?.name,
    session: sessions.find(({ id }) => id === search.session)?.name,
  }
  return (
    <div className="wrap">
      <PageTitle aside={mayAdd && <ButtonLink to="/desk/families/new">New family</ButtonLink>}>
        Families
      </PageTitle>
      <FamilyFilters {...{ search, events, sessions, mayAdd }} />
      <section className="found-rows found-families" aria-labelledby="found">
        <div className="sec-head">
          <h2 id="found" aria-live="polite">
            {describeFamilySearch(search, list.many, names)}
          </h2>
          {isNarrower(search) && (
            <ButtonLink size="small" variant="bare" to={familyListUrl({})}>
              Show everybody
            </ButtonLink>
          )}
        </div>
        {mayWrite && search.state === 'unsigned' && list.many > 0 && (
          <p className="row">
            <ButtonLink size="small" to={`${href('/desk/message')}?to=unsigned`}>
              Write to all without a release
            </ButtonLink>
          </p>
        )}
        {list.many === 0 ? <Nobody {...{ search, mayAdd }} /> : <Families {...{ list, mayAdd }} />}
        <Pages {...list} to={(page) => familyListUrl({ ...search, page })} />
      </section>
    </div>
  )
}

function Families({ list, mayAdd }: { list: FamilyList; mayAdd: boolean }) {
  return (
    <Table caption="Families" columns={['Family', 'Players', 'Email', 'State'].map((name) => ({ name }))}>
      {list.families.map(({ number, firstName, lastName, email, players, states }) => (
        <Row key={number}>
          <Cell>
            {firstName === null ? (
              <b>Account deleted</b>
            ) : (
              <Link className="alone" to={href('/desk/families/:number', { number: String(number) })}>
                <bdi>{`${firstName} ${lastName}`}</bdi>
              </Link>
            )}
            <span className="muted line">Family {number}</span>
          </Cell>
          <Cell>
            {players.map(({ id, name }, at) => (
              <span key={id}>
                {at > 0 && ', '}
                <bdi>{name}</bdi>
              </span>
            ))}
          </Cell>
          <Cell className="email">
            {email ? <EmailText>{email}</EmailText> : <span className="muted">no email</span>}
          </Cell>
          <Cell>
            <States states={states.map((state) => familyStates[state])} mayAdd={mayAdd} />
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

function States({
  states,
  mayAdd,
}: {
  states: { chip: string; tone: 'due' | 'out'; right: Right }[]
  mayAdd: boolean
}) {
  const shown = states.filter(({ right }) => mayAdd || right !== 'families')
  if (shown.length === 0) return null
  return (
    <div className="flags">
      {shown.map(({ chip, tone }) => (
        <Chip key={chip} tone={tone}>
          {chip}
        </Chip>
      ))}
    </div>
  )
}

function Nobody({ search, mayAdd }: { search: FamilySearch; mayAdd: boolean }) {
  const { text } = search
  const isFiltered = isNarrower({ ...search, text: undefined })
  if (text && isFiltered)
    return (
      <Empty action={<ButtonLink to={familyListUrl({ text })}>Look among everybody</ButtonLink>}>
        Only this list was looked through.
      </Empty>
    )
  if (text)
    return (
      <Empty>
        Check the spelling, or try the name of a player, the email or the last digits of the phone number.
      </Empty>
    )
  if (isFiltered)
    return (
      <Empty action={<ButtonLink to={familyListUrl({})}>Show everybody</ButtonLink>}>
        Nothing is to do here. Choose another list above.
      </Empty>
    )
  return (
    <Empty action={mayAdd && <ButtonLink to="/desk/families/new">New family</ButtonLink>}>
      Who makes an account stands here at once.
    </Empty>
  )
}
