import { dbContext } from '#platform/contexts.server.ts'
import { fullDay, todayIn } from '#platform/dates.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { unlistedMeta } from '#ui/site.ts'
import type { Route } from './+types/today.route.ts'
import './today.css'

export async function loader({ context }: Route.LoaderArgs) {
  const { timeZone } = await readProgramme(context.get(dbContext))
  return { today: todayIn(timeZone) }
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Today at the desk')

export default function TodayPage({ loaderData: { today } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <PageTitle lead="Nothing waits. Enjoy the courts.">{fullDay(today)}</PageTitle>
    </div>
  )
}
