import { dbContext } from '#platform/contexts.server.ts'
import { longDay, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { publicMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/reliability.route.ts'
import { readReliability } from './reliability.server.ts'

/** Public: days and shares only, no names and no numbers of families. */
export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const { timeZone, reliabilityPage } = await readProgramme(db)
  orNotFound(reliabilityPage || undefined)
  const day = (at: Date) => longDay(todayIn(timeZone, at))
  const { uptime, triedAt, restoredAt, compared } = await readReliability(db)
  const facts: [what: string, words: string][] = []
  if (uptime)
    facts.push(['The site ran', `${percent(uptime.share)} of all minutes since ${day(uptime.since)}.`])
  if (triedAt) facts.push(['A backup was last tried', `${day(triedAt)}. It could be brought back.`])
  if (restoredAt) facts.push(['A backup was last needed', `${day(restoredAt)}.`])
  if (compared)
    facts.push([
      'Our books were last compared with the card company’s',
      `${day(compared.at)}. ${compared.agreed ? 'They agreed.' : 'They did not agree everywhere; we look into it.'}`,
    ])
  return { facts }
}

/** Rounded down: 100 % means all. */
const percent = (share: number) => `${Math.floor(Math.min(share, 1) * 10_000) / 100} %`

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, 'Reliability', 'How reliably this site runs, as it was measured.')

export default function ReliabilityPage({ loaderData: { facts } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <PageTitle lead="What was measured of this site, and nothing else.">Reliability</PageTitle>
      <div className="baseline">
        {facts.length === 0 ? (
          <p>Nothing was measured yet.</p>
        ) : (
          <dl>
            {facts.map(([what, text]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  )
}
