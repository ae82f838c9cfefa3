import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '#platform/settings/env.server.ts'
import { needsOthers } from '#platform/settings/payment-options.ts'
import { gatewayOrigins, paymentSources, type Sources } from '#platform/settings/payment-sources.server.ts'

export type PolicyEnv = { Variables: { nonce: string; hashes?: string } }

/** reCAPTCHA brings a script, a frame of its own, and what its script loads. */
function botCheckSources({ recaptcha }: Env): Sources[] {
  if (!recaptcha) return []
  const { origin, hostname } = new URL(recaptcha.url)
  const more = hostname === 'www.google.com' ? ['https://www.gstatic.com'] : []
  return [{ scripts: [origin, ...more], calls: [origin], frames: [origin] }]
}

/** Nothing inline but what `inlineScripts` names, by a nonce or by hashes; frames and calls only to ourselves, the gateway and who else is named. */
function policyOf(env: Env, others: Sources[] = []) {
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

function alwaysOf({ siteUrl }: Env) {
  const always = new Map([
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', unused.map((feature) => `${feature}=()`).join(', ')],
  ])
  if (siteUrl.startsWith('https:')) always.set('Strict-Transport-Security', 'max-age=31536000')
  return always
}

/** The same headers, for an answer to what never came to the site. */
export const headersBeforeSite = (env: Env): Map<string, string> =>
  alwaysOf(env).set('Content-Security-Policy', policyOf(env)(`'nonce-${newNonce()}'`))

/**
 * Headers of every answer: pages, files, the API, redirects and errors. `nonce` is for the inline scripts of a page;
 * one that may be kept tells their `hashes` instead.
 * Pages with a payment form let in what the ways to pay bring, and keep the windows that those open.
 */
export function securityHeaders(
  env: Env,
  hasPaymentForm: (path: string) => boolean,
): MiddlewareHandler<PolicyEnv> {
  const policy = policyOf(env)
  const policyOfPayment = policyOf(env, paymentSources(env))
  const always = alwaysOf(env)
  return async (c, next) => {
    c.set('nonce', newNonce())
    await next()
    const { headers } = c.res
    const letsOthersIn = needsOthers(env.paymentOffer) && hasPaymentForm(c.req.path)
    for (const [name, value] of always) headers.set(name, value)
    // A file that brings a policy of its own keeps it.
    const csp = (letsOthersIn ? policyOfPayment : policy)(c.var.hashes ?? `'nonce-${c.var.nonce}'`)
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', csp)
    if (letsOthersIn) headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  }
}
