import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { isThisMachine } from '#platform/settings/env.server.ts'

/**
 * The visitor's network address. Behind proxies of ours each of them has added, at the end of X-Forwarded-For, whom
 * it heard: what stands further in front anybody may have written.
 */
export function addressOf(c: Context, proxies: number): string {
  const heard = getConnInfo(c).remote.address ?? 'unknown'
  const named = c.req.header('x-forwarded-for')?.split(',').map(withoutPort) ?? []
  const believed = [...named, heard].at(-1 - Math.min(proxies, named.length)) ?? heard
  return isIP(believed) ? believed : heard
}

/** Some proxies write "192.0.2.7:51000" or "[2001:db8::7]:51000". */
const withoutPort = (address: string) => address.trim().replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')

/** Whether a request names this machine and came by no proxy that stands on it: a page elsewhere may lead its own name here. */
export const namesThisMachine = ({ url, headers }: Request) =>
  isThisMachine(new URL(url).hostname) &&
  !['x-forwarded-for', 'forwarded', 'via'].some((name) => headers.has(name))
