import Search from 'lucide-react/icons/search'
import { Form, href, Link, redirect } from 'react-router'
import { z } from 'zod'
import { addGuest, playersToInvite } from '#meetings/guests/guests.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { uuid } from '#platform/http/page.server.ts'
import { memberContext } from '#team/member.server.ts'
import { Button } from '#ui/button.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { Refused } from '#ui/refused.tsx'
import type { Route } from './+types/add-guest.route.ts'
import '#desk/list.css'
import '#desk/families/families.css'
import '#desk/family/family.css'

const GuestForm = z.object({ player: z.uuid() })

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const member = context.get(memberContext)
  const id = uuid(params.id)
  const text = (new URL(request.url).searchParams.get('q') ?? '').slice(0, 200)
  return { id, text, ...(await playersToInvite(context.get(dbContext), member, id, text)) }
}

export function action({ request, params, context }: Route.ActionArgs) {
  const member = context.get(memberContext)
  const id = uuid(params.id)
  return submit(request, GuestForm, async ({ player }) => {
    await addGuest(context.get(dbContext), member, id, player)
    return redirect(`${href('/desk/meetings/:id', { id })}#p-${player}`)
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Add a guest')

export default function AddGuestPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, text, event, when, reach, players, hasMore } = loaderData
  const among = reach === 'club' ? 'All players' : `Players of the other sessions of ${event}`
  return (
    <div className="wrap family-form">
      <p className="where-am-i">
        <Link to={href('/desk/meetings/:id', { id })}>
          {event}, {when}
        </Link>
      </p>
      <PageTitle lead="A guest is marked as all others at this one meeting, takes no place and owes nothing.">
        Add a guest
      </PageTitle>
      <Refused reply={actionData} />
      <Form className="find-family baseline" role="search">
        <div className="field">
          <label htmlFor="q">Name of the player</label>
          <input id="q" name="q" type="search" defaultValue={text} autoComplete="off" spellCheck={false} />
          <p className="hint">{among}. The first letters are enough.</p>
        </div>
        <Button type="submit" variant="ball" icon={<Search aria-hidden size="1.25em" />}>
          Find
        </Button>
      </Form>
      {text.trim() && (
        <section className="found-rows" aria-labelledby="found" key={text}>
          <h2 id="found">{countHeading(players.length, hasMore)}</h2>
          {players.length > 0 ? (
            <ul className="rows">
              {players.map((player) => (
                <Player key={player.id} {...player} />
              ))}
            </ul>
          ) : (
            <p>
              {reach === 'club'
                ? 'Check the spelling. A family that is new is added under Families first.'
                : 'Check the spelling, or ask the desk: it finds all players.'}
            </p>
          )}
          {hasMore && <p>There are more. Write another letter or two.</p>}
        </section>
      )}
    </div>
  )
}

function countHeading(count: number, hasMore: boolean) {
  if (count === 0) return 'Nobody was found.'
  if (hasMore) return `The first ${count} players`
  return count === 1 ? 'One player' : `${count} players`
}

type Found = Route.ComponentProps['loaderData']['players'][number]

const Player = ({ id, name, about, family, isOnSheet, isToConfirm }: Found) => (
  <li>
    <div>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <p className="muted">{about}</p>
      {isToConfirm && <p>A coach added this guest, and sees no numbers before you confirm it.</p>}
      {family && (
        <p>
          Family {family.number}, <bdi>{family.name}</bdi>
        </p>
      )}
    </div>
    {isOnSheet && !isToConfirm ? (
      <p className="muted">On the sheet</p>
    ) : (
      <Form method="post">
        <input type="hidden" name="player" value={id} />
        <Button type="submit">
          {isToConfirm ? 'Confirm' : 'Add'}
          <span className="visually-hidden"> {name}</span>
        </Button>
      </Form>
    )}
  </li>
)
