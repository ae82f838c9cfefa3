import { createRoute, z } from '@hono/zod-openapi'
import { json, newApi, problem, reply } from '#platform/api.server.ts'
import { donate } from './donate.server.ts'
import { DonationRequest } from './donations.schema.ts'
import { declined } from './donations.ts'

const key = z.object({
  'idempotency-key': z.uuid().optional().openapi({
    description:
      'One for each attempt: the same key again charges nothing more. Without one a gift goes by its nonce.',
  }),
})

const submitDonation = createRoute({
  method: 'post',
  path: '/submit-donation',
  operationId: 'submitDonation',
  summary: 'Submit donation',
  description:
    'Charges a card for a gift to one of the two causes. Anyone may give; nobody needs to be signed in.',
  request: { headers: key, body: json(DonationRequest) },
  responses: {
    200: reply(
      z.object({
        success: z.literal(true),
        transaction_id: z.string().openapi({ example: 'k3x9v2qd' }),
        donation_id: z.uuid(),
      }),
      'Given; the receipt is at /pages/donate/receipt/{donation_id} and in the mail',
    ),
    202: reply(
      z.object({ success: z.literal(false), code: z.literal('unknown'), donation_id: z.uuid() }),
      'Not known yet; the gateway is being asked, nobody should pay again',
    ),
    400: problem('A field is wrong; `fields` has a sentence for each'),
    402: problem('Declined; nothing was charged'),
    403: problem('`account_id` is not the signed-in account'),
    409: problem('The key was used for another gift'),
    422: problem('The bot check failed'),
    429: problem('Tried too often'),
  },
})

export const donationsApi = newApi().openapi(submitDonation, async (c) => {
  const { world, visitor, address } = c.var
  const idempotencyKey = c.req.valid('header')['idempotency-key']
  const { id, state, transactionId } = await donate(world, visitor, c.req.valid('json'), {
    address,
    idempotencyKey,
  })
  if (state === 'accepted')
    return c.json({ success: true as const, transaction_id: String(transactionId), donation_id: id }, 200)
  if (state === 'declined')
    return c.json({ success: false as const, code: 'declined', message: declined }, 402)
  return c.json({ success: false as const, code: 'unknown' as const, donation_id: id }, 202)
})
