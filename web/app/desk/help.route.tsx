import { Link } from 'react-router'
import { memberContext } from '#team/member.server.ts'
import { may } from '#team/rights.ts'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/help.route.ts'
import { deskLinks, pageDescriptions } from './desk-links.ts'
import { jobs } from './help-jobs.ts'
import './help.css'

/** Filtered by the member's roles. */
export function loader({ context }: Route.LoaderArgs) {
  const { roles } = context.get(memberContext)
  return { pages: deskLinks(roles), openJobs: jobs.filter(({ right }) => may({ roles }, right)) }
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'How the desk works')

export default function HelpPage({ loaderData: { pages, openJobs } }: Route.ComponentProps) {
  return (
    <div className="wrap help">
      <PageTitle lead="What each page is for, what people come for, and what can be undone.">
        How the desk works
      </PageTitle>
      <div className="flow">
        <section className="baseline" aria-labelledby="pages">
          <h2 id="pages">The pages</h2>
          <dl>
            {pages.map(({ to, name }) => (
              <div key={to}>
                <dt>
                  <Link to={to}>{name}</Link>
                </dt>
                <dd>{pageDescriptions[to]}</dd>
              </div>
            ))}
          </dl>
        </section>
        {openJobs.length > 0 && (
          <section className="baseline" aria-labelledby="jobs">
            <h2 id="jobs">Everyday jobs</h2>
            <dl>
              {openJobs.map(({ does, how, to }) => (
                <div key={does}>
                  <dt>
                    <Link to={to}>{does}</Link>
                  </dt>
                  <dd>{how}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        <Undoing />
      </div>
    </div>
  )
}

const Undoing = () => (
  <section className="baseline" aria-labelledby="undoing">
    <h2 id="undoing">What is asked, and what can be undone</h2>
    <ul>
      <li>What cannot be undone asks first, and says what is gone then.</li>
      <li>A mark of a player is undone on the sheet. A later mark counts in place of an earlier one.</li>
      <li>
        A recorded payment is taken back on the page of its family. What it paid is unpaid again, and the
        record stays.
      </li>
      <li>A place that was given up does not come back by itself: register the player again.</li>
      <li>
        A draft of the season is seen by the desk alone. The last publish can be taken back: that makes a
        draft, which you publish.
      </li>
      <li>A mail that went out cannot be called back. Write another.</li>
      <li>All that you do is kept in the log, with your name and the time.</li>
    </ul>
  </section>
)
