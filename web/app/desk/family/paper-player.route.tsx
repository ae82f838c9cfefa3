import type { ReactNode } from 'react'
import { Form, redirect, useNavigation } from 'react-router'
import type { z } from 'zod'
import { AbsenceForm, meetingsOfPlayer, sayAbsent } from '#meetings/absences.server.ts'
import { CareNoteForm, PhotoForm } from '#people/care/care.schema.ts'
import { CareNoteFields } from '#people/care/care-note-form.tsx'
import { eraseCareNote, hasCareNote, renewCareNote, saveCareNote } from '#people/care/care-notes.server.ts'
import { photoConsentOf, sayOfPhotos } from '#people/care/photo-consents.server.ts'
import { fullName } from '#people/people.ts'
import { dbContext } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database.server.ts'
import { found, refuse } from '#platform/refusal.ts'
import { stayOnPage } from '#platform/stay-on-page.ts'
import { submit } from '#platform/submit.server.ts'
import { requireRight } from '#team/member.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ChoiceCards } from '#ui/choice-cards.tsx'
import { SelectField } from '#ui/field.tsx'
import { useFocusOnProblem } from '#ui/problem.tsx'
import { unlistedMeta } from '#ui/site.ts'
import { changeCareAtDesk, deletePlayerAtDesk } from '#volunteer/change-family.server.ts'
import { playerAt } from '#volunteer/family.server.ts'
import type { Route } from './+types/paper-player.route.ts'
import { FormPage } from './form-page.tsx'
import { FamilyWhy } from './reason.schema.ts'
import { familyReasons, ReasonFields } from './reason-fields.tsx'
import './family.css'

/** What the page is about, by the last part of its address: its title and its button. */
const parts = {
  note: ['Write the care note', 'Save the note'],
  'keep-note': ['Keep the care note a year longer?', 'Keep it'],
  'erase-note': ['Erase the care note?', 'Erase the note'],
  photos: ['Photos', 'Save'],
  absence: ['Absence', 'Save'],
  delete: ['Delete this player?', 'Delete'],
} as const
type Part = keyof typeof parts

function partIn(params: { part: string }): Part {
  return found((Object.keys(parts) as Part[]).find((part) => part === params.part))
}

export async function loader({ params, context }: Route.LoaderArgs) {
  requireRight(context, 'families')
  const db = context.get(dbContext)
  const part = partIn(params)
  const { family, player } = await playerAt(db, params)
  if (family.email) refuse('not-found')
  return {
    family,
    part,
    player: { id: player.id, name: fullName(player), firstName: player.firstName },
    hasNote: part.endsWith('note') && (await hasCareNote(db, player.id)),
    meetings: part === 'absence' ? await meetingsToCome(db, family.accountId, player.id) : [],
    mayBeShown: part === 'photos' && ((await photoConsentOf(db, player.id))?.mayBeShown ?? false),
  }
}

