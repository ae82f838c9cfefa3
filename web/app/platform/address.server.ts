import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** The visitor's network address. Behind a proxy of ours, the one that the proxy names. */
export function addressOf(c: Context): string {
  return getConnInfo(c).remote.address ?? 'unknown'
}
