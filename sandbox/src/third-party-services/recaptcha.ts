import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { openToAll } from '../platform/http/cors.ts'

/** Site keys that end in "bot" fail every visitor. */
const looksLikeABot = (siteKey: string) => siteKey.endsWith('bot')
const goodForMs = 2 * 60_000

type Token = { siteKey: string; action: string; madeAt: number }

/**
 * reCAPTCHA version 3: the page's script and the server's verification. It accepts any site key, and any non-empty
 * secret key. Source: its public documentation.
 */
export function recaptcha() {
  const tokens = new Map<string, Token>()
  const app = new Hono()

  /** `grecaptcha.ready` and `grecaptcha.execute(siteKey, { action })`, as the service's own script has them. */
  app.get('/recaptcha/api.js', (c) => {
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    return c.body(script(new URL(c.req.url).origin), 200, { 'Content-Type': 'text/javascript' })
  })

  app.use('/recaptcha/token', openToAll)
  app.post('/recaptcha/token', async (c) => {
    const { siteKey, action } = await c.req.json<{ siteKey: string; action: string }>()
    if (!siteKey || !/^[A-Za-z0-9_/]+$/.test(action))
      return c.json({ error: 'Invalid site key or action' }, 400)
    const token = randomBytes(48).toString('base64url')
    tokens.set(token, { siteKey, action, madeAt: Date.now() })
    return c.json({ token })
  })

  /** Form fields `secret`, `response`, `remoteip`. A token is good once and for two minutes. */
  app.post('/recaptcha/api/siteverify', async (c) => {
    const { secret, response } = await c.req.parseBody<{ secret?: string; response?: string }>()
    if (!secret) return c.json({ success: false, 'error-codes': ['missing-input-secret'] })
    if (!response) return c.json({ success: false, 'error-codes': ['missing-input-response'] })
    const token = tokens.get(response)
    tokens.delete(response)
    if (!token || Date.now() - token.madeAt > goodForMs)
      return c.json({ success: false, 'error-codes': ['timeout-or-duplicate'] })
    return c.json({
      success: true,
      score: looksLikeABot(token.siteKey) ? 0.1 : 0.9,
      action: token.action,
      challenge_ts: new Date(token.madeAt).toISOString(),
      hostname: 'localhost',
    })
  })
  return app
}

const script = (origin: string) => `window.grecaptcha = {
  ready: (then) => then(),
  async execute(siteKey, { action }) {
    const answer = await fetch('${origin}/recaptcha/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ siteKey, action }),
    })
    if (!answer.ok) throw new Error('reCAPTCHA: ' + (await answer.json()).error)
    return (await answer.json()).token
  },
}
`
