import { href } from 'react-router'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import type { Route } from './+types/sitemap.route.ts'
import { activeEvents } from './events.db.server.ts'

const pages = ['/', '/pages/staff', '/pages/donate', '/pages/donate-bottinelli', '/pages/policy']

export async function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(worldContext).env
  const offered = await activeEvents(context.get(dbContext))
  const paths = [
    ...pages,
    ...offered.map(({ kind, id }) => href('/pages/:kind/:id', { kind, id: String(id) })),
  ]
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${escaped(siteUrl + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
  const headers = {
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': 'public, max-age=3600',
  }
  return new Response(xml, { headers })
}

const escaped = (address: string) => address.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
