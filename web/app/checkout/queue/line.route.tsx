import { Outlet, useRouteLoaderData } from 'react-router'
import { accountContext } from '#people/sign-in/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import type { Route } from './+types/line.route.ts'
import { linePosition } from './line.server.ts'

/** The checkout's own data wait for the browser; the place in line is rendered before any script runs. */
export async function loader({ context }: Route.LoaderArgs) {
  return { ahead: await linePosition(context.get(dbContext), context.get(accountContext).accountId) }
}

export const useAhead = (): number | null => useRouteLoaderData<typeof loader>('line')?.ahead ?? null

export default function Line() {
  return <Outlet />
}
