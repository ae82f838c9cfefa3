import { PaperSheet } from '#mail/paper-sheet.tsx'
import { found } from '#platform/refusal.ts'
import { pageMeta } from '#ui/site.ts'
import type { Route } from './+types/donation-receipt.route.ts'
import { ownDonation } from './own-donation.server.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, `Receipt ${loaderData?.number}`)

export async function loader(args: Route.LoaderArgs) {
  const { acknowledgement } = await ownDonation(args)
  return found(acknowledgement)
}

export default function DonationReceiptPage({ loaderData }: Route.ComponentProps) {
  return <PaperSheet {...loaderData} />
}
