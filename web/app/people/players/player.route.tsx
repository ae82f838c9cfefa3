import { useEffect, useState } from 'react'
import { data, useSearchParams } from 'react-router'
import { keepTyped } from '#people/keep-typed.ts'
import { findPerson } from '#people/people.db.server.ts'
import { NewPerson, typed } from '#people/people.schema.ts'
import { localPath } from '#people/sign-in/local-path.ts'
import { personReply } from '#people/sign-in/user.server.ts'
import { accountContext } from '#people/sign-in/visitor.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { uuid } from '#platform/http/page.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/player.route.ts'
import { type PlayerAnswer, PlayerForm } from './player-form.tsx'
import { createPlayer, updatePerson } from './players.server.ts'
import '#people/people.css'

type Answer = ReturnType<typeof data<PlayerAnswer>>

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { accountId } = context.get(accountContext)
  const next = localPath(new URL(request.url).searchParams.get('next'), '/pages/family-players')
  if (params.playerId === 'new') return { player: undefined, next }
  const person = orNotFound(await findPerson(context.get(dbContext), accountId, uuid(params.playerId)))
  return { player: personReply(person), next }
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<Answer> {
  const world = context.get(worldContext)
  const { playerId } = params
  return submit(request, typed(NewPerson), async (form) => {
    const visitor = context.get(accountContext)
    const saved =
      playerId === 'new'
        ? await createPlayer(world, visitor, form)
        : await updatePerson(world.db, visitor, { ...form, id: uuid(playerId) })
    return data({ saved: personReply(saved) })
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepTyped(args)

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, loaderData?.player ? 'Edit player' : 'Add a new player')

/** The dialog's page, for browsers without script. */
export default function PlayerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { player, next } = loaderData
  const [isSaved, setSaved] = useState(Boolean(actionData?.saved))
  const [search] = useSearchParams()
  const asksBirthday = search.get('field') === 'birthday'
  useEffect(() => {
    if (asksBirthday) document.querySelector<HTMLElement>('form [name="birthday"]')?.focus()
  }, [asksBirthday])
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
