import { Form, redirect } from 'react-router'
import { z } from 'zod'
import { findPerson } from '#people/people.db.server.ts'
import { fullName } from '#people/people.ts'
import { accountContext } from '#people/sign-in/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { uuid } from '#platform/http/page.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import { Refused } from '#ui/refused.tsx'
import type { Route } from './+types/delete-player.route.ts'
import { deletePlayer } from './delete-player.server.ts'

const family = '/pages/family-players'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { accountId } = context.get(accountContext)
  const person = orNotFound(await findPerson(context.get(dbContext), accountId, uuid(params.playerId)))
  return { name: fullName(person) }
}

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit(request, z.object({}), async () => {
    await deletePlayer(context.get(dbContext), context.get(accountContext), uuid(params.playerId))
    return redirect(family)
  })

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Delete player')

/** The dialog as a page, for browsers without script. */
export default function DeletePlayerPage({ loaderData: { name }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <PageTitle>Delete {name}?</PageTitle>
      <Form method="post" className="baseline stack">
        <Refused reply={actionData} />
        <p className="row">
          {!actionData?.refused && (
            <Button type="submit" variant="danger">
              Delete
            </Button>
          )}
          <ButtonLink to={family}>Back</ButtonLink>
        </p>
      </Form>
    </div>
  )
}
