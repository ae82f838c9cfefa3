import { dbContext } from '#platform/contexts.server.ts'
import { requireRight } from '#team/member.server.ts'
import { readMembers } from '#team/members.db.server.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { unlistedMeta } from '#ui/site.ts'
import { Cell, Row, Table } from '#ui/table.tsx'
import type { Route } from './+types/team.route.ts'
import './team.css'

export async function loader({ context }: Route.LoaderArgs) {
  requireRight(context, 'team')
  return { members: await readMembers(context.get(dbContext)) }
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Team')

export default function TeamPage({ loaderData: { members } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <PageTitle lead="Each sees what the work needs.">Team</PageTitle>
      <Table caption="Members" columns={[{ name: 'Name' }, { name: 'Roles' }]}>
        {members.map(({ accountId, name, email, roles }) => (
          <Row key={accountId}>
            <Cell>
              <bdi>{name}</bdi> <span className="line">{email}</span>
            </Cell>
            <Cell>{roles.map(({ role }) => role).join(', ')}</Cell>
          </Row>
        ))}
      </Table>
    </div>
  )
}
