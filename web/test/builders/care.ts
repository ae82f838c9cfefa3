import type { CareNoteForm, ContactForm } from '#people/care/care.schema.ts'

export const aContact: ContactForm = {
  name: 'Alex Vale',
  relation: 'Neighbor',
  phone: '(555) 010-0177',
  may_collect: true,
}

export const aCareNote: CareNoteForm = {
  category: 'allergy',
  note: 'Peanuts',
  what_to_do: 'Call, then the pen in the bag',
  consent: 'on',
}
