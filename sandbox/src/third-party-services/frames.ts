import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { openToAll } from '../platform/http/cors.ts'
import type { Settings } from '../platform/settings.ts'

/** Braintree's assets host, from the folder of a setting. */
export function frames({ framesDir }: Settings) {
  const app = new Hono()
  app.use('/web/*', openToAll, compress(), etag(), async (c, next) => {
    await next()
    // Cached for one form's fields; the next form revalidates.
    const isNamedByHash = c.req.path.includes('/assets/')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', isNamedByHash ? 'public, max-age=31536000, immutable' : 'max-age=5')
  })
  if (framesDir) app.use('/web/*', serveStatic({ root: framesDir }))
  app.get('/web/*', (c) => {
    const where = framesDir ? `${framesDir}, which SANDBOX_FRAMES_DIR names` : 'the sandbox alone'
    return c.text(
      `There is no ${c.req.path} in ${where}: sandbox/README.md says how to get the card fields.`,
      404,
    )
  })
  return app
}
