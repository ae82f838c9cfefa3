import { accountContext } from '#people/sign-in/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import type { Route } from './+types/account-data.route.ts'
import { familyData } from './family-data.server.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const data = await familyData(context.get(dbContext), context.get(accountContext).accountId)
  return new Response(`${JSON.stringify(data, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="my-data.json"',
      'Cache-Control': 'no-store',
    },
  })
}
