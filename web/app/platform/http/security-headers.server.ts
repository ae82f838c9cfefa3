import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '#platform/settings/env.server.ts'
import { needsOthers } from '#platform/settings/payment-options.ts'
import { gatewayOrigins, paymentSources, type Sources } from '#platform/settings/payment-sources.server.ts'

export type PolicyEnv = { Variables: { nonce: string; hashes?: string } }

/** reCAPTCHA needs a script, a frame, and its script's own sources. */
function botCheckSources({ recaptcha }: Env): Sources[] {
  if (!recaptcha) return []
  const { origin, hostname } = new URL(recaptcha.url)
  const more = hostname === 'www.google.com' ? ['https://www.gstatic.com'] : []
  return [{ scripts: [origin, ...more], calls: [origin], frames: [origin] }]
}

/** Inline scripts by nonce or hash; frames and calls to ourselves, the gateway and `others`. */
function contentPolicy(env: Env, others: Sources[] = []) {
  const gateway = gatewayOrigins(env.gateway)
  const named = [{ calls: gateway, frames: gateway }, ...botCheckSources(env), ...others]
  const from = (directive: keyof Sources) =>
    [...new Set(named.flatMap((sources: Sources) => sources[directive] ?? []))]
      .map((source) => ` ${source}`)
      .join('')
  const isDevelopment = import.meta.env.DEV
  return (inlineScripts: string) =>
    [
      "default-src 'none'",
      `script-src 'self' ${inlineScripts}${from('scripts')}`,
      `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ''}`,
      `img-src 'self' data:${from('images')}`,
      "font-src 'self'",
      `connect-src 'self'${from('calls')}${isDevelopment ? ' ws:' : ''}`,
      `frame-src${from('frames')}`,
      "worker-src 'self' blob:",
      `form-action 'self'${from('forms')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "manifest-src 'self'",
    ].join('; ')
}

const unused = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'microphone', 'usb']

const newNonce = () => randomBytes(16).toString('base64')

function commonHeaders({ siteUrl }: Env) {
  const always = new Map([
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', unused.map((feature) => `${feature}=()`).join(', ')],
  ])
  if (siteUrl.startsWith('https:')) always.set('Strict-Transport-Security', 'max-age=31536000')
  return always
}

export const headersBeforeSite = (env: Env): Map<string, string> =>
  commonHeaders(env).set('Content-Security-Policy', contentPolicy(env)(`'nonce-${newNonce()}'`))

/** Scripts get a `nonce`; a cacheable page names their `hashes`. Payment forms allow third parties and pop-ups. */
export function securityHeaders(
  env: Env,
  hasPaymentForm: (path: string) => boolean,
): MiddlewareHandler<PolicyEnv> {
  const policy = contentPolicy(env)
  const paymentPolicy = contentPolicy(env, paymentSources(env))
  const always = commonHeaders(env)
  return async (c, next) => {
    c.set('nonce', newNonce())
    await next()
    const { headers } = c.res
    const letsOthersIn = needsOthers(env.paymentOffer) && hasPaymentForm(c.req.path)
    for (const [name, value] of always) headers.set(name, value)
    const csp = (letsOthersIn ? paymentPolicy : policy)(c.var.hashes ?? `'nonce-${c.var.nonce}'`)
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', csp)
    if (letsOthersIn) headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  }
}
