import { createRoute, z } from '@hono/zod-openapi'
import { declinedBody, declinedReply, NotKnownYet, notKnownYet } from '#payments/declined.api.server.ts'
import { exampleIds, invalid, json, newApi, problem, reply } from '#platform/http/api.server.ts'
import { donate } from './donate.server.ts'
import { DonationRequest } from './donations.schema.ts'
import { belowLeast, declined } from './donations.ts'

const key = z.object({
  'idempotency-key': z.uuid().optional().openapi({
    description:
      'One for each attempt: the same key again charges nothing more. Without one a gift goes by its nonce.',
  }),
})

const unknown = notKnownYet('give')

const submitDonation = createRoute({
  method: 'post',
  path: '/submit-donation',
  operationId: 'submitDonation',
  summary: 'Submit donation',
  description:
    'Charges a card for a gift to one of the two causes. Anyone may give; nobody needs to be signed in.',
  request: {
    headers: key,
    body: json(DonationRequest, {
      donation_type: 'MCT',
      first_name: 'Edith',
      last_name: 'Lobwell',
      email: 'edith@example.com',
      phone: '(555) 010-0177',
      mailing_address: '4 Baseline Road, Fairmeadow, CA 94000',
      transaction_amount: 100,
      transaction_date: '2027-06-03',
      payment_method_nonce: 'tokencc_bh_8xq2vk_example',
      g_recaptcha_response: 'eyJjaGFsbGVuZ2UiOnt9LCJzb2x1dGlvbiI6e319',
    }),
  },
  responses: {
    200: reply(
      z.object({ success: z.literal(true), transaction_id: z.string(), donation_id: z.uuid() }),
      'Given; the receipt is at /pages/donate/receipt/{donation_id} and in the mail',
      { success: true, transaction_id: 'k3x9v2qd', donation_id: exampleIds.order },
    ),
    202: reply(
      NotKnownYet.extend({ donation_id: z.uuid() }),
      'Not known yet; the gateway is being asked, nobody should pay again',
      { ...unknown, donation_id: exampleIds.order },
    ),
    400: invalid('transaction_amount', belowLeast),
    402: declinedReply(declined),
    403: problem('`account_id` is not the signed-in account', 'not-yours'),
    409: problem('The key was used for another gift', 'key-used'),
    422: problem('The bot check failed', 'bot-check-failed'),
    429: problem('Tried, or declined, too often', 'declined-too-often'),
  },
})

export const donationsApi = newApi().openapi(submitDonation, async (c) => {
  const { world, visitor, address } = c.var
  const idempotencyKey = c.req.valid('header')['idempotency-key']
  const asking = { address, idempotencyKey }
  const gift = await donate(world, visitor, c.req.valid('json'), asking)
  const { id, state, transactionId } = gift
  if (state === 'accepted')
    return c.json({ success: true as const, transaction_id: String(transactionId), donation_id: id }, 200)
  if (state === 'declined') return c.json(declinedBody(declined, gift, world.env), 402)
  return c.json({ ...unknown, donation_id: id }, 202)
})
