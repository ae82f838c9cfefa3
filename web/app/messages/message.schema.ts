import { z } from 'zod'

const mostInSubject = 120
const mostLetters = 5000

/** The form brings the id: an idempotency key. */
export const MessageForm = z.object({
  id: z.uuid(),
  subject: z
    .string()
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .pipe(
      z
        .string()
        .min(1, 'Write what it is about.')
        .max(mostInSubject, `This is too long: at most ${mostInSubject} letters.`),
    ),
  text: z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z.string().min(1, 'Write your message.').max(mostLetters, 'This is too long: at most 5,000 letters.'),
    ),
})
export type MessageForm = z.output<typeof MessageForm>
