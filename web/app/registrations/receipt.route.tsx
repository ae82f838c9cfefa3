import { pageMeta } from '#ui/site.ts'
import type { Route } from './+types/receipt.route.ts'
import { ownSheet } from './own-sheet.server.ts'
import { Sheet } from './sheet.tsx'
import { cardReceipt } from './sheets.server.ts'
import './registrations.css'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, `Receipt ${loaderData?.number}`)

export const loader = (args: Route.LoaderArgs) =>
  ownSheet(args, (db, visitor) => cardReceipt(db, visitor, args.params.transactionId))

export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  return <Sheet {...loaderData} />
}
