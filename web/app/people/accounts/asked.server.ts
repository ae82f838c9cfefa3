import type { RouterContextProvider } from 'react-router'
import { addressContext, worldContext } from '#platform/contexts.server.ts'
import type { Asked } from './limits.server.ts'

/** Who asks, for the limits, and the site's own address, for links in mails. */
export function askedBy(context: Readonly<RouterContextProvider>): Asked {
  const { siteUrl, recaptcha } = context.get(worldContext).env
  return { address: context.get(addressContext), siteUrl, recaptcha }
}
