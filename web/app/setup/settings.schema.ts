import { z } from 'zod'

const required = (sentence: string) =>
  z.string(sentence).trim().min(1, sentence).max(300, 'This is too long.')
const optional = z.string().trim().max(300, 'This is too long.').default('')

export const LeaveForm = z.object({ sure: z.literal('yes', 'Tick this first: it cannot be undone.') })

export const MailForm = z
  .object({
    server: required('Write the name of the mail server.').regex(
      /^[\w.-]+$/,
      'Write its name alone, such as smtp.example.org.',
    ),
    port: z
      .string()
      .regex(/^\d{1,5}$/, 'Write a number, such as 587.')
      .transform(Number),
    user: optional,
    smtp_password: optional,
    from: optional.refine((address) => address === '' || z.email().safeParse(address).success, {
      message: 'Email address is invalid.',
    }),
  })
  .superRefine(({ user, smtp_password }, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (user && !smtp_password) say('smtp_password', 'Write the password of this user.')
    if (smtp_password && !user) say('user', 'Write the user of this password.')
  })
export type MailServer = z.output<typeof MailForm>

const key = required('Copy it from the control panel.').regex(
  /^[\w-]+$/,
  'Copy it as it stands: letters, digits, _ and -.',
)
export const GatewayForm = z.discriminatedUnion(
  'environment',
  [
    z.object({ environment: z.literal('local') }),
    z.object({
      environment: z.enum(['sandbox', 'production']),
      merchant_id: key,
      public_key: key,
      private_key: key,
      widget_key: key,
    }),
  ],
  'Choose where cards are charged.',
)
export type GatewayAccount = z.output<typeof GatewayForm>
