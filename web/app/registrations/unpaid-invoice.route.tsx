import { pageMeta } from '#ui/site.ts'
import type { Route } from './+types/unpaid-invoice.route.ts'
import { ownSheet } from './own-sheet.server.ts'
import { Sheet } from './sheet.tsx'
import { unpaidInvoice } from './sheets.server.ts'
import './registrations.css'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, `Invoice ${loaderData?.number}`)

export const loader = (args: Route.LoaderArgs) =>
  ownSheet(args, (db, visitor) => unpaidInvoice(db, visitor, Number(args.params.year)))

export default function UnpaidInvoicePage({ loaderData }: Route.ComponentProps) {
  return <Sheet {...loaderData} />
}
