import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** The client disconnected before the end of its request: nothing was begun, and nobody reads the answer. */
export function isAborted(c: Context): boolean {
  const { incoming } = c.env as Partial<HttpBindings>
  return incoming?.complete === false && incoming.destroyed
}

/** The answer was given before the whole body had come: the rest may still arrive on this connection. */
export function hasUnreadBody(c: Context): boolean {
  const { incoming } = c.env as Partial<HttpBindings>
  return incoming?.complete === false
}
