import { data, href, redirect } from 'react-router'
import { markByForm } from '#meetings/attendance/marks.server.ts'
import { openNotes } from '#meetings/care-notes.server.ts'
import { takeOffGuest } from '#meetings/guests/guests.server.ts'
import { saveMeetingNote } from '#meetings/meeting-notes.server.ts'
import { printSheet } from '#meetings/sheet/print-sheet.server.ts'
import { daySheet } from '#meetings/sheet/sheet.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { submit } from '#platform/forms/submit.server.ts'
import { uuid } from '#platform/http/page.server.ts'
import { refuse } from '#platform/refusal.ts'
import { memberContext } from '#team/member.server.ts'
import { unlistedMeta } from '#ui/frame/site.ts'
import type { Route } from './+types/day-sheet.route.ts'
import { SheetForm, type SheetReply } from './sheet-form.schema.ts'
import { SheetScreen } from './sheet-screen.tsx'
import './day-sheet.css'
import './day-sheet-paper.css'

type Answer = Response | ReturnType<typeof data<SheetReply>>

export async function loader({ params, context }: Route.LoaderArgs) {
  const member = context.get(memberContext)
  return { sheet: await daySheet(context.get(dbContext), member, uuid(params.id)) }
}

export function action({ request, params, context }: Route.ActionArgs): Promise<Answer> {
  const member = context.get(memberContext)
  const db = context.get(dbContext)
  const id = uuid(params.id)
  const backTo = (personId: string) => redirect(`${href('/desk/meetings/:id', { id })}#p-${personId}`)
  return submit<typeof SheetForm, Answer>(request, SheetForm, async (form) => {
    if (form.mark) {
      const [mark, personId] = form.mark
      await markByForm(db, member, id, { personId, mark, collectedBy: null })
      return backTo(personId)
    }
    if (form.collected) {
      const [personId, collectedBy] = form.collected
      await markByForm(db, member, id, { personId, mark: 'left', collectedBy })
      return backTo(personId)
    }
    if (form.undo) {
      await markByForm(db, member, id, { personId: form.undo, mark: null, collectedBy: null })
      return backTo(form.undo)
    }
    if (form.off) {
      await takeOffGuest(db, member, id, form.off)
      return redirect(href('/desk/meetings/:id', { id }))
    }
    if (form.open) return data({ opened: await openNotes(db, member, id, 'opened', form.open) })
    if (form.print) return data({ printed: form.print, opened: await printSheet(db, member, id, form.print) })
    if (form.note === undefined) return refuse('not-possible')
    await saveMeetingNote(db, member, id, form.note)
    return data({ isNoteSaved: true })
  })
}

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData ? `Day sheet, ${loaderData.sheet.event}` : 'Day sheet')

export default function DaySheetPage({ loaderData, actionData }: Route.ComponentProps) {
  return <SheetScreen key={loaderData.sheet.id} sheet={loaderData.sheet} reply={actionData} />
}
