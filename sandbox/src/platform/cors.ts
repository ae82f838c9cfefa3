import { cors } from 'hono/cors'

/** Browsers call from the merchant's pages and from the card fields' frames; no cookie is ever involved. */
export const openToAll = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'OPTIONS'],
  allowHeaders: ['Content-Type', 'Authorization', 'Braintree-Version'],
  maxAge: 600,
})
