import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** The client went away while it still sent: nothing was begun with what came, and nobody reads the answer. */
export function isCutOff(c: Context): boolean {
  const { incoming } = c.env as Partial<HttpBindings>
  return incoming?.complete === false && incoming.destroyed
}
