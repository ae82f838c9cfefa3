import { daySheet } from '#meetings/sheet/sheet.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { uuid } from '#platform/http/page.server.ts'
import { memberContext } from '#team/member.server.ts'
import type { Route } from './+types/sheet-file.route.ts'

/** For the phone's encrypted store. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const member = context.get(memberContext)
  return Response.json(await daySheet(context.get(dbContext), member, uuid(params.id)))
}
