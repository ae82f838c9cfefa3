import { z } from 'zod'
import { botCheckAnswer, Email, Login, PresentPassword, SignUp, typed } from '../people.schema.ts'
import { agreed, confirmation, newPassword } from '../people.ts'

export const LoginForm = typed(Login)

export const EmailForm = typed(
  z.object({ email: Email, for: z.enum(['password', 'activation']).catch('password') }),
)

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

export const ReleaseForm = z.looseObject({
  'user.liability_agreed': z.string(agreed('') ?? '').transform(() => true as const),
})

export const WelcomeForm = NewPasswordForm.and(ReleaseForm)

export const PasswordChangeForm = PresentPassword.and(NewPasswordForm)

const step = {
  code: z.string().trim().max(40, 'This is too long.').optional(),
  g_recaptcha_response: botCheckAnswer,
}

export const EmailChangeForm = typed(PresentPassword.extend({ email: Email, ...step }))
export const DeleteAccountForm = PresentPassword.extend(step)

/** The fields are named by the paths of the registration payload. */
export const RegisterForm = typed(
  z.preprocess((form) => toPayload(z.record(z.string(), z.string()).parse(form)), SignUp),
).and(Confirmed('user.password'))

function toPayload(form: Record<string, string>) {
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
