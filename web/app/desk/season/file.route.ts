import { dbContext } from '#platform/contexts.server.ts'
import { exportSeason } from '#season/export-season.server.ts'
import { requireRight } from '#team/member.server.ts'
import type { Route } from './+types/file.route.ts'

/** The published season as a file: brought in with `npm run season`, it changes nothing. */
export async function loader({ context }: Route.LoaderArgs) {
  requireRight(context, 'season')
  const { text, name } = await exportSeason(context.get(dbContext))
  return new Response(text, {
    headers: {
      'Content-Type': 'application/yaml; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
