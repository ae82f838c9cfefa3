import type { RouterContextProvider } from 'react-router'
import { addressContext, worldContext } from '#platform/contexts.server.ts'
import type { Caller } from './limits.server.ts'

/** Who asks, for the limits; the site's own address, for links in mails; and where `?next=` of the page leads. */
export function callerOf(context: Readonly<RouterContextProvider>, request?: Request): Caller {
  const { siteUrl, recaptcha } = context.get(worldContext).env
  const next = request && new URL(request.url).searchParams.get('next')
  return { address: context.get(addressContext), siteUrl, recaptcha, next: next ?? null }
}
