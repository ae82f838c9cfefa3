import type { RouterContextProvider } from 'react-router'
import { addressContext, worldContext } from '#platform/contexts.server.ts'
import type { Caller } from './limits.server.ts'
import { cookieNameFor, readCookie } from './visitor.server.ts'

/** For rate limits and links in mails; `next` comes from the page's `?next=`. */
export function toCaller(context: Readonly<RouterContextProvider>, request?: Request): Caller {
  const { siteUrl, recaptcha } = context.get(worldContext).env
  const next = request && new URL(request.url).searchParams.get('next')
  return { address: context.get(addressContext), siteUrl, recaptcha, next: next ?? null }
}

export function toBrowser(context: Readonly<RouterContextProvider>, { headers }: Request) {
  const caller = toCaller(context)
  const token = readCookie(headers.get('cookie'), cookieNameFor(caller.siteUrl))
  return { ...caller, token, userAgent: headers.get('user-agent') }
}
