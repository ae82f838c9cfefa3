import { fileURLToPath } from 'node:url'
import type { HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { html, raw } from 'hono/html'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

/** Third-party scripts of a merchant's page, by their paths. */
const scripts: Record<string, string> = {
  '/edge/v1/songbird.js': 'songbird',
  '/api/checkout.min.js': 'paypal-button',
  '/api/checkout.js': 'paypal-button',
  '/da/r/fb.js': 'fraudnet',
  '/gp/p/js/pay.js': 'google-pay',
  '/devices/apple-pay.js': 'apple-pay',
  '/web/3.99.0/js/data-collector.min.js': 'data-collector',
  '/web/3.99.0/js/data-collector.js': 'data-collector',
}
export const scriptPaths = Object.keys(scripts)

export function standInScripts() {
  const app = new Hono<{ Bindings: HttpBindings }>()
  for (const [path, name] of Object.entries(scripts))
    app.get(path, serveStatic({ root: dist, rewriteRequestPath: () => `/${name}.js` }))
  return app
}

const colors: Record<string, [background: string, text: string]> = {
  gold: ['#ffc439', '#111'],
  blue: ['#009cde', '#111'],
  silver: ['#eee', '#111'],
  white: ['#fff', '#111'],
  black: ['#2c2e2f', '#fff'],
  darkblue: ['#003087', '#fff'],
}
const labels: Record<string, string> = {
  credit: 'PayPal Credit',
  checkout: 'PayPal Checkout',
  pay: 'Pay with PayPal',
  buynow: 'Buy now with PayPal',
}

/** The iframe of PayPal's button. */
export function paypalButton(): Hono {
  const app = new Hono()
  app.get(
    '/smart/button.js',
    serveStatic({ root: dist, rewriteRequestPath: () => '/paypal-button-frame.js' }),
  )
  app.get('/smart/button', (c) => {
    const { label = '', color = '', shape = '', locale = '' } = c.req.query()
    const [background, text] = colors[color] ?? ['#ffc439', '#111']
    const radius = shape === 'rect' ? '4px' : '99px'
    const style = raw(`html, body { margin: 0; height: 100% }
      button { width: 100%; height: 100%; border: 0; border-radius: ${radius}; color: ${text}; background: ${background};
        font: 600 1rem/1 system-ui, sans-serif; cursor: pointer }
      button:focus-visible { outline: 3px solid; outline-offset: -5px }`)
    return c.html(html`<!doctype html>
<html lang="${/^[a-z]{2}_/.test(locale) ? locale.slice(0, 2) : 'en'}"><meta charset="utf-8">
<title>PayPal</title><style>${style}</style>
<body><button type="button">${labels[label] ?? 'PayPal'}</button><script src="button.js"></script></body></html>`)
  })
  return app
}
