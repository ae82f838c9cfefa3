import { Form, useNavigation } from 'react-router'
import { playerAt } from '#desk/family/family.server.ts'
import { FormPage } from '#desk/family/form/form-page.tsx'
import { familyReasons, ReasonFields } from '#desk/family/form/reason-fields.tsx'
import { listPlayerMeetings } from '#meetings/guests/absences.server.ts'
import { hasCareNote } from '#people/care/care-notes.server.ts'
import { findPhotoConsent } from '#people/care/photo-consents.server.ts'
import { fullName } from '#people/people.ts'
import { dbContext } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { orNotFound, refuse } from '#platform/refusal.ts'
import { memberContext } from '#team/member.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { useFocusOnProblem } from '#ui/problem.tsx'
import type { Route } from './+types/paper-player.route.ts'
import { actOnPaper } from './paper-acts.server.ts'
import { PaperFields } from './paper-fields.tsx'
import { type PaperForm, paperForms } from './paper-forms.ts'
import '#desk/family/family.css'

function parsePaperForm(params: { part: string }): PaperForm {
  return orNotFound((Object.keys(paperForms) as PaperForm[]).find((name) => name === params.part))
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(dbContext)
  const kind = parsePaperForm(params)
  const { family, player } = await playerAt(db, params)
  if (family.email) refuse('not-found')
  return {
    family,
    kind,
    player: { id: player.id, name: fullName(player), firstName: player.firstName },
    hasNote: kind.endsWith('note') && (await hasCareNote(db, player.id)),
    meetings: kind === 'absence' ? await upcomingMeetings(db, family.accountId, player.id) : [],
    mayBeShown: kind === 'photos' && ((await findPhotoConsent(db, player.id))?.mayBeShown ?? false),
  }
}

async function upcomingMeetings(db: Db, accountId: string, personId: string) {
  const meetings = await listPlayerMeetings(db, { accountId, personId })
  return meetings.filter(({ hasStarted, isCancelled }) => !hasStarted && !isCancelled)
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor } = context.get(memberContext)
  const db = context.get(dbContext)
  return actOnPaper(request, parsePaperForm(params), { db, actor, ...(await playerAt(db, params)) })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData ? paperForms[loaderData.kind][0] : 'Player')

export default function PaperPlayerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { family, kind, player } = loaderData
  const isBusy = useNavigation().state === 'submitting'
  useFocusOnProblem(actionData?.problems)
  const page = `/desk/families/${family.number}/players/${player.id}`
  const [title, button] = paperForms[kind]
  return (
    <FormPage {...{ family, answer: actionData }} title={title}>
      <h2>
        <bdi>{player.name}</bdi>
      </h2>
      <Form method="post" className="stack" noValidate>
        <PaperFields {...loaderData} page={page} answer={actionData} />
        <ReasonFields reasons={familyReasons} answer={actionData} />
        <div className="row">
          <Button
            type="submit"
            variant={kind === 'delete' || kind === 'erase-note' ? 'danger' : 'ball'}
            busy={isBusy}
          >
            {button}
          </Button>
          <ButtonLink to={page}>Back</ButtonLink>
        </div>
      </Form>
    </FormPage>
  )
}