async function meetingsToCome(db: Db, accountId: string, personId: string) {
  const meetings = await meetingsOfPlayer(db, { accountId, personId })
  return meetings.filter(({ hasStarted, isCancelled }) => !hasStarted && !isCancelled)
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { actor } = requireRight(context, 'families')
  const db = context.get(dbContext)
  const { family, player } = await playerAt(db, params)
  const why = ({ reason, words }: z.output<typeof FamilyWhy>) => ({ actor, reason, words })
  const ofNote = { personId: player.id, field: 'careNote' } as const
  const back = () => redirect(`/desk/families/${family.number}?done=changed`)
  switch (partIn(params)) {
    case 'note':
      return submit(request, CareNoteForm.and(FamilyWhy), async (form) => {
        await changeCareAtDesk(db, family, { ...ofNote, ...why(form) }, (tx, of) =>
          saveCareNote(tx, of, form),
        )
        return back()
      })
    case 'keep-note':
      return submit(request, FamilyWhy, async (form) => {
        await changeCareAtDesk(db, family, { ...ofNote, ...why(form) }, renewCareNote)
        return back()
      })
    case 'erase-note':
      return submit(request, FamilyWhy, async (form) => {
        await changeCareAtDesk(db, family, { ...ofNote, ...why(form) }, eraseCareNote)
        return back()
      })
    case 'photos':
      return submit(request, PhotoForm.and(FamilyWhy), async ({ may_be_shown: may, ...form }) => {
        const ofPhotos = { personId: player.id, field: 'photos' as const, ...why(form) }
        await changeCareAtDesk(db, family, ofPhotos, (tx, of) => sayOfPhotos(tx, of, may === 'yes'))
        return back()
      })
    case 'absence':
      return submit(request, AbsenceForm.and(FamilyWhy), async ({ meeting, is_absent, ...form }) => {
        const ofAbsence = { personId: player.id, field: 'absence' as const, ...why(form) }
        const isAbsent = is_absent === 'yes'
        await changeCareAtDesk(db, family, ofAbsence, (tx, of) => sayAbsent(tx, of, meeting, isAbsent))
        return back()
      })
    case 'delete':
      return submit(request, FamilyWhy, async (form) => {
        await deletePlayerAtDesk(db, family, player.id, why(form))
        return redirect(`/desk/families/${family.number}?done=player-deleted`)
      })
  }
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData ? parts[loaderData.part][0] : 'Player')

export default function PaperPlayerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { family, part, player, hasNote, mayBeShown, meetings } = loaderData
  const { values, problems } = actionData ?? {}
  const isBusy = useNavigation().state === 'submitting'
  useFocusOnProblem(problems)
  const page = `/desk/families/${family.number}/players/${player.id}`
  const [title, button] = parts[part]
  const fields: Record<Part, ReactNode> = {
    note: (
      <>
        {hasNote && (
          <p className="row">
            There is a note: what you write takes its place.
            <ButtonLink size="small" to={`${page}/keep-note`}>
              Keep it a year longer
            </ButtonLink>
            <ButtonLink size="small" to={`${page}/erase-note`}>
              Erase it
            </ButtonLink>
          </p>
        )}
        <CareNoteFields values={values} problems={problems}>
          The family agreed on paper that coaches of {player.firstName} and whoever runs the program read this
          note.
        </CareNoteFields>
      </>
    ),
    'keep-note': null,
    'erase-note': null,
    photos: (
      <ChoiceCards
        legend="May photos be shown?"
        name="may_be_shown"
        choices={[
          { value: 'yes', name: 'Yes, the family allowed it on paper' },
          { value: 'no', name: 'No' },
        ]}
        defaultValue={values?.may_be_shown ?? (mayBeShown ? 'yes' : 'no')}
        problem={problems?.may_be_shown}
      />
    ),
    absence: (
      <>
        <SelectField
          label="Meeting"
          name="meeting"
          defaultValue={values?.meeting ?? ''}
          problem={problems?.meeting}
        >
          <option value="">Choose a meeting</option>
          {meetings.map(({ id, when, session, isReported }) => (
            <option key={id} value={id}>
              {`${when}, ${session}${isReported ? ' (does not come)' : ''}`}
            </option>
          ))}
        </SelectField>
        <ChoiceCards
          legend="Who comes?"
          name="is_absent"
          choices={[
            { value: 'yes', name: 'The player does not come' },
            { value: 'no', name: 'The player comes after all' },
          ]}
          defaultValue={values?.is_absent ?? 'yes'}
          problem={problems?.is_absent}
        />
      </>
    ),
    delete: <p>What was registered stays on record, without a name. This cannot be undone.</p>,
  }
  return (
    <FormPage {...{ family, answer: actionData }} title={title}>
      <h2>
        <bdi>{player.name}</bdi>
      </h2>
      <Form method="post" className="stack" noValidate>
        {fields[part]}
        <ReasonFields reasons={familyReasons} answer={actionData} />
        <div className="row">
          <Button
            type="submit"
            variant={part === 'delete' || part === 'erase-note' ? 'danger' : 'ball'}
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
