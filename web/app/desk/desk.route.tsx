import { Outlet, redirect } from 'react-router'
import { CodeDue } from '#desk/team/code-due.tsx'
import { withNext } from '#people/sign-in/login-address.ts'
import { askedPage, wayToLogin } from '#people/sign-in/visitor.server.ts'
import { pageGuardContext } from '#platform/contexts.server.ts'
import { askerContext, memberContext, memberOf, needsSecondStep, requireRights } from '#team/member.server.ts'
import type { OwnFrame } from '#ui/frame/site.ts'
import type { Route } from './+types/desk.route.ts'
import { deskFrame } from './desk-frame.tsx'
import type { DeskFacts } from './desk-links.ts'
import '#ui/styles/desk.css'

export { ErrorBoundary } from '../error-boundary.tsx'

/** The second step, and back to this address afterwards. A form is taken along (307), but for one with a code of its own. */
function toSecondStep(request: Request): Response {
  const { pathname, search } = askedPage(request)
  const isTaken = request.method === 'POST' && pathname !== '/desk/my-second-step'
  return redirect(withNext('/desk/second-step', pathname + search), isTaken ? 307 : 302)
}

/** Around every page of the desk: a sign-in, a role that counts today, a second step taken lately, the rights it takes. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request, context, pattern }) => {
    const asker = context.get(askerContext)
    if (!asker) throw redirect(wayToLogin(request))
    if (needsSecondStep(asker)) throw toSecondStep(request)
    const member = memberOf(asker)
    context.set(memberContext, member)
    context.set(pageGuardContext, () => requireRights(member, pattern, request))
  },
]

export function loader({ context }: Route.LoaderArgs): DeskFacts {
  const { name, roles } = context.get(memberContext)
  return { name, roles }
}

export const handle: OwnFrame = { frame: deskFrame }

export default function Desk() {
  return (
    <>
      <Outlet />
      <CodeDue />
    </>
  )
}
