import { redirect } from 'react-router'
import type { Route } from './+types/bare-invoice.route.ts'

/** Receipts live under /pages; the bare address leads there. */
export const loader = ({ request }: Route.LoaderArgs) =>
  redirect(`/pages${new URL(request.url).pathname}`, 301)
