import { worldContext } from '#platform/contexts.server.ts'
import type { Route } from './+types/robots.route.ts'

/** Those of gifts have a `noindex` meta instead, which a crawler must be able to read. */
const closed = [
  '/api/',
  '/invoice/',
  '/pages/account',
  '/pages/cart',
  '/pages/checkout',
  '/pages/confirm',
  '/pages/emergency-contact',
  '/pages/family-players',
  '/pages/invoice/',
  '/pages/order/',
  '/pages/registration-history',
  '/pages/reset-password',
  '/pages/waiting-list',
]

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(worldContext).env
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ]
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' }
  return new Response(lines.join('\n'), { headers })
}
