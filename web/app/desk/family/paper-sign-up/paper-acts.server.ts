import { redirect } from 'react-router'
import type { z } from 'zod'
import { changeCareAtDesk, deletePlayerAtDesk } from '#desk/family/change-family.server.ts'
import type { playerAt } from '#desk/family/family.server.ts'
import { FamilyWhy } from '#desk/family/form/reason.schema.ts'
import { AbsenceForm, reportAbsence } from '#meetings/guests/absences.server.ts'
import { CareNoteForm, PhotoForm } from '#people/care/care.schema.ts'
import { eraseCareNote, renewCareNote, saveCareNote } from '#people/care/care-notes.server.ts'
import { setPhotoConsent } from '#people/care/photo-consents.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.server.ts'
import { submit } from '#platform/forms/submit.server.ts'
import type { PaperForm } from './paper-forms.ts'

type Place = Awaited<ReturnType<typeof playerAt>> & { db: Db; actor: Actor }

/** In place of the family, only for paper-only accounts. */
export function actOnPaper(request: Request, kind: PaperForm, { db, actor, family, player }: Place) {
  const why = ({ reason, words }: z.output<typeof FamilyWhy>) => ({ actor, reason, words })
  const noteChange = { personId: player.id, field: 'careNote' } as const
  const back = () => redirect(`/desk/families/${family.number}?done=changed`)
  switch (kind) {
    case 'note':
      return submit(request, CareNoteForm.and(FamilyWhy), async (form) => {
        await changeCareAtDesk(db, family, { ...noteChange, ...why(form) }, (tx, owner) =>
          saveCareNote(tx, owner, form),
        )
        return back()
      })
    case 'keep-note':
      return submit(request, FamilyWhy, async (form) => {
        await changeCareAtDesk(db, family, { ...noteChange, ...why(form) }, renewCareNote)
        return back()
      })
    case 'erase-note':
      return submit(request, FamilyWhy, async (form) => {
        await changeCareAtDesk(db, family, { ...noteChange, ...why(form) }, eraseCareNote)
        return back()
      })
    case 'photos':
      return submit(request, PhotoForm.and(FamilyWhy), async ({ may_be_shown: may, ...form }) => {
        const photosChange = { personId: player.id, field: 'photos' as const, ...why(form) }
        await changeCareAtDesk(db, family, photosChange, (tx, owner) =>
          setPhotoConsent(tx, owner, may === 'yes'),
        )
        return back()
      })
    case 'absence':
      return submit(request, AbsenceForm.and(FamilyWhy), async ({ meeting, is_absent, ...form }) => {
        const absenceChange = { personId: player.id, field: 'absence' as const, ...why(form) }
        const isAbsent = is_absent === 'yes'
        await changeCareAtDesk(db, family, absenceChange, (tx, owner) =>
          reportAbsence(tx, owner, meeting, isAbsent),
        )
        return back()
      })
    case 'delete':
      return submit(request, FamilyWhy, async (form) => {
        await deletePlayerAtDesk(db, family, player.id, why(form))
        return redirect(`/desk/families/${family.number}?done=player-deleted`)
      })
  }
}
