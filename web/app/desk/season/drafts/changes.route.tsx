import { useState } from 'react'
import { data, Form, href, redirect } from 'react-router'
import { z } from 'zod'
import { whenAndWho } from '#desk/season/meetings/when-and-who.server.ts'
import { seasonDesk } from '#desk/season/season-desk.server.ts'
import { SeasonFrame } from '#desk/season/season-frame.tsx'
import { nudgeMail } from '#mail/outbox.server.ts'
import { worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { eventIn } from '#season/drafts/draft-edits.ts'
import { waitingLines } from '#season/drafts/draft-labels.ts'
import { listChangeNotices } from '#season/drafts/draft-notices.server.ts'
import { bringForward, findDraft, publishDraft, publishedSince } from '#season/drafts/drafts.server.ts'
import { oneAtATime } from '#season/drafts/one-at-a-time.server.ts'
import { previewDraft } from '#season/publish/publish-season.server.ts'
import { formName } from '#team/member.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/changes.route.ts'
import { ChangeLists } from './change-lists.tsx'
import { Stale } from './conflicts.tsx'
import { countedFamilies, describeProblem } from './published-texts.ts'

const inTurn = oneAtATime()

/** Serialised: a preview reads the whole season and would slow checkouts down. */
export const loader = ({ context }: Route.LoaderArgs) => inTurn(() => readPreview(context))

async function readPreview(context: Route.LoaderArgs['context']) {
  const { db, published, draft, structure, frame, revision, merge } = await seasonDesk(context)
  if (!draft) return { frame, draft: undefined }
  const after = merge?.merged ?? structure
  const [last, ...before] = merge ? await publishedSince(db, draft.base) : []
  const preview = await previewDraft(db, after)
  const changes = await listChangeNotices(db, { before: published, after, moves: preview.moves })
  return {
    frame,
    draft: {
      // Events that the draft removes have no page.
      changes: changes.map((change) => ({
        ...change,
        door: change.event && eventIn(structure, change.event) && change.event,
      })),
      readAt: draft.changedAt.getTime(),
      problems: preview.problems.map((problem) => describeProblem(after, problem)),
      letters: preview.moves.map(({ sessionId, sentences }) => ({ sessionId, sentences })),
      stale: merge &&
        last && {
          ...{ conflicts: merge.conflicts, others: merge.others, theirs: merge.since },
          ...{ revision: orNotFound(revision) },
          since: await whenAndWho(db, [last, ...before], published.programme['time zone']),
        },
    },
  }
}

const Answers = z.object({ revision: z.coerce.number() }).catchall(z.enum(['theirs', 'mine']))
const Publish = z.object({ readAt: z.coerce.number() }).catchall(z.string())

export async function action({ request, context }: Route.ActionArgs) {
  const { db, writer } = await seasonDesk(context)
  const world = context.get(worldContext)
  const isPublish = formName(request) === 'publish'
  if (!isPublish)
    return submit(request, Answers, async ({ revision, ...answers }) => {
      await bringForward(db, writer, { revision, answers })
      throw redirect(href('/desk/season/changes'))
    })
  return submit(request, Publish, async ({ readAt, ...boxes }) => {
    const tellReworded = Object.keys(boxes).flatMap((name) =>
      name.startsWith('tell-') ? Number(name.slice(5)) : [],
    )
    if (!(await findDraft(db, writer))) throw redirect(href('/desk/season'))
    const done = await publishDraft(db, writer, { readAt, tellReworded, siteUrl: world.env.siteUrl })
    if (done.did !== 'published') return data<FormReply & { did?: string }>({ did: done.did }, 409)
    nudgeMail(world)
    throw redirect(`${href('/desk/season')}?told=${done.notified.families}`)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'What changes')

export default function ChangesPage({ loaderData: { frame, draft }, actionData }: Route.ComponentProps) {
  const refused =
    actionData?.refused?.message ??
    (actionData && 'did' in actionData && actionData.did
      ? 'Nothing was published: the season has changed meanwhile. Read what changes once more.'
      : undefined)
  return (
    <SeasonFrame title="What changes" frame={frame}>
      {refused && (
        <Banner tone="bad" focus={actionData}>
          <p>{refused}</p>
        </Banner>
      )}
      {draft && (draft.changes.length > 0 || draft.stale) ? (
        <Draft key={draft.readAt} {...draft} />
      ) : (
        <Empty title="Nothing changes" action={<ButtonLink to={href('/desk/season')}>Sessions</ButtonLink>}>
          What you change in the season is listed here before families see it.
        </Empty>
      )}
    </SeasonFrame>
  )
}

type DraftData = NonNullable<Awaited<ReturnType<typeof loader>>['draft']>

function Draft({ changes, problems, letters, stale, readAt }: DraftData) {
  const [muted, setMuted] = useState<number[]>([])
  const notified = changes.filter(({ asks }) => asks === undefined || !muted.includes(asks))
  const count = new Set(notified.flatMap(({ families }) => families)).size
  const why = whyNot(stale?.conflicts, problems)
  const toggle = (session: number, isNotified: boolean) =>
    setMuted((before) => (isNotified ? before.filter((id) => id !== session) : [...before, session]))
  return (
    <>
      {stale && <Stale {...stale} />}
      <Form method="post" action="?form=publish" className="split">
        <div className="stack">
          {problems.length > 0 && (
            <Banner tone="bad">
              {problems.map((message) => (
                <p key={message}>{message}</p>
              ))}
            </Banner>
          )}
          <ChangeLists changes={changes} muted={muted} toggle={toggle} />
        </div>
        <aside className="split-side" aria-label="Publish">
          <div className="box">
            <p className="sum on-surround families-told" aria-live="polite">
              <span className="big">{count}</span>
              <span>
                {count === 1 ? 'family' : 'families'} will be told,
                <br />
                one mail each
              </span>
            </p>
            <div className="box-body stack">
              {letters.length > 0 && (
                <details>
                  <summary>Read the mail first</summary>
                  {letters
                    .filter(({ sessionId }) => !muted.includes(sessionId))
                    .map(({ sessionId, sentences }) => (
                      <p key={sessionId}>{sentences.join(' ')}</p>
                    ))}
                  <p className="small muted">
                    Each family reads of its own sessions, with a file for its calendar.
                  </p>
                </details>
              )}
              <input type="hidden" name="readAt" value={readAt} />
              <p>
                <Button
                  type="submit"
                  variant="ball"
                  wide
                  disabled={why !== undefined}
                  aria-describedby={why && 'why'}
                >
                  {count === 0 ? 'Publish and tell nobody' : `Publish and tell ${countedFamilies(count)}`}
                </Button>
              </p>
              {why && (
                <p className="small" id="why">
                  {why}
                </p>
              )}
              <p className="small muted">You can take the publish back. A mail that is sent stays sent.</p>
            </div>
          </div>
        </aside>
      </Form>
    </>
  )
}

function whyNot(conflicts: unknown[] | undefined, problems: string[]): string | undefined {
  if (conflicts?.length) return waitingLines(conflicts.length)
  if (conflicts) return 'Bring your draft onto the season of now first.'
  return problems.length > 0 ? 'Something in the draft needs you.' : undefined
}
