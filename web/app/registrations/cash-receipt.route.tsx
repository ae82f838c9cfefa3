import { PaperSheet } from '#mail/paper-sheet.tsx'
import { rowId } from '#platform/page.server.ts'
import { pageMeta } from '#ui/site.ts'
import type { Route } from './+types/cash-receipt.route.ts'
import { ownSheet } from './own-sheet.server.ts'
import { cashReceipt } from './sheets.server.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, `Receipt ${loaderData?.number}`)

export const loader = (args: Route.LoaderArgs) =>
  ownSheet(args, (db, visitor) => {
    const { registrationId, eventId, personId, eventType } = args.params
    return cashReceipt(db, visitor, {
      registrationId: rowId(registrationId),
      eventId: rowId(eventId),
      personId,
      eventType,
    })
  })

export default function CashReceiptPage({ loaderData }: Route.ComponentProps) {
  return <PaperSheet {...loaderData} />
}
