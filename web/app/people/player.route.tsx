import { useState } from 'react'
import { data } from 'react-router'
import { z } from 'zod'
import { dbContext } from '#platform/contexts.server.ts'
import { found } from '#platform/refusal.ts'
import { stayOnPage } from '#platform/stay-on-page.ts'
import { type FormReply, submit } from '#platform/submit.server.ts'
import { Banner } from '#ui/banner.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { pageMeta } from '#ui/site.ts'
import type { Route } from './+types/player.route.ts'
import { localPath } from './local-path.ts'
import { personOf } from './people.db.server.ts'
import { NewPerson } from './people.schema.ts'
import { PlayerForm } from './player-form.tsx'
import { createPlayer, updatePerson } from './players.server.ts'
import { type PersonReply, personReply } from './user.server.ts'
import { visitorContext, visitorOrLogin, visitorOrRefusal } from './visitor.server.ts'
import './people.css'

type Answer = ReturnType<typeof data<FormReply & { saved?: PersonReply }>>

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { accountId } = visitorOrLogin(context.get(visitorContext), request)
  const next = localPath(new URL(request.url).searchParams.get('next'), '/pages/family-players')
  if (params.playerId === 'new') return { player: undefined, next }
  const person = z.uuid().safeParse(params.playerId).success
    ? await personOf(context.get(dbContext), accountId, params.playerId)
    : undefined
  if (!person) throw new Response('We could not find that.', { status: 404 })
  return { player: personReply(person), next }
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<Answer> {
  const db = context.get(dbContext)
  const { playerId } = params
  return submit(request, NewPerson, async (form) => {
    const visitor = visitorOrRefusal(context.get(visitorContext), request)
    const saved =
      playerId === 'new'
        ? await createPlayer(db, visitor, form)
        : await updatePerson(db, visitor, { ...form, id: found(z.uuid().safeParse(playerId).data) })
    return data({ saved: personReply(saved) })
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, loaderData?.player ? 'Edit player' : 'Add a new player')

/** The modal as a page of its own, for whoever has no script. */
export default function PlayerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { player, next } = loaderData
  const [isSaved, setSaved] = useState(Boolean(actionData?.saved))
  return (
    <div className="wrap">
      <PageTitle>{player ? 'Edit player' : 'Add a new player'}</PageTitle>
      <div className="baseline">
        <div className="form-column stack">
          {isSaved ? (
            <>
              <Banner tone="good" focus>
                <p>Save Successful</p>
              </Banner>
              <ButtonLink to={next}>Continue</ButtonLink>
            </>
          ) : (
            <PlayerForm player={player} answer={actionData} next={next} onSaved={() => setSaved(true)} />
          )}
        </div>
      </div>
    </div>
  )
}
