import { redirect } from 'react-router'
import type { Route } from './+types/signed-in.route.ts'
import { accountContext, visitorContext, wayToLogin } from './visitor.server.ts'

/** Around every page of a family: whoever is signed out is led to login, and back to that page afterwards. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request, context }) => {
    const visitor = context.get(visitorContext)
    if (!visitor) throw redirect(wayToLogin(request))
    context.set(accountContext, visitor)
  },
]
