import { redirect } from 'react-router'
import type { z } from 'zod'
import { changeCareAtDesk, deletePlayerAtDesk } from '#desk/family/change-family.server.ts'
import type { playerAt } from '#desk/family/family.server.ts'
import { FamilyWhy } from '#desk/family/form/reason.schema.ts'
import { AbsenceForm, sayAbsent } from '#meetings/guests/absences.server.ts'
import { CareNoteForm, PhotoForm } from '#people/care/care.schema.ts'
import { eraseCareNote, renewCareNote, saveCareNote } from '#people/care/care-notes.server.ts'
import { sayOfPhotos } from '#people/care/photo-consents.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { submit } from '#platform/forms/submit.server.ts'
import type { PaperPart } from './paper-parts.ts'

type Place = Awaited<ReturnType<typeof playerAt>> & { db: Db; actor: Actor }

/** Does for a family on paper what others do on their own pages. */
export function actOnPaper(request: Request, part: PaperPart, { db, actor, family, player }: Place) {
  const why = ({ reason, words }: z.output<typeof FamilyWhy>) => ({ actor, reason, words })
  const ofNote = { personId: player.id, field: 'careNote' } as const
  const back = () => redirect(`/desk/families/${family.number}?done=changed`)
  switch (part) {
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
