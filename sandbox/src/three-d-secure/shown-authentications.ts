import { desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { gatewayOf } from '../callers/merchants.ts'
import { found } from '../platform/errors.ts'
import type { Gateway, Sandbox } from '../platform/gateway.ts'
import { printAmount } from '../platform/money.ts'
import { threeDSecureAuthentications as authentications } from './authentications.tables.ts'
import { type Authentication, threeDSecureOf } from './authentications.ts'
import { providerSession } from './provider-sessions.ts'

/** For tests: an authentication by its id, or those of a merchant. */
export async function shownAuthentications(sandbox: Sandbox, id: string) {
  const [one] = await sandbox.db.select().from(authentications).where(eq(authentications.id, id))
  const gateway = found(await gatewayOf(sandbox, one?.merchantId ?? id), `merchant or authentication ${id}`)
  if (one) return shown(gateway, one)
  const rows = await listAuthentications(gateway)
  return { authentications: await Promise.all(rows.map((row) => shown(gateway, row))) }
}

/** The merchant's newest authentications. */
export function listAuthentications({ db, merchant }: Gateway, most = 50): Promise<Authentication[]> {
  return db
    .select()
    .from(authentications)
    .where(eq(authentications.merchantId, merchant.id))
    .orderBy(desc(authentications.number))
    .limit(most)
}

const Reference = z.object({ dfReferenceId: z.string() })

/** What the page asked for, and what the provider's script and the bank made of it. */
async function shown(gateway: Gateway, row: Authentication) {
  const reference = Reference.safeParse(row.request).data?.dfReferenceId
  const session = reference === undefined ? undefined : await providerSession(gateway, reference)
  return {
    id: row.id,
    createdAt: row.createdAt,
    card: `${row.brand} ${row.last4}`,
    amount: printAmount(row.amountCents),
    merchantAccountId: row.merchantAccountId,
    request: row.request,
    status: row.status,
    nonce: row.nonce,
    threeDSecureInfo: threeDSecureOf(row),
    provider: session ? { session: session.id, site: session.site, bin: session.bin } : null,
    bank: row.bankCode
      ? { code: row.bankCode, shownBy: row.shownBy, answer: row.answer, answeredAt: row.answeredAt }
      : null,
  }
}
