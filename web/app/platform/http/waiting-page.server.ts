import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { countRefusal } from '#platform/tally.server.ts'

/** About what a process renders within a second. */
const mostUnderWay = 50
const againSeconds = 5

/**
 * Sheds load: above so many page requests at once, further ones get a static page that reloads itself. Forms and calls
 * of open pages always pass, and are not counted, since a slow upload or gateway is no work.
 */
export function waitingPage(most = mostUnderWay): MiddlewareHandler {
  let underWay = 0
  return async (c, next) => {
    if (!opensPage(c)) return next()
    if (underWay >= most) return wait(c)
    underWay += 1
    try {
      return await next()
    } finally {
      underWay -= 1
    }
  }
}

const opensPage = (c: Context) =>
  c.req.method === 'GET' && (c.req.header('accept') ?? '').startsWith('text/html')

function wait(c: Context) {
  countRefusal('many at once: asked to wait')
  return c.html(page, 429, {
    'Retry-After': String(againSeconds),
    Refresh: String(againSeconds),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy,
  })
}

const style = `:root{color-scheme:light dark}
body{margin:0;padding:2rem 1.25rem;font:1.0625rem/1.5 system-ui,sans-serif;max-width:34rem}
h1{font-size:1.75rem;line-height:1.2}`
const page = `<!doctype html><html lang="en-US"><meta charset="utf-8"><title>Many families are here</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${style}</style><main><h1>Many families are here right now</h1>
<p>Your page comes by itself in a few seconds: you need to do nothing.</p>
<p>What is in your cart stays there.</p></main></html>`
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
