import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** The client went away while it still sent: nothing was begun with what came, and nobody reads the answer. */
export function isCutOff(c: Context): boolean {
  const { incoming } = c.env as Partial<HttpBindings>
  return incoming?.complete === false && incoming.destroyed
}

/** An answer was given before all of the body had come: what follows on this connection may still be of it. */
export function isLeftUnread(c: Context): boolean {
  const { incoming } = c.env as Partial<HttpBindings>
  return incoming?.complete === false
}
