import Download from 'lucide-react/icons/download'
import Mail from 'lucide-react/icons/mail'
import Printer from 'lucide-react/icons/printer'
import { useEffect } from 'react'
import { data, Form, href, Link } from 'react-router'
import { z } from 'zod'
import type { Mark } from '#meetings/attendance.ts'
import { printRoster, type Roster, sessionRoster } from '#meetings/roster.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { rowId } from '#platform/page.server.ts'
import { type FormReply, submit } from '#platform/submit.server.ts'
import { requireRight } from '#team/member.server.ts'
import { may } from '#team/rights.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { unlistedMeta } from '#ui/site.ts'
import { Cell, Row, Table } from '#ui/table.tsx'
import type { Route } from './+types/roster.route.ts'
import { markWords } from './sheet-state.ts'
import './roster.css'

type Answer = ReturnType<typeof data<FormReply & { isPrinted?: boolean }>>

export async function loader({ params, context }: Route.LoaderArgs) {
  const member = requireRight(context, 'roster')
  const mayWrite = may(member, 'message')
  return { mayWrite, roster: await sessionRoster(context.get(dbContext), member, rowId(params.id)) }
}

/** Written down before it goes on paper. */
export function action({ request, params, context }: Route.ActionArgs): Promise<Answer> {
  const member = requireRight(context, 'roster')
  return submit(request, z.object({ print: z.literal('yes') }), async () => {
    await printRoster(context.get(dbContext), member, rowId(params.id))
    return data({ isPrinted: true })
  })
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData ? `Roster, ${loaderData.roster.event}` : 'Roster')

export default function RosterPage({ loaderData: { roster, mayWrite }, actionData }: Route.ComponentProps) {
  useEffect(() => {
    if (actionData?.isPrinted) print()
  }, [actionData])
  const { length } = roster.players
  const players = length === 1 ? '1 player' : `${length} players`
  return (
    <div className="wrap roster">
      <PageTitle
        lead={`${roster.title}. ${roster.description}`}
        aside={length > 0 && <RosterActs {...{ roster, mayWrite }} />}
      >
        {roster.event}
      </PageTitle>
      {length === 0 ? (
        <Empty title="Nobody has a place yet.">Who registers stands here at once.</Empty>
      ) : (
        <section className="baseline" aria-labelledby="players">
          <h2 id="players">{roster.places === null ? players : `${players} of ${roster.places} places`}</h2>
          <RosterTable roster={roster} />
        </section>
      )}
    </div>
  )
}

function RosterActs({ roster, mayWrite }: { roster: Roster; mayWrite: boolean }) {
  return (
    <Form method="post" className="row" preventScrollReset>
      <Button
        type="submit"
        name="print"
        value="yes"
        size="small"
        icon={<Printer aria-hidden size="1.25em" />}
      >
        Print
      </Button>
      <a
        className="button outline compact"
        href={href('/desk/sessions/:id/roster.csv', { id: String(roster.id) })}
        download
      >
        <Download aria-hidden size="1.25em" />
        For a spreadsheet
      </a>
      {mayWrite && (
        <ButtonLink
          size="small"
          to={href('/desk/sessions/:id/message', { id: String(roster.id) })}
          icon={<Mail aria-hidden size="1.25em" />}
        >
          Write to the families
        </ButtonLink>
      )}
    </Form>
  )
}

function RosterTable({ roster }: { roster: Roster }) {
  const meetings = roster.seesMarks ? roster.meetings : []
  const columns = [
    { name: 'Player' },
    ...(roster.seesAges ? [{ name: 'Age' }] : []),
    { name: 'Level' },
    ...(roster.seesAges ? [{ name: 'Paid' }] : []),
    ...(meetings.length > 0 ? [{ name: 'Meetings' }] : []),
  ]
  return (
    <Table caption={`Roster of ${roster.event}`} columns={columns}>
      {roster.players.map((player) => (
        <Row key={player.id}>
          <Cell className="who">
            <b>
              <bdi>{player.name}</bdi>
            </b>
            {player.isUnsigned && (
              <span className="line">
                <Chip tone="out">Release not signed</Chip>
              </span>
            )}
          </Cell>
          {roster.seesAges && <Cell className="age">{player.age}</Cell>}
          <Cell className="level">{player.level}</Cell>
          {roster.seesAges && (
            <Cell>
              <Chip tone={player.isPaid ? 'paid' : 'due'}>
                {[player.isPaid ? 'Paid' : 'Not paid', player.sum].filter(Boolean).join(', ')}
              </Chip>
            </Cell>
          )}
          {meetings.length > 0 && (
            <Cell>
              {/* biome-ignore lint/a11y/noRedundantRoles: A list without bullets is none to some screen readers. */}
              <ul role="list" className="came">
                {meetings.map((meeting, index) => (
                  <Came key={meeting.id} meeting={meeting} mark={player.marks[index] ?? null} />
                ))}
              </ul>
            </Cell>
          )}
        </Row>
      ))}
    </Table>
  )
}

function Came({ meeting, mark }: { meeting: { id: string; short: string }; mark: Mark | null }) {
  return (
    <li className={mark ?? undefined}>
      <Link to={href('/desk/meetings/:id', { id: meeting.id })}>{meeting.short}</Link>
      <span>{mark ? markWords[mark] : 'not marked'}</span>
    </li>
  )
}
