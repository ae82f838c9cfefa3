import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { publicMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/policy.route.ts'
import { policyFacts } from './policy-facts.server.ts'
import { policySections } from './policy-sections.tsx'
import './policy.css'

export const loader = ({ context }: Route.LoaderArgs) =>
  policyFacts(context.get(dbContext), context.get(worldContext).env)

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
          {sections.map(({ id, title, body }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              {body}
            </section>
          ))}
          <p className="muted">Last changed on {loaderData.changedOn}.</p>
        </div>
      </div>
    </div>
  )
}
