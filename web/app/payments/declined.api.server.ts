import { z } from '@hono/zod-openapi'
import { Problem, reply } from '#platform/http/api.server.ts'
import type { Env } from '#platform/settings/env.server.ts'

export const Declined = Problem.extend({
  reason: z.enum(['not-confirmed', 'to-be-confirmed']).optional().openapi({
    description:
      'What 3-D Secure has to do with it: the bank of the card did not confirm that it is the payer, or wants to be asked to.',
  }),
}).openapi('Declined')

export const declinedReply = (message: string) =>
  reply(Declined, 'Declined; nothing was charged', { success: false, code: 'declined', message })

export const NotKnownYet = z.object({
  success: z.literal(false),
  code: z.literal('unknown'),
  message: z.string(),
})

export const notKnownYet = (act: 'pay' | 'give'): z.infer<typeof NotKnownYet> => ({
  success: false,
  code: 'unknown',
  message: `The bank has not answered yet. Please do not ${act} again: we mail you as soon as it has.`,
})

export function declinedBody(
  message: string,
  { declineCode }: { declineCode: string | null },
  { paymentOffer }: Env,
): z.infer<typeof Declined> {
  const declined = { success: false as const, code: 'declined', message }
  if (declineCode === 'three_d_secure') return { ...declined, reason: 'not-confirmed' }
  if (declineCode === '2099' && paymentOffer.threeDSecure !== 'off')
    return { ...declined, reason: 'to-be-confirmed' }
  return declined
}
