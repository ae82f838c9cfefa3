import { z } from '@hono/zod-openapi'
import * as rules from './people.ts'

/** A missing value gets the rule's sentence for an empty one. */
export const text = (rule: rules.Rule, example: string) =>
  z
    .string(rule(''))
    .max(300, 'This is too long.')
    .superRefine((value, context) => {
      const problem = rule(value)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
    .openapi({ example })

/** Forms are normalised: lower-case emails, phone numbers in any format. The API takes neither. */
export const typed = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((form) => {
    const fields = Object.entries(z.record(z.string(), z.unknown()).parse(form))
    const plain = ([name, value]: [string, unknown]) =>
      [name, typeof value === 'string' ? rules.plainValue(name, value) : value] as const
    return Object.fromEntries(fields.map(plain))
  }, schema)

export const name = (rule: rules.Rule, example: string) => text(rule, example).transform(rules.plainName)
/** For holders, players, contacts and donors. */
export const FirstName = name(rules.firstName, 'Robin')
export const LastName = name(rules.lastName, 'Vale')
const maskedPhone = text(rules.optionalPhone, '(555) 010-0142')
const optionalPhone = maskedPhone.nullish().transform((value) => value || null)
const skillLevel = z.enum(rules.skillLevels, { error: 'Skill Level is required.' })
const isTrue = z.literal(true, { error: rules.agreed('') ?? '' })

export const Email = text(rules.email, 'robin@example.com')
export const EmailRequest = z.object({ email: Email }).openapi('EmailRequest')
export const Login = z
  .object({
    email: Email,
    password: text(rules.loginPassword, 'baseline-rally-7'),
    g_recaptcha_response: z.string().max(5000).optional().openapi({
      description: 'The answer of the bot check; asked for after many tries with one email.',
    }),
  })
  .openapi('Login')
export type Login = z.output<typeof Login>
export const Token = z.object({ token: z.string().min(1).max(200) }).openapi('ConfirmAccount')
export const NewPassword = z
  .object({ token: z.string().min(1).max(200), password: text(rules.newPassword, 'baseline-rally-7') })
  .openapi('ResetPassword')

const person = {
  first_name: FirstName,
  last_name: LastName,
}
export const HolderName = z.object(person)
/** For forms that need a bot check only after many tries. */
export const botCheckAnswer = z.string().max(5000).optional()
export const EmergencyContact = z.object({ ...person, phone: text(rules.phone, '(555) 010-0142') })
export type EmergencyContact = z.output<typeof EmergencyContact>
export const PresentPassword = z.object({ present_password: text(rules.loginPassword, 'baseline-rally-7') })

const OptionalEmail = text(rules.optionalEmail, 'kim@example.com')
  .nullish()
  .transform((value) => value || null)
  .openapi({
    description: 'Of a player under 18 the email of a parent, who is told of the account. It is not kept.',
  })

const player = {
  ...person,
  phone: optionalPhone,
  birthday: text(rules.birthday, '2016-04-12'),
  skill_level: skillLevel,
}

export const SignUp = z
  .object({
    user: z.object({
      email: Email,
      liability_agreed: isTrue,
      password: text(rules.newPassword, 'baseline-rally-7'),
    }),
    g_recaptcha_response: z.string({ error: 'The bot check is missing.' }).max(5000).openapi({
      description:
        'The answer of the bot check: base64 of `{"challenge": …, "solution": {"counter", "derivedKey"}}`, where the challenge comes from GET /bot-check and the solution from ALTCHA. Good once.',
    }),
    parent: EmergencyContact.openapi({
      description: 'The account holder; for a player account the emergency contact.',
    }),
    player: z
      .object({ ...player, parent_email: OptionalEmail })
      .optional()
      .openapi({ description: 'Present: a player account, of somebody of at least 13 years.' }),
  })
  .openapi('SignUp')
export type SignUp = z.output<typeof SignUp>

export const NewPerson = z.object({ ...player, is_active: z.boolean().default(true) }).openapi('NewPerson')
export type NewPerson = z.output<typeof NewPerson>

export const PersonUpdate = z
  .object({
    id: z.uuid('This person is unknown.'),
    ...person,
    phone: maskedPhone.nullable().transform((value) => value || null),
    birthday: player.birthday.nullish(),
    skill_level: skillLevel.nullish(),
  })
  .openapi('PersonUpdate')
export type PersonUpdate = z.output<typeof PersonUpdate>

/** The client sends the whole person; only the id counts. */
export const PersonToDelete = z
  .looseObject({ id: z.uuid('This person is unknown.') })
  .openapi('PersonToDelete')
