import { PaperSheet } from '#mail/pdf/paper-sheet.tsx'
import { plainId } from '#platform/http/page.server.ts'
import { pageMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/receipt.route.ts'
import { readOwnersSheet } from './owners-sheet.server.ts'
import { chargeReceipt } from './receipts.server.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, `Receipt ${loaderData?.number}`)

export const loader = (args: Route.LoaderArgs) =>
  readOwnersSheet(args, (db, visitor) => chargeReceipt(db, visitor, plainId(args.params.transactionId)))

export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  return <PaperSheet {...loaderData} />
}
