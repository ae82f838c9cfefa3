import Download from 'lucide-react/icons/download'
import Mail from 'lucide-react/icons/mail'
import Printer from 'lucide-react/icons/printer'
import { useEffect } from 'react'
import { data, Form, href, Link } from 'react-router'
import { z } from 'zod'
import { listSearchIn } from '#desk/list-address.ts'
import { SentMessages } from '#desk/mails/sent-messages.tsx'
import { markLabels } from '#desk/sheet/sheet-state.ts'
import { TakeOverForm } from '#desk/team/take-over.schema.ts'
import { TakeOver } from '#desk/team/take-over.tsx'
import { readSessionLine } from '#desk/waiting-list/session-line.server.ts'
import { SessionLine } from '#desk/waiting-list/session-line.tsx'
import type { Mark } from '#meetings/attendance/attendance.ts'
import { coachesFor } from '#meetings/coaches.db.server.ts'
import { printRoster, type Roster, sessionRoster } from '#meetings/sheet/roster.server.ts'
import { sentTo } from '#messages/sent.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { dollarsOrFree } from '#platform/format/money.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { toSessionId } from '#season/drafts/draft-edits.ts'
import { takeOver } from '#season/drafts/take-over.server.ts'
import { formName, memberContext } from '#team/member.server.ts'
import { may } from '#team/rights.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Empty } from '#ui/empty.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/roster.route.ts'
import { EventDoor } from './event-door.tsx'
import './roster.css'

type Answer = ReturnType<typeof data<FormReply & { isPrinted?: boolean; isTakenOver?: boolean }>>

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const member = context.get(memberContext)
  const db = context.get(dbContext)
  const roster = await sessionRoster(db, member, rowId(params.id))
  const mayEdit = may(member, 'season')
  const coaches = mayEdit ? await coachesFor(db, roster.id) : []
  const mayWrite = may(member, 'message')
  const { page: asked } = listSearchIn(new URL(request.url).searchParams)
  return {
    mayWrite,
    change: mayEdit ? sessionEditUrl(roster) : undefined,
    roster,
    coaches,
    line: await readSessionLine(db, roster.id, { showsFamilies: may(member, 'sums'), asked }),
    mayRegister: may(member, 'families'),
    messages: mayWrite && roster.showsMarks ? await sentTo(db, roster.id) : [],
  }
}

const sessionEditUrl = ({ eventKey, startsOn, number }: Roster) =>
  href('/desk/season/events/:key/:session', {
    key: eventKey,
    session: toSessionId({ starts: startsOn, number }),
  })

/** Prints are logged before printing; `?form=take-over` replaces a departed coach. */
export function action({ request, params, context }: Route.ActionArgs): Promise<Answer> {
  const member = context.get(memberContext)
  if (formName(request) === 'take-over') {
    return submit(request, TakeOverForm, async (form) => {
      await takeOver(context.get(dbContext), { ...form, sessionId: rowId(params.id), by: member.actor })
      return data({ isTakenOver: true })
    })
  }
  return submit(request, z.object({ print: z.literal('yes') }), async () => {
    await printRoster(context.get(dbContext), member, rowId(params.id))
    return data({ isPrinted: true })
  })
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData ? `Roster, ${loaderData.roster.event}` : 'Roster')

export default function RosterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { roster, mayWrite, change, coaches, messages, line, mayRegister } = loaderData
  useEffect(() => {
    if (actionData?.isPrinted) print()
  }, [actionData])
  const { length } = roster.players
  const players = length === 1 ? '1 player' : `${length} players`
  return (
    <div className="wrap roster">
      <PageTitle
        lead={`${roster.title}. ${roster.description}`}
        aside={
          <div className="row">
            {length > 0 && <RosterActs {...{ roster, mayWrite }} />}
            {change && (
              <ButtonLink size="small" to={change}>
                Change the session
              </ButtonLink>
            )}
          </div>
        }
      >
        <EventDoor eventKey={roster.eventKey}>{roster.event}</EventDoor>
      </PageTitle>
      {actionData?.isTakenOver && (
        <Banner tone="good" focus={actionData}>
          <p>This is saved, and counts at once.</p>
        </Banner>
      )}
      <TakeOver coaches={coaches} answer={actionData} />
      {length === 0 ? (
        <Empty title="Nobody has a place yet.">Who registers stands here at once.</Empty>
      ) : (
        <section className="baseline" aria-labelledby="players">
          <h2 id="players">{roster.places === null ? players : `${players} of ${roster.places} places`}</h2>
          <RosterTable roster={roster} />
        </section>
      )}
      {line && <SessionLine {...{ line, mayRegister }} sessionId={roster.id} />}
      {roster.misfits.length > 0 && <Misfits misfits={roster.misfits} />}
      <SentMessages messages={messages} />
    </div>
  )
}

