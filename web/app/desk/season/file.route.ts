import { dbContext } from '#platform/contexts.server.ts'
import { exportSeason } from '#season/file/export-season.server.ts'
import { zipSeason } from '#season/file/season-zip.server.ts'
import type { Route } from './+types/file.route.ts'

/** The published season as a zip; importing it changes nothing. */
export async function loader({ context }: Route.LoaderArgs) {
  return new Response(zipSeason(await exportSeason(context.get(dbContext))), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="season.zip"',
      'Cache-Control': 'private, no-store',
    },
  })
}
