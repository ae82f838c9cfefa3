import { data } from 'react-router'
import { z } from 'zod'
import { CareNoteForm, ContactForm, GuardianForm, PhotoForm } from '#people/care/care.schema.ts'
import { eraseCareNote, renewCareNote, saveCareNote } from '#people/care/care-notes.server.ts'
import { type PlayerKey, removeContact, saveContact } from '#people/care/contacts.server.ts'
import { askGuardian, forgetGuardian } from '#people/care/guardian.server.ts'
import { setPhotoConsent } from '#people/care/photo-consents.server.ts'
import { typed } from '#people/people.schema.ts'
import type { Caller } from '#people/sign-in/limits.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { refuse } from '#platform/refusal.ts'

type Around = { player: PlayerKey; visitor: Visitor; caller: Caller }
type Reply = FormReply & { doneAt?: number }

export function answerCareForm(
  form: string,
  request: Request,
  db: Db,
  { player, visitor, caller }: Around,
): Promise<ReturnType<typeof data<Reply>>> {
  const on = <Schema extends z.ZodType>(schema: Schema, work: (sent: z.output<Schema>) => Promise<unknown>) =>
    submit(request, schema, async (sent) => {
      await work(sent)
      return data<Reply>({ doneAt: Date.now() })
    })
  switch (form) {
    case 'contact':
      return on(typed(ContactForm), (contact) => saveContact(db, player, contact))
    case 'contact-remove':
      return on(z.object({ id: z.uuid() }), ({ id }) => removeContact(db, player, id))
    case 'note':
      return on(CareNoteForm, (note) => saveCareNote(db, player, note))
    case 'note-renew':
      return on(z.object({}), () => renewCareNote(db, player))
    case 'note-erase':
      return on(z.object({}), () => eraseCareNote(db, player))
    case 'photos':
      return on(PhotoForm, ({ may_be_shown }) => setPhotoConsent(db, player, may_be_shown === 'yes'))
    case 'guardian':
      return on(typed(GuardianForm), ({ email }) => askGuardian(db, visitor, email, caller))
    case 'guardian-remove':
      return on(z.object({}), () => db.transaction((tx) => forgetGuardian(tx, visitor.accountId)))
    default:
      return refuse('not-found')
  }
}
