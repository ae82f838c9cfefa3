import { redirect } from 'react-router'
import type { Route } from './+types/bare-invoice.route.ts'

export const loader = ({ request }: Route.LoaderArgs) =>
  redirect(`/pages${new URL(request.url).pathname}`, 301)
