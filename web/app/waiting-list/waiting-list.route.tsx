import { redirect } from 'react-router'
import { accountContext } from '#people/sign-in/visitor.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { waitingExplanation } from '#registrations/waiting/standing-in-line.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import { Refused } from '#ui/refused.tsx'
import { answerEntry, EntryAnswer } from '#waiting-list/offers/answer-entry.server.ts'
import type { Route } from './+types/waiting-list.route.ts'
import { Ended, InLine, Offered } from './entry-parts.tsx'
import { entryView, withoutFormer } from './entry-view.ts'
import { listFamilyEntries } from './family-entries.db.server.ts'
import './waiting-list.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Waiting list')

export async function loader({ context }: Route.LoaderArgs) {
  const { accountId } = context.get(accountContext)
  const db = context.get(dbContext)
  const { timeZone } = await readProgramme(db)
  const entries = withoutFormer((await listFamilyEntries(db, accountId)).map(entryView))
  return { accountId, entries, clock: { timeZone, now: Date.now() }, key: crypto.randomUUID() }
}

export const action = ({ request, context }: Route.ActionArgs) =>
  submit(request, EntryAnswer, async (answer) =>
    redirect(await answerEntry(context.get(worldContext), context.get(accountContext), answer)),
  )

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export default function WaitingListPage({ loaderData, actionData }: Route.ComponentProps) {
  const { entries, accountId, clock, key } = loaderData
  const inState = (state: string) => entries.filter((entry) => entry.state === state)
  const [offered, inLine, ended] = [inState('offered'), inState('in line'), inState('ended').toReversed()]
  const [first] = [...offered, ...inLine.filter(({ canTake }) => canTake)]
  return (
    <div className="wrap waiting-list">
      <PageTitle lead="Full sessions that you wait for, and what you are offered.">Waiting list</PageTitle>
      <Refused reply={actionData} />
      {entries.length === 0 && (
        <Empty title="You wait for nothing" action={<ButtonLink to="/">See the season</ButtonLink>}>
          Join the list of a full session on its page.
        </Empty>
      )}
      {offered.length > 0 && (
        <section className="baseline stack far" aria-labelledby="offered">
          <h2 id="offered">Offered to you</h2>
          {offered.map((entry) => (
            <Offered
              key={entry.id}
              {...{ entry, owner: accountId, clock, attempt: key }}
              isFirst={entry === first}
            />
          ))}
        </section>
      )}
      {inLine.length > 0 && (
        <section className="baseline" aria-labelledby="in-line">
          <h2 id="in-line">In line</h2>
          <p className="muted">{waitingExplanation}</p>
          <ul className="rows">
            {inLine.map((entry) => (
              <InLine key={entry.id} entry={entry} isFirst={entry === first} />
            ))}
          </ul>
        </section>
      )}
      {ended.length > 0 && (
        <section className="baseline" aria-labelledby="ended">
          <h2 id="ended">Over</h2>
          <ul className="rows">
            {ended.map((entry) => (
              <Ended key={entry.id} entry={entry} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
