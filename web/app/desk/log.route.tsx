import { Form, Link } from 'react-router'
import { actorNames } from '#people/actors.db.server.ts'
import { fieldsIn } from '#platform/changes.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { dayAndTime } from '#platform/dates.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { requireRight } from '#team/member.server.ts'
import { mayAll } from '#team/rights.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { unlistedMeta } from '#ui/site.ts'
import { Cell, Row, Table } from '#ui/table.tsx'
import type { Route } from './+types/log.route.ts'
import { isFullPage, readLog } from './log.db.server.ts'
import './today.css'

const numberIn = (text: string | null) => (text && /^\d{1,9}$/.test(text) ? Number(text) : undefined)

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = requireRight(context, 'log')
  const db = context.get(dbContext)
  const { timeZone } = await readProgramme(db)
  const { searchParams } = new URL(request.url)
  const [before, family] = [numberIn(searchParams.get('before')), numberIn(searchParams.get('family'))]
  const rows = await readLog(db, { before, family, isMoneyOnly: !mayAll(member, 'log') })
  const nameOf = await actorNames(
    db,
    rows.map(({ actor }) => actor),
  )
  const lines = rows.map(({ at, actor, after, ...row }) => ({
    ...row,
    fields: row.family === null ? '' : fieldsIn(after),
    at: dayAndTime(at, timeZone),
    by: nameOf(actor),
  }))
  return { lines, family, older: isFullPage(lines) ? lines.at(-1)?.id : undefined }
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Log')

const columns = ['When', 'Who', 'What', 'Family', 'Why'].map((name) => ({ name }))

export default function LogPage({ loaderData: { lines, family, older } }: Route.ComponentProps) {
  const ofFamily = family === undefined ? '' : `&family=${family}`
  return (
    <div className="wrap">
      <PageTitle
        lead="Who did what, the newest first."
        aside={
          <Form role="search" className="find">
            <Field label="Family number" name="family" inputMode="numeric" defaultValue={family} />
            <Button type="submit">Show</Button>
          </Form>
        }
      >
        Log
      </PageTitle>
      {lines.length === 0 ? (
        <p>Nothing stands here yet.</p>
      ) : (
        <Table caption="Log" columns={columns}>
          {lines.map(({ id, at, by, what, fields, reason, words, family, isOwnFamily }) => (
            <Row key={id}>
              <Cell>{at}</Cell>
              <Cell>
                <bdi>{by}</bdi>
              </Cell>
              <Cell>{fields ? `${what} (${fields})` : what}</Cell>
              <Cell>
                {family && <span className="narrow-only">Family </span>}
                {family}
                {isOwnFamily && ' (their own)'}
              </Cell>
              <Cell>{[reason, words].filter(Boolean).join(': ')}</Cell>
            </Row>
          ))}
        </Table>
      )}
      {older !== undefined && (
        <p className="row">
          <Link to={`/desk/log?before=${older}${ofFamily}`}>Older</Link>
        </p>
      )}
    </div>
  )
}
