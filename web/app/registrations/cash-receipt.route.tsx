import { pageMeta } from '#ui/site.ts'
import type { Route } from './+types/cash-receipt.route.ts'
import { ownSheet } from './own-sheet.server.ts'
import { Sheet } from './sheet.tsx'
import { cashReceipt } from './sheets.server.ts'
import './registrations.css'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, `Receipt ${loaderData?.number}`)

export const loader = (args: Route.LoaderArgs) =>
  ownSheet(args, (db, visitor) => {
    const { registrationId, eventId, personId, eventType } = args.params
    return cashReceipt(db, visitor, {
      registrationId: Number(registrationId),
      eventId: Number(eventId),
      personId,
      eventType,
    })
  })

export default function CashReceiptPage({ loaderData }: Route.ComponentProps) {
  return <Sheet {...loaderData} />
}
