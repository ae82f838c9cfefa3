import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Env } from './env.server.ts'
import { offersPayPal } from './payment-options.ts'

/** Where the card fields live and whom the widget may call. */
export function gatewayOrigins(gateway: Env['gateway']): string[] {
  if (gateway.environment === 'local') return [new URL(gateway.url).origin]
  const part = gateway.environment === 'sandbox' ? 'sandbox.' : ''
  return [
    `https://api.${part}braintreegateway.com`,
    'https://assets.braintreegateway.com',
    `https://payments.${part}braintree-api.com`,
    `https://client-analytics.${part}braintreegateway.com`,
  ]
}

/** reCAPTCHA brings a script, a frame of its own, and what its script loads. */
function botCheckSources({ recaptcha }: Env) {
  if (!recaptcha) return { scripts: '', frames: '' }
  const { origin, hostname } = new URL(recaptcha.url)
  const more = hostname === 'www.google.com' ? ' https://www.gstatic.com' : ''
  return { scripts: ` ${origin}${more}`, frames: ` ${origin}` }
}

/** PayPal's button is a script and a frame; its script calls home. Beside the sandbox, that plays PayPal's part. */
function payPalSources({ gateway, paymentOptions }: Env) {
  if (!offersPayPal(paymentOptions)) return nothing
  if (gateway.environment === 'local') return { ...nothing, scripts: ` ${gatewayOrigins(gateway)}` }
  const pages = ` https://www.${gateway.environment === 'sandbox' ? 'sandbox.' : ''}paypal.com`
  const files = ' https://www.paypalobjects.com'
  return { scripts: files + pages, frames: pages, images: files }
}

const nothing = { scripts: '', frames: '', images: '' }

/** Nothing inline without the nonce; frames and calls only to ourselves, the gateway and the bot check. */
function policyOf(env: Env, payPal = nothing) {
  const gateway = gatewayOrigins(env.gateway).join(' ')
  const { scripts, frames } = botCheckSources(env)
  const isDevelopment = import.meta.env.DEV
  return (nonce: string) =>
    [
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}'${scripts}${payPal.scripts}`,
      `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ''}`,
      `img-src 'self' data:${payPal.images}`,
      "font-src 'self'",
      `connect-src 'self' ${gateway}${frames}${payPal.frames}${isDevelopment ? ' ws:' : ''}`,
      `frame-src ${gateway}${frames}${payPal.frames}`,
      "worker-src 'self' blob:",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "manifest-src 'self'",
    ].join('; ')
}

const unused = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'microphone', 'usb']

/**
 * Headers of every answer: pages, files, the API, redirects and errors. `nonce` is for the inline scripts of a page.
 * Where PayPal is offered, pages with a payment form let its button in, and keep the window that it opens.
 */
export function securityHeaders(
  env: Env,
  hasPaymentForm: (path: string) => boolean,
): MiddlewareHandler<{ Variables: { nonce: string } }> {
  const policy = policyOf(env)
  const policyOfPayment = policyOf(env, payPalSources(env))
  const always = new Map([
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', unused.map((feature) => `${feature}=()`).join(', ')],
  ])
  if (env.siteUrl.startsWith('https:')) always.set('Strict-Transport-Security', 'max-age=31536000')
  return async (c, next) => {
    c.set('nonce', randomBytes(16).toString('base64'))
    await next()
    const { headers } = c.res
    const isForPayPal = offersPayPal(env.paymentOptions) && hasPaymentForm(c.req.path)
    for (const [name, value] of always) headers.set(name, value)
    // A file that brings a policy of its own keeps it.
    const csp = (isForPayPal ? policyOfPayment : policy)(c.var.nonce)
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', csp)
    if (isForPayPal) headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  }
}
