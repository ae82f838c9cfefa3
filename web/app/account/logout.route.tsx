import { redirect } from 'react-router'
import { forgetCart } from '#cart/forget-cart.ts'
import { signOutEverywhere } from '#people/accounts/emails/settings.server.ts'
import { signOut } from '#people/sign-in/sign-in.server.ts'
import { cookieNameFor, readCookie, signInCookie, visitorContext } from '#people/sign-in/visitor.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import type { Route } from './+types/logout.route.ts'

/** POST only: a link signs nobody out. */
export const loader = () => redirect('/')

/** With `?everywhere` it ends all sign-ins. */
export async function action({ request, context }: Route.ActionArgs) {
  const { siteUrl } = context.get(worldContext).env
  const db = context.get(dbContext)
  const visitor = context.get(visitorContext)
  const headers = { 'Set-Cookie': signInCookie(siteUrl) }
  if (visitor && new URL(request.url).searchParams.has('everywhere')) {
    await signOutEverywhere(db, visitor.accountId)
    return redirect('/pages/login?notice=signed-out-everywhere', { headers })
  }
  const token = readCookie(request.headers.get('cookie'), cookieNameFor(siteUrl))
  if (token) await signOut(db, token)
  return redirect('/', { headers })
}

/** A phone with stored day sheets erases them first. */
export async function clientAction(args: Route.ClientActionArgs) {
  if (localStorage.getItem('desk-account')) {
    const { leavePhone } = await import('#meetings/phone/leave.ts')
    if (!(await leavePhone((sentence) => confirm(sentence))))
      return redirect(location.pathname + location.search)
  }
  return forgetCart(args)
}
