import { redirect } from 'react-router'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { cookieNameFor, signInCookie, tokenOf } from '../visitor.server.ts'
import type { Route } from './+types/logout.route.ts'
import { signOut } from './sign-in.server.ts'

/** A link alone signs nobody out. */
export const loader = () => redirect('/')

export async function action({ request, context }: Route.ActionArgs) {
  const { siteUrl } = context.get(worldContext).env
  const token = tokenOf(request.headers.get('cookie'), cookieNameFor(siteUrl))
  if (token) await signOut(context.get(dbContext), token)
  return redirect('/', { headers: { 'Set-Cookie': signInCookie(siteUrl) } })
}
