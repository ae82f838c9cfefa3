import { redirect } from 'react-router'
import type { Route } from './+types/signed-in.route.ts'
import { accountContext, visitorContext, wayToLogin } from './visitor.server.ts'

/** The layout of a family's pages: redirects to log-in, with the way back. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request, context }) => {
    const visitor = context.get(visitorContext)
    if (!visitor) throw redirect(wayToLogin(request))
    context.set(accountContext, visitor)
  },
]
