import { seasonDesk } from '#desk/season/season-desk.server.ts'
import { decodedPicture } from '#events/staff/staff.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { pictureAt } from '#season/drafts/draft-pictures.server.ts'
import type { Route } from './+types/picture.route.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, structure } = await seasonDesk(context)
  const { type, bytes } = orNotFound(decodedPicture(await pictureAt(db, structure, params.name)))
  return new Response(bytes, {
    headers: {
      'Content-Type': type,
      // An SVG may contain scripts: none run when it is opened directly.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
  })
}
