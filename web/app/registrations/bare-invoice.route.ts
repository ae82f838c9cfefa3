import { redirect } from 'react-router'
import type { Route } from './+types/bare-invoice.route.ts'

/** Receipts live under /pages; the bare address leads there. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(`/pages/invoice/${params['*']}`, 301)
