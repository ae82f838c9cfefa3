import { PaperSheet } from '#mail/pdf/paper-sheet.tsx'
import { yearId } from '#platform/http/page.server.ts'
import { pageMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/unpaid-invoice.route.ts'
import { readOwnersSheet } from './owners-sheet.server.ts'
import { unpaidInvoice } from './sheets.server.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, `Invoice ${loaderData?.number}`)

export const loader = (args: Route.LoaderArgs) =>
  readOwnersSheet(args, (db, visitor) => unpaidInvoice(db, visitor, yearId(args.params.year)))

export default function UnpaidInvoicePage({ loaderData }: Route.ComponentProps) {
  return <PaperSheet {...loaderData} />
}
