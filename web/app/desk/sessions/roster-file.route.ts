import { rosterFile } from '#meetings/sheet/roster.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { memberContext } from '#team/member.server.ts'
import type { Route } from './+types/roster-file.route.ts'

/** CSV download. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const member = context.get(memberContext)
  const file = await rosterFile(context.get(dbContext), member, rowId(params.id))
  return new Response(file, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="roster-${params.id}.csv"`,
    },
  })
}
