import type { Env } from './env.server.ts'

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

/** Headers of every page: nothing inline without the nonce, frames and calls only to ourselves and the gateway. */
export function securityHeaders(response: Response, env: Env, nonce: string): Response {
  const gateway = gatewayOrigins(env.gateway).join(' ')
  const { scripts, frames } = botCheckSources(env)
  const isDevelopment = import.meta.env.DEV
  const headers = new Headers(response.headers)
  // A page that brings its own policy keeps it.
  if (!headers.has('Content-Security-Policy'))
    headers.set(
      'Content-Security-Policy',
      [
        "default-src 'none'",
        `script-src 'self' 'nonce-${nonce}'${scripts}`,
        `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ''}`,
        "img-src 'self' data:",
        "font-src 'self'",
        `connect-src 'self' ${gateway}${frames}${isDevelopment ? ' ws:' : ''}`,
        `frame-src ${gateway}${frames}`,
        "worker-src 'self' blob:",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "manifest-src 'self'",
      ].join('; '),
    )
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  if (env.siteUrl.startsWith('https:')) headers.set('Strict-Transport-Security', 'max-age=31536000')
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
