import { familyAt } from '#desk/family/family.server.ts'
import { statementFor } from '#invoices/statement.server.ts'
import { PaperSheet } from '#mail/pdf/paper-sheet.tsx'
import { dbContext } from '#platform/contexts.server.ts'
import { rowId, yearId } from '#platform/http/page.server.ts'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/family-statement.route.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, `Statement ${loaderData?.number}`)

/** Same paper as the family's. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const year = yearId(params.year)
  return statementFor(db, await familyAt(db, rowId(params.number)), year)
}

export default function FamilyStatementPage({ loaderData }: Route.ComponentProps) {
  return <PaperSheet {...loaderData} />
}
