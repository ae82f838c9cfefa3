import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { isThisMachine } from '#platform/settings/env.server.ts'

/** Each of our proxies appends its peer to X-Forwarded-For; entries further in front may be forged. */
export function clientIp(c: Context, proxies: number): string {
  const heard = getConnInfo(c).remote.address ?? 'unknown'
  const named = c.req.header('x-forwarded-for')?.split(',').map(withoutPort) ?? []
  const believed = [...named, heard].at(-1 - Math.min(proxies, named.length)) ?? heard
  return isIP(believed) ? believed : heard
}

const withoutPort = (address: string) => address.trim().replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')

/** No proxy on this machine may have forwarded it: a page elsewhere may lead its own name here (DNS rebinding). */
export const namesThisMachine = ({ url, headers }: Request) =>
  isThisMachine(new URL(url).hostname) &&
  !['x-forwarded-for', 'forwarded', 'via'].some((name) => headers.has(name))
