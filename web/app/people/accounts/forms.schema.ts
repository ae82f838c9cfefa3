import { z } from 'zod'
import { Email, Login, PresentPassword, Registration } from '../people.schema.ts'
import { confirmation, email, newPassword } from '../people.ts'

/** The browser turns an email to lower case as it is typed; without script the server does. */
const TypedEmail = z
  .string({ error: email('') ?? '' })
  .transform((typed) => typed.trim().toLowerCase())
  .pipe(Email)

export const LoginForm = Login.extend({ email: TypedEmail })

export const EmailForm = z.object({
  email: TypedEmail,
  for: z.enum(['password', 'activation']).catch('password'),
})

const Confirmed = (passwordName: string) =>
  z
    .looseObject({})
    .superRefine((form, context) => {
      const read = (name: string) => (typeof form[name] === 'string' ? form[name] : '')
      const problem = confirmation(read('confirmation'), read(passwordName))
      if (problem) context.addIssue({ code: 'custom', path: ['confirmation'], message: problem })
    })
    .transform(() => ({}))

export const NewPasswordForm = z
  .object({
    password: z.string().superRefine((value, context) => {
      const problem = newPassword(value)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    }),
  })
  .and(Confirmed('password'))

export const PasswordChangeForm = PresentPassword.and(NewPasswordForm)

export const EmailChangeForm = PresentPassword.extend({ email: TypedEmail })

/** The fields carry the paths of the registration payload as their names. */
export const RegisterForm = z
  .preprocess(
    (form) => payloadOf(z.record(z.string(), z.string()).parse(form)),
    Registration.extend({ user: Registration.shape.user.extend({ email: TypedEmail }) }),
  )
  .and(Confirmed('user.password'))

function payloadOf(form: Record<string, string>) {
  const part = (prefix: string) =>
    Object.fromEntries(
      Object.entries(form).flatMap(([name, value]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
      ),
    )
  return {
    user: { ...part('user.'), liability_agreed: 'user.liability_agreed' in form },
    g_recaptcha_response: form.g_recaptcha_response ?? '',
    parent: part('parent.'),
    ...(form.account_type === 'player' && { player: part('player.') }),
  }
}
