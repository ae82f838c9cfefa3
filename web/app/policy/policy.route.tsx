import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { longDay } from '#platform/dates.ts'
import { readProgramme } from '#platform/programme.db.server.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { publicMeta } from '#ui/site.ts'
import type { Route } from './+types/policy.route.ts'
import { policySections } from './policy-sections.tsx'
import './policy.css'

/** Change it with every change of what the notice says. */
const changedOn = '2026-11-22'

/** What the notice says of helpers outside follows from the settings, so that it is true of this installation. */
export async function loader({ context }: Route.LoaderArgs) {
  const { env } = context.get(worldContext)
  const { name, email, phone, addressLines } = await readProgramme(context.get(dbContext))
  return {
    programme: { name, email, phone, addressLines },
    changedOn: longDay(changedOn),
    gateway: env.gateway.environment,
    hasRecaptcha: env.recaptcha !== undefined,
    hasGooglePlaces: env.places !== undefined,
    isSecure: env.siteUrl.startsWith('https:'),
  }
}

export type PolicyFacts = Awaited<ReturnType<typeof loader>>

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(
    matches,
    'Privacy',
    'What we store about families and players, why, for how long, and your control over it.',
  )

export default function PolicyPage({ loaderData }: Route.ComponentProps) {
  const sections = policySections(loaderData)
  return (
    <div className="wrap">
      <PageTitle lead={`What ${loaderData.programme.name} stores about you and your children, and why.`}>
        Privacy notice
      </PageTitle>
      <div className="policy baseline">
        <nav aria-labelledby="contents">
          <h2 id="contents">On this page</h2>
          <ol>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="policy-words">
          {sections.map(({ id, title, words }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              {words}
            </section>
          ))}
          <p className="muted">Last changed on {loaderData.changedOn}.</p>
        </div>
      </div>
    </div>
  )
}
