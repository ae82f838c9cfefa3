import { z } from 'zod'

/** What a device has signed is a few KB. */
const signed = z.string().max(20_000, 'This is too long.').optional()
const step = z.object({
  code: z.string().trim().max(40, 'This is too long.').optional(),
  challenge: signed,
  passkey: signed,
  sealed: signed,
})

/** A code, or a passkey's answer to the challenge that came with the page. */
const Answered = step.superRefine(({ code, passkey }, context) => {
  if (!code && !passkey) context.addIssue({ code: 'custom', path: ['code'], message: 'Enter the code.' })
})

type Answered = z.output<typeof Answered>
const passkeyIn = ({ challenge = '', passkey }: Answered) =>
  passkey ? { challenge, answer: passkey } : undefined

export const SecondStepForm = Answered.transform((form) => ({ code: form.code, passkey: passkeyIn(form) }))

/** The first code of a new app, whose sealed secret comes back; or a new passkey. */
export const FirstStepForm = Answered.transform((form) => ({
  app: { sealed: form.sealed ?? '', code: form.code ?? '' },
  passkey: passkeyIn(form),
}))
