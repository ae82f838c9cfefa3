import { staffPicture } from '#events/events.db.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { plainId, rowId } from '#platform/http/page.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import type { Route } from './+types/staff-picture.route.ts'
import { decodedPicture } from './staff.server.ts'

/** The URL is versioned, hence immutable caching. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const img = await staffPicture(context.get(dbContext), rowId(params.id), plainId(params.version))
  const picture = decodedPicture(orNotFound(img))
  if (!picture) refuse('not-found')
  return new Response(picture.bytes, {
    headers: {
      'Content-Type': picture.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      // An SVG may contain scripts: none run when it is opened directly.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
  })
}
