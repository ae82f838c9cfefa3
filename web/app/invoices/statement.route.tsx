import { PaperSheet } from '#mail/pdf/paper-sheet.tsx'
import { yearId } from '#platform/http/page.server.ts'
import { pageMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/statement.route.ts'
import { readOwnersSheet } from './owners-sheet.server.ts'
import { statementFor } from './statement.server.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, `Statement ${loaderData?.number}`)

export const loader = (args: Route.LoaderArgs) =>
  readOwnersSheet(args, (db, visitor) => statementFor(db, visitor, yearId(args.params.year)))

export default function StatementPage({ loaderData }: Route.ComponentProps) {
  return <PaperSheet {...loaderData} />
}
