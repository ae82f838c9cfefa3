import { PaperSheet } from '#mail/pdf/paper-sheet.tsx'
import { rowId } from '#platform/http/page.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/cash-receipt.route.ts'
import { readOwnersSheet } from './owners-sheet.server.ts'
import { recordedReceipt } from './receipts.server.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, `Receipt ${loaderData?.receipt.number}`)

export const loader = (args: Route.LoaderArgs) =>
  readOwnersSheet(args, (db, visitor) => {
    const { registrationId, eventId, personId, eventType } = args.params
    const place = { registrationId: rowId(registrationId), eventId: rowId(eventId), personId, eventType }
    return recordedReceipt(db, visitor, place, new URL(args.request.url).searchParams.get('payment'))
  })

export default function CashReceiptPage({ loaderData }: Route.ComponentProps) {
  const { receipt, others } = loaderData
  return (
    <>
      <PaperSheet {...receipt} />
      {others.length > 0 && (
        <p className="wrap row">
          {others.map((number) => (
            <ButtonLink key={number} to={`?payment=${number}`} size="small">
              Another receipt of this place: {number}
            </ButtonLink>
          ))}
        </p>
      )}
    </>
  )
}