const Misfits = ({ misfits }: Pick<Roster, 'misfits'>) => (
  <section className="baseline" aria-labelledby="misfits">
    <h2 id="misfits">Registered, but not of this age</h2>
    <ul className="rows">
      {misfits.map(({ id, name, problem }) => (
        <li key={id}>
          <div>
            <h3>
              <bdi>{name}</bdi>
            </h3>
            <p className="muted">{problem}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)

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
          to={`${href('/desk/message')}?to=sessions&session=${roster.id}`}
          icon={<Mail aria-hidden size="1.25em" />}
        >
          Write to the families
        </ButtonLink>
      )}
    </Form>
  )
}

/** Above this, marks are abbreviated. */
const longest = 8

/** The CSV file has all. */
const mostOnPaper = 20

/** Scrolls beside the names on phones. */
function RosterTable({ roster }: { roster: Roster }) {
  const { showsPhones } = roster
  const meetings = roster.showsMarks ? roster.meetings : []
  const isShort = meetings.length > longest
  return (
    <section className="roster-scroll" aria-label="Players and meetings">
      {isShort && <p className="muted key">{markLegend}</p>}
      {meetings.length > mostOnPaper && (
        <p className="on-paper">
          The last {mostOnPaper} of {meetings.length} meetings.
        </p>
      )}
      <table className={isShort ? 'short' : undefined}>
        <caption className="visually-hidden">Roster of {roster.event}</caption>
        <thead>
          <tr>
            <th scope="col">Player</th>
            {showsPhones && <th scope="col">Call</th>}
            {meetings.map(({ id, short }) => (
              <th scope="col" className="day" key={id}>
                <Link to={href('/desk/meetings/:id', { id })}>
                  <MonthAboveDay>{short}</MonthAboveDay>
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {roster.players.map((player) => (
            <tr key={player.id}>
              <Who player={player} />
              {showsPhones && <Calls player={player} />}
              {meetings.map(({ id }, index) => (
                <Came key={id} mark={player.marks[index] ?? null} isShort={isShort} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const MonthAboveDay = ({ children }: { children: string }) => {
  const [month, day] = children.split(' ')
  return (
    <>
      <span>{month}</span> <span>{day}</span>
    </>
  )
}

const markLegend = Object.values(markLabels)
  .map((word) => `${word.slice(0, 2)}: ${word.toLowerCase()}`)
  .join(', ')

type RosterPlayer = Roster['players'][number]

const describePaid = ({ standing, priceCents }: Pick<RosterPlayer, 'standing' | 'priceCents'>) =>
  `${standing === 'paid' ? 'Paid' : 'Not paid'}${priceCents === null ? '' : `, ${dollarsOrFree(priceCents)}`}`

function Who({ player }: { player: RosterPlayer }) {
  const { name, family, age, level, standing, priceCents, isUnsigned } = player
  const bdi = <bdi>{name}</bdi>
  return (
    <th scope="row" className="who">
      {family === null ? (
        bdi
      ) : (
        <Link to={href('/desk/families/:number', { number: String(family) })}>{bdi}</Link>
      )}
      <span className="about">{[age, level].filter(Boolean).join(', ')}</span>
      {standing && (
        <Chip tone={standing === 'paid' ? 'paid' : 'due'}>{describePaid({ standing, priceCents })}</Chip>
      )}
      {isUnsigned && <Chip tone="out">Release not signed</Chip>}
    </th>
  )
}

const Calls = ({ player }: { player: RosterPlayer }) => (
  <td className="calls-of">
    {player.calls.map(({ who, phone }) => (
      <p key={who + phone}>
        <bdi>{who}</bdi>
        <a href={`tel:+1${phone.replace(/\D/g, '')}`}>{phone}</a>
      </p>
    ))}
  </td>
)

/** Abbreviated for sighted users only. */
const Came = ({ mark, isShort }: { mark: Mark | null; isShort: boolean }) => (
  <td className={`came ${mark ?? ''}`}>
    {mark && isShort && <span aria-hidden>{markLabels[mark].slice(0, 2)}</span>}
    <span className={mark && !isShort ? undefined : 'visually-hidden'}>
      {mark ? markLabels[mark] : 'not marked'}
    </span>
  </td>
)
