import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { refuse } from '../errors.ts'
import { type Gateway, inTransaction } from '../gateway.ts'
import { requestKeys } from '../platform.tables.ts'
import { optionalText, parseRequest } from './requests.ts'

export type Answer = { status: 200 | 201 | 422; body: string }

const Keyed = z.object({ transaction: z.object({ api_request_key: optionalText }).nullish() })

/**
 * Idempotency by `api_request_key`: the first answer again for an equal request, 915232 for another one. Concurrent
 * calls wait for the first.
 */
export async function runOncePerKey(
  gateway: Gateway,
  call: string,
  request: unknown,
  work: (within: Gateway) => Promise<Answer>,
): Promise<Answer> {
  const key = parseRequest(Keyed, request).transaction?.api_request_key
  if (key === undefined) return work(gateway)
  if (key.length > 255) return refuse('915230', 'transaction')
  const requestHash = createHash('sha256')
    .update(JSON.stringify([call, request]))
    .digest('hex')
  const id = { merchantId: gateway.merchant.id, key }
  return inTransaction(gateway, async (within) => {
    const fresh = await within.db
      .insert(requestKeys)
      .values({ ...id, requestHash })
      .onConflictDoNothing()
      .returning()
    const isThis = and(eq(requestKeys.merchantId, id.merchantId), eq(requestKeys.key, key))
    if (fresh.length) {
      const answer = await work(within)
      await within.db.update(requestKeys).set({ status: answer.status, answer: answer.body }).where(isThis)
      return answer
    }
    const [first] = await within.db.select().from(requestKeys).where(isThis)
    if (first?.requestHash !== requestHash) return refuse('915232', 'transaction')
    return { status: first.status ?? 200, body: first.answer ?? '' }
  })
}
