import { z } from 'zod'
import { attendanceMarks } from '#meetings/attendance/attendance.ts'
import type { OpenedNote } from '#meetings/care-notes.server.ts'
import type { FormReply } from '#platform/forms/submit.server.ts'

const mostNoteLetters = 2000

const figure = (count: number) => count.toLocaleString('en-US')

/** Buttons carry act and player in their values, so that they work without JavaScript. */
export const SheetForm = z.object({
  /** "here:<player>" */
  mark: z
    .string()
    .transform((text) => text.split(':'))
    .pipe(z.tuple([z.enum(attendanceMarks), z.uuid()]))
    .optional(),
  /** "<player>:<collector>" */
  collected: z
    .string()
    .transform((text) => text.split(':'))
    .pipe(z.tuple([z.uuid(), z.union([z.enum(['parent', 'another']), z.uuid()])]))
    .optional(),
  undo: z.uuid().optional(),
  open: z.uuid().optional(),
  /** Guest to remove. */
  off: z.uuid().optional(),
  print: z.enum(['plain', 'with notes']).optional(),
  note: z
    .string()
    .trim()
    .superRefine((note, context) => {
      const { length } = [...note]
      if (length <= mostNoteLetters) return
      const message = `This has ${figure(length)} letters, and there is room for ${figure(mostNoteLetters)}.`
      context.addIssue({ code: 'custom', message })
    })
    .optional(),
})

export type SheetReply = FormReply & {
  opened?: OpenedNote[]
  printed?: 'plain' | 'with notes'
  isNoteSaved?: boolean
}
