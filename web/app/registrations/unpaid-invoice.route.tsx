import { PaperSheet } from '#mail/paper-sheet.tsx'
import { refuse } from '#platform/refusal.ts'
import { pageMeta } from '#ui/site.ts'
import type { Route } from './+types/unpaid-invoice.route.ts'
import { ownSheet } from './own-sheet.server.ts'
import { unpaidInvoice } from './sheets.server.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, `Invoice ${loaderData?.number}`)

export const loader = (args: Route.LoaderArgs) =>
  ownSheet(args, (db, visitor) => {
    const { year } = args.params
    return /^2\d{3}$/.test(year) ? unpaidInvoice(db, visitor, Number(year)) : refuse('not-found')
  })

export default function UnpaidInvoicePage({ loaderData }: Route.ComponentProps) {
  return <PaperSheet {...loaderData} />
}
