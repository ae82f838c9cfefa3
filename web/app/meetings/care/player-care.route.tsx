import type { ReactNode } from 'react'
import { data } from 'react-router'
import { nudgeMail } from '#mail/outbox.server.ts'
import type { AccountReply } from '#people/accounts/account-forms.tsx'
import { CareNote } from '#people/care/care-note-form.tsx'
import { Contacts } from '#people/care/contacts.tsx'
import { findGuardian } from '#people/care/guardian.server.ts'
import { Guardian } from '#people/care/guardian-form.tsx'
import { Photos } from '#people/care/photos-form.tsx'
import { findParent, findPerson } from '#people/people.db.server.ts'
import { toCaller } from '#people/sign-in/caller.server.ts'
import { personReply } from '#people/sign-in/user.server.ts'
import { accountContext } from '#people/sign-in/visitor.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { uuid } from '#platform/http/page.server.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { PageTitle } from '#ui/frame/page-title.tsx'
import { pageMeta } from '#ui/frame/site.ts'
import { useFocusOnProblem } from '#ui/problem.tsx'
import type { Route } from './+types/player-care.route.ts'
import { readCare } from './care.server.ts'
import { CareViews } from './care-views.tsx'
import { answerCareForm } from './player-care-forms.server.ts'
import '#people/people.css'
import '#people/care/care.css'

type Answer = ReturnType<typeof data<AccountReply>>

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { accountId, kind } = context.get(accountContext)
  const db = context.get(dbContext)
  const player = orNotFound(await findPerson(db, accountId, uuid(params.playerId)))
  if (player.role === 'parent') refuse('not-found')
  const guardian = kind === 'player' ? await findGuardian(db, accountId) : undefined
  return {
    player: personReply(player),
    parent: personReply(orNotFound(await findParent(db, accountId))),
    ...(await readCare(db, player.id)),
    hasGuardian: kind === 'player' && player.role === 'myself',
    guardian: guardian && { email: guardian.email, isConfirmed: guardian.confirmedAt !== null },
    editing: new URL(request.url).searchParams.get('contact'),
  }
}

/** Forms are told apart by `?form=`. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Answer> {
  const form = new URL(request.url).searchParams.get('form') ?? ''
  const visitor = context.get(accountContext)
  const player = { accountId: visitor.accountId, personId: uuid(params.playerId) }
  const answer = await answerCareForm(form, request, context.get(dbContext), {
    player,
    visitor,
    caller: toCaller(context),
  })
  nudgeMail(context.get(worldContext))
  return data({ ...answer.data, form }, answer.init ?? undefined)
}

export function clientAction(args: Route.ClientActionArgs) {
  const form = new URL(args.request.url).searchParams.get('form') ?? ''
  return stayOnPage(args, { form })
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Contacts and care')

export default function PlayerCarePage({ loaderData, actionData }: Route.ComponentProps) {
  const { player, parent, contacts, note, views, photos, editing, hasGuardian, guardian } = loaderData
  const answerTo = (form: string) => (actionData?.form?.startsWith(form) ? actionData : undefined)
  useFocusOnProblem(actionData?.problems)
  const name = `${player.first_name} ${player.last_name}`
  return (
    <div className="wrap care">
      <PageTitle lead={<bdi className="break">{name}</bdi>}>Contacts and care</PageTitle>
      <Setting title="Whom we may call">
        <Contacts {...{ player, parent, contacts, editing }} answer={answerTo('contact')} />
      </Setting>
      <Setting title="Care note">
        <CareNote firstName={player.first_name} note={note} answer={answerTo('note')}>
          <CareViews views={views} />
        </CareNote>
      </Setting>
      <Setting title="Photos">
        <Photos firstName={player.first_name} photos={photos} answer={answerTo('photos')} />
      </Setting>
      {hasGuardian && (
        <Setting title="A parent’s email">
          <Guardian guardian={guardian} answer={answerTo('guardian')} />
        </Setting>
      )}
    </div>
  )
}

function Setting({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(/\W+/g, '-')
  return (
    <section className="setting baseline" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="form-column stack">{children}</div>
    </section>
  )
}
