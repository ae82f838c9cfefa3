import type { RouterContextProvider } from 'react-router'
import { addressContext, worldContext } from '#platform/contexts.server.ts'
import type { Caller } from './limits.server.ts'
import { cookieNameFor, tokenOf } from './visitor.server.ts'

/** Who asks, for the limits; the site's own address, for links in mails; and where `?next=` of the page leads. */
export function callerOf(context: Readonly<RouterContextProvider>, request?: Request): Caller {
  const { siteUrl, recaptcha } = context.get(worldContext).env
  const next = request && new URL(request.url).searchParams.get('next')
  return { address: context.get(addressContext), siteUrl, recaptcha, next: next ?? null }
}

/** The same with the browser that asks: what it is, and the cookie of its sign-in. */
export function browserOf(context: Readonly<RouterContextProvider>, { headers }: Request) {
  const caller = callerOf(context)
  const token = tokenOf(headers.get('cookie'), cookieNameFor(caller.siteUrl))
  return { ...caller, token, userAgent: headers.get('user-agent') }
}
