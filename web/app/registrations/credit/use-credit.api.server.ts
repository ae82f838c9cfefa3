import { createRoute, z } from '@hono/zod-openapi'
import { inDollars } from '#platform/format/money.ts'
import {
  forAccounts,
  invalid,
  json,
  newApi,
  problem,
  RowId,
  reply,
  signedIn,
  signedOut,
} from '#platform/http/api.server.ts'
import { maxPaidAtOnce } from '#registrations/dues.ts'
import { payByCredit } from './use-credit.server.ts'

const useCredit = createRoute({
  method: 'post',
  path: '/use-credit',
  operationId: 'useCredit',
  summary: 'Use credit',
  ...forAccounts,
  description:
    'Pays what is owed for registrations by the credit of the family, the oldest due day first, as far as it goes. What was used before is answered as it stands.',
  request: {
    body: json(z.object({ registration_ids: z.array(RowId).min(1).max(maxPaidAtOnce) }), {
      registration_ids: [214],
    }),
  },
  responses: {
    200: reply(
      z.object({
        success: z.literal(true),
        credit_used: z.number().openapi({ description: 'Now, in dollars' }),
        credit_left: z.number(),
        still_owed: z.number().openapi({ description: 'For these registrations, in dollars' }),
      }),
      'Used, as far as it goes',
      { success: true, credit_used: 45, credit_left: 0, still_owed: 135 },
    ),
    400: invalid('registration_ids', 'registration_ids must be a list.'),
    401: signedOut,
    404: problem('No such registration in this account', 'not-found'),
    409: problem('A charge is under way for all that is due of them', 'being-paid'),
  },
})

export const useCreditApi = newApi().openapi(useCredit, async (c) => {
  const visitor = signedIn(c.var.visitor)
  const used = await payByCredit(c.var.world, visitor, c.req.valid('json').registration_ids)
  const answer = {
    credit_used: inDollars(used.usedCents),
    credit_left: inDollars(used.creditCents),
    still_owed: inDollars(used.owedCents),
  }
  return c.json({ success: true as const, ...answer }, 200)
})
