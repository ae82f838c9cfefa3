import { z } from 'zod'
import { name, text } from '../people.schema.ts'
import * as rules from '../people.ts'
import { careCategories, mostCareLetters } from './care.ts'

const isTicked = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')

export const ContactForm = z.object({
  id: z.uuid('This contact is unknown.').optional(),
  name: name(rules.contactName, 'Alex Vale'),
  relation: name(rules.relation, 'Grandmother'),
  phone: text(rules.phone, '(555) 010-0142'),
  may_collect: isTicked,
})
export type ContactForm = z.output<typeof ContactForm>

const freeText = z
  .string()
  .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
  .superRefine((typed, context) => {
    const letters = [...typed].length
    if (letters <= mostCareLetters) return
    const most = mostCareLetters.toLocaleString('en-US')
    const message = `This has ${letters.toLocaleString('en-US')} letters, and there is room for ${most}. What matters in the first minute is enough.`
    context.addIssue({ code: 'custom', message })
  })

export const CareNoteForm = z.object({
  category: z.enum(careCategories, { error: 'Choose what it is about.' }),
  note: freeText.refine((typed) => typed !== '', { error: 'Write what a coach should know.' }),
  what_to_do: freeText,
  consent: z.literal('on', { error: 'Please agree, or coaches cannot read it.' }),
})
export type CareNoteForm = z.output<typeof CareNoteForm>

export const PhotoForm = z.object({ may_be_shown: z.enum(['yes', 'no']) })

export const GuardianForm = z.object({ email: text(rules.email, 'kim@example.com') })
