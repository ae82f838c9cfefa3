import { z } from 'zod'
import { botCheckAnswer, Email, typed } from '#people/people.schema.ts'
import { longDay } from '#platform/format/dates.ts'
import { type Role, roles } from './roles.ts'

/** A device's signature is a few KB. */
const signed = z.string().max(20_000, 'This is too long.').optional()
const step = z.looseObject({
  code: z.string().trim().max(40, 'This is too long.').optional(),
  challenge: signed,
  passkey: signed,
  sealed: signed,
  g_recaptcha_response: botCheckAnswer,
})

/** A code, or a passkey's answer to the page's challenge. */
const Answered = step.superRefine(({ code, passkey }, context) => {
  if (!code && !passkey) context.addIssue({ code: 'custom', path: ['code'], message: 'Enter the code.' })
})

type Answered = z.output<typeof Answered>
const passkeyIn = ({ challenge = '', passkey }: Answered) =>
  passkey ? { challenge, answer: passkey } : undefined

export const SecondStepForm = Answered.transform((form) => ({ ...form, passkey: passkeyIn(form) }))

/** A new app's sealed secret with its first code, or a new passkey. */
export const FirstStepForm = Answered.transform((form) => ({
  app: { sealed: form.sealed ?? '', code: form.code ?? '' },
  passkey: passkeyIn(form),
}))

/** `what`: `codes`, `app`, `passkey`, or the id of a passkey to remove. */
export const ChangeStepForm = z.object({
  what: z.string('Choose what to change.').min(1, 'Choose what to change.').max(1000),
  password: z.string('Password is required.').min(1, 'Password is required.').max(300, 'This is too long.'),
  code: z.string('Enter the code.').trim().min(1, 'Enter the code.').max(40, 'This is too long.'),
  g_recaptcha_response: botCheckAnswer,
})

const Day = z
  .string()
  .optional()
  .transform((text, context) => {
    if (!text) return null
    if (z.iso.date().safeParse(text).success) return text
    context.addIssue({ code: 'custom', message: 'Write a date, such as 2027-06-21.' })
    return z.NEVER
  })

export const InvitedForm = z.object({ email: z.string().max(300) })
export const inviteForm = (today: string) =>
  typed(
    z.object({
      email: Email,
      role: z.enum(roles, 'Choose what they may do.'),
      last_day: Day.refine((day) => !isOver(day, today), overSince(today)),
    }),
  )

const isOver = (day: string | null, today: string) => day !== null && day < today
const overSince = (today: string) => `This day is over. Write ${longDay(today)} or a later day.`

export const NothingForm = z.object({})
export const DatesForm = z.object({ background_check: Day, safety_training: Day }).transform((form) => ({
  backgroundCheckUntil: form.background_check,
  safetyTrainingUntil: form.safety_training,
}))

type RoleDays = { role: Role; firstDay: string; lastDay: string | null }

/** A checkbox for each role, with its days. A role that is over may stay so, but none can be granted in the past. */
export const rolesForm = (today: string, before: RoleDays[]) =>
  z.record(z.string(), z.string()).transform((form, context) =>
    roles
      .filter((role) => role in form)
      .map((role) => {
        const [first, last] = [`${role}_first`, `${role}_last`]
        const day = (name: string) => {
          const read = Day.safeParse(form[name])
          if (!read.success)
            context.addIssue({ code: 'custom', path: [name], message: 'Write a date, such as 2027-06-21.' })
          return read.data ?? null
        }
        const [firstDay, lastDay] = [day(first), day(last)]
        if (!firstDay) context.addIssue({ code: 'custom', path: [first], message: 'Write the first day.' })
        if (firstDay && lastDay && lastDay < firstDay)
          context.addIssue({ code: 'custom', path: [last], message: 'The last day is before the first.' })
        const previousLastDay = before.find((days) => days.role === role)?.lastDay
        if (isOver(lastDay, today) && lastDay !== previousLastDay)
          context.addIssue({ code: 'custom', path: [last], message: overSince(today) })
        return { role, firstDay: firstDay ?? '', lastDay }
      }),
  )
