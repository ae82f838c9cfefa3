import { data, Form } from 'react-router'
import {
  AbsenceForm,
  listPlayerMeetings,
  type PlayerMeeting,
  reportAbsence,
} from '#meetings/guests/absences.server.ts'
import { findPerson } from '#people/people.db.server.ts'
import { fullName } from '#people/people.ts'
import { accountContext } from '#people/sign-in/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { uuid } from '#platform/http/page.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import { Refused } from '#ui/refused.tsx'
import { Cell, Row, Table } from '#ui/table.tsx'
import type { Route } from './+types/player-meetings.route.ts'

type Answer = ReturnType<typeof data<FormReply>>

export async function loader({ params, context }: Route.LoaderArgs) {
  const { accountId } = context.get(accountContext)
  const db = context.get(dbContext)
  const person = orNotFound(await findPerson(db, accountId, uuid(params.playerId)))
  return {
    name: fullName(person),
    meetings: await listPlayerMeetings(db, { accountId, personId: person.id }),
  }
}

export function action({ request, params, context }: Route.ActionArgs): Promise<Answer> {
  const player = { accountId: context.get(accountContext).accountId, personId: uuid(params.playerId) }
  return submit(request, AbsenceForm, async ({ meeting, is_absent }) => {
    await reportAbsence(context.get(dbContext), player, meeting, is_absent === 'yes')
    return data({})
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Meetings')

const columns = [{ name: 'Meeting' }, { name: 'Session' }, { name: 'Attendance' }, { name: 'Actions' }]

export default function PlayerMeetingsPage({
  loaderData: { name, meetings },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="wrap">
      <PageTitle lead={<bdi className="break">{name}</bdi>}>Meetings</PageTitle>
      <Refused reply={actionData} />
      {meetings.length > 0 ? (
        <div className="baseline">
          <Table caption={`Meetings of ${name}`} columns={columns}>
            {meetings.map((meeting) => (
              <Meeting key={meeting.id} meeting={meeting} />
            ))}
          </Table>
        </div>
      ) : (
        <Empty title="No meetings yet." action={<ButtonLink to="/">See the season</ButtonLink>}>
          The days of a session stand here once this player is registered for it.
        </Empty>
      )}
    </div>
  )
}

function Meeting({ meeting }: { meeting: PlayerMeeting }) {
  return (
    <Row>
      <Cell>
        <b>{meeting.when}</b>
      </Cell>
      <Cell>{meeting.session}</Cell>
      <Cell>
        {meeting.isCancelled ? (
          <>
            <Chip tone="out">Cancelled</Chip> {meeting.why}
          </>
        ) : (
          meeting.mark && <Chip tone={tones[meeting.mark]}>{labels[meeting.mark]}</Chip>
        )}
      </Cell>
      <Cell>
        {!meeting.hasStarted && !meeting.isCancelled && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="meeting" value={meeting.id} />
            <input type="hidden" name="is_absent" value={meeting.isReported ? 'no' : 'yes'} />
            <Button type="submit" size="small">
              {meeting.isReported ? 'Take back' : 'Report absence'}
              <span className="visually-hidden"> {meeting.when}</span>
            </Button>
          </Form>
        )}
      </Cell>
    </Row>
  )
}

const labels = { here: 'Here', late: 'Late', absent: 'Absent', excused: 'Excused', left: 'Left' }
const tones = { here: 'paid', late: 'due', absent: 'out', excused: 'plain', left: 'plain' } as const
