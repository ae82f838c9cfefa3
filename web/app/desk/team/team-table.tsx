// biome-ignore-all lint/a11y/noRedundantRoles: a changed display takes the implied roles away
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { addDays, longDay, monthDay } from '#platform/format/dates.ts'
import type { RoleDays } from '#team/invitations/invitations.server.ts'
import { roleLabels } from '#team/roles.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Table } from '#ui/table.tsx'
import { Unbroken } from '#ui/unbroken.tsx'

type Member = {
  accountId: string
  name: string
  email: string
  roles: RoleDays[]
  secondStep: string | null
  backgroundCheckUntil: string | null
  safetyTrainingUntil: string | null
}
type Invited = { email: string; roles: RoleDays[]; since: Date; until: Date }
type Props = { members: Member[]; invited: Invited[]; today: string }

const columns = [
  ...['Name', 'Roles', 'Second step', 'Background check', 'Safety training'].map((name) => ({ name })),
  { name: 'Actions', hidden: true },
]

/** Members and open invitations. */
export const MemberTable = ({ members, invited, today }: Props) => (
  <div className="members">
    <Table caption="Members" columns={columns}>
      {members.map((member) => (
        <MemberRow key={member.accountId} member={member} today={today} />
      ))}
      {invited.map((invitation) => (
        <InvitedRow key={invitation.email} {...invitation} />
      ))}
    </Table>
  </div>
)

function MemberRow({ member, today }: { member: Member; today: string }) {
  const { accountId, name, email, roles, secondStep } = member
  const needsChecks = roles.some(({ role }) => role === 'coach')
  return (
    <tr role="row">
      <Who name={<bdi>{name}</bdi>} email={email} />
      <Labelled name="Roles">
        <Roles roles={roles} today={today} />
      </Labelled>
      <Labelled name="Second step">
        {secondStep ? <Chip tone="paid">{secondStep}</Chip> : <Chip tone="out">Not set up</Chip>}
      </Labelled>
      <Labelled name="Background check">
        <Until day={member.backgroundCheckUntil} isNeeded={needsChecks} today={today} />
      </Labelled>
      <Labelled name="Safety training">
        <Until day={member.safetyTrainingUntil} isNeeded={needsChecks} today={today} />
      </Labelled>
      <td role="cell">
        <div className="acts">
          <ButtonLink size="small" to={`/desk/team/${accountId}`}>
            Change<span className="visually-hidden"> {name}</span>
          </ButtonLink>
        </div>
      </td>
    </tr>
  )
}

function InvitedRow({ email, roles, since, until }: Invited) {
  const day = (moment: Date) => monthDay(moment.toISOString().slice(0, 10))
  return (
    <tr role="row">
      <Who name="Not answered yet" email={email} />
      <Labelled name="Roles">
        {roles.map(({ role }) => roleLabels[role].name).join(', ') || 'as before'}
        <span className="line">
          <Unbroken>{`invited ${day(since)}, ends ${day(until)}`}</Unbroken>
        </span>
      </Labelled>
      <Labelled name="Second step">
        <Chip>after joining</Chip>
      </Labelled>
      <td role="cell" />
      <td role="cell" />
      <td role="cell">
        <div className="acts">
          <ByEmail form="again" email={email}>
            Send again<span className="visually-hidden"> to {email}</span>
          </ByEmail>
          <ByEmail form="take-back" email={email}>
            Take back<span className="visually-hidden"> the invitation of {email}</span>
          </ByEmail>
        </div>
      </td>
    </tr>
  )
}

const ByEmail = ({ form, email, children }: { form: string; email: string; children: ReactNode }) => (
  <Form method="post" action={`/desk/team?form=${form}`}>
    <input type="hidden" name="email" value={email} />
    <Button type="submit" size="small">
      {children}
    </Button>
  </Form>
)

const Who = ({ name, email }: { name: ReactNode; email: string }) => (
  <th role="rowheader" scope="row">
    <b>{name}</b> <span className="line">{email}</span>
  </th>
)

const Labelled = ({ name, children }: { name: string; children: ReactNode }) => (
  <td role="cell">
    <span className="cell-name">{name}</span>
    <span>{children}</span>
  </td>
)

function Roles({ roles, today }: { roles: RoleDays[]; today: string }) {
  const present = roles.filter(({ lastDay }) => !lastDay || lastDay >= today)
  if (present.length === 0) return 'none any more'
  const ends = present.flatMap(({ lastDay }) => lastDay ?? []).sort()[0]
  return (
    <>
      {present.map(({ role }) => roleLabels[role].name).join(', ')}
      <span className="line">{ends ? `until ${longDay(ends)}` : 'no end day'}</span>
    </>
  )
}

/** Expired dates are a warning, never a lock. */
function Until({ day, isNeeded, today }: { day: string | null; isNeeded: boolean; today: string }) {
  if (!day) return isNeeded ? <Chip tone="due">no date yet</Chip> : <Chip>not needed</Chip>
  const label = day < today ? `ran out ${longDay(day)}` : `until ${longDay(day)}`
  return <Chip tone={day <= addDays(today, 30) ? 'due' : 'paid'}>{label}</Chip>
}
