import { cors } from 'hono/cors'

/** Called from merchants' pages and card frames; without cookies. */
export const openToAll = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'OPTIONS'],
  allowHeaders: ['Content-Type', 'Authorization', 'Braintree-Version'],
  maxAge: 600,
})
