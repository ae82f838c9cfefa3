import { widePictureName, widths } from '#events/wide-picture.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import type { Route } from './+types/wide-picture.route.ts'
import { builtPicture } from './wide-picture.server.ts'

const types = ['avif', 'webp'] as const

/** The URL is versioned, hence immutable caching. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const width = widths.find((each) => String(each) === params.width)
  const type = types.find((each) => each === params.type)
  const { picture } = await readProgramme(db)
  if (!width || !type || !picture || widePictureName(picture) !== params.name) refuse('not-found')
  const bytes = await builtPicture(db, { name: picture.name, width, type })
  return new Response(bytes, {
    headers: {
      'Content-Type': `image/${type}`,
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}
