import { Outlet, redirect } from 'react-router'
import { CodeDue } from '#desk/team/code-due.tsx'
import { withNext } from '#people/sign-in/login-address.ts'
import { requestedPage, wayToLogin } from '#people/sign-in/visitor.server.ts'
import { pageGuardContext } from '#platform/contexts.server.ts'
import {
  askerContext,
  memberContext,
  needsSecondStep,
  requireMember,
  requireRights,
} from '#team/member.server.ts'
import type { LayoutFrame } from '#ui/frame/site.ts'
import type { Route } from './+types/desk.route.ts'
import { deskFrame } from './desk-frame.tsx'
import type { DeskData } from './desk-links.ts'
import '#ui/styles/desk.css'

export { ErrorBoundary } from '../error-boundary.tsx'

/** Redirects to the second step and back. A POST is replayed (307), except by the page that asks for a code itself. */
function toSecondStep(request: Request): Response {
  const { pathname, search } = requestedPage(request)
  const isTaken = request.method === 'POST' && pathname !== '/desk/my-second-step'
  return redirect(withNext('/desk/second-step', pathname + search), isTaken ? 307 : 302)
}

/** Requires a sign-in, a current role, a fresh second step and the page's rights. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request, context, pattern }) => {
    const asker = context.get(askerContext)
    if (!asker) throw redirect(wayToLogin(request))
    if (needsSecondStep(asker)) throw toSecondStep(request)
    const member = requireMember(asker)
    context.set(memberContext, member)
    context.set(pageGuardContext, () => requireRights(member, pattern, request))
  },
]

export function loader({ context }: Route.LoaderArgs): DeskData {
  const { name, roles } = context.get(memberContext)
  return { name, roles }
}

export const handle: LayoutFrame = { frame: deskFrame }

export default function Desk() {
  return (
    <>
      <Outlet />
      <CodeDue />
    </>
  )
}
