import { z } from 'zod'
import { NewPasswordForm } from '#people/accounts/forms.schema.ts'
import { Email, EmergencyContact, typed } from '#people/people.schema.ts'

export const timeZones = Intl.supportedValuesOf('timeZone')

/** Blanks and case do not matter. */
const Code = z.string('Enter the code.').trim().min(1, 'Enter the code.').max(40, 'This is too long.')
export const CodeForm = z.looseObject({ code: Code })

export const SetUpForm = typed(
  EmergencyContact.extend({
    code: Code,
    name: z.string('Name the programme.').trim().min(1, 'Name the programme.').max(80, 'This is too long.'),
    email: Email,
    time_zone: z.string().refine((zone) => timeZones.includes(zone), 'Choose a time zone.'),
    owner_email: Email,
  }),
).and(NewPasswordForm)
export type SetUp = z.output<typeof SetUpForm>
