import { desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { findGateway } from '../merchant-access/merchants.ts'
import { found } from '../platform/errors.ts'
import type { Gateway, Sandbox } from '../platform/gateway.ts'
import { printAmount } from '../platform/money.ts'
import { threeDSecureAuthentications as authentications } from './authentications.tables.ts'
import { type Authentication, toThreeDSecure } from './authentications.ts'
import { providerSession } from './provider-sessions.ts'

/** By the authentication's id, or a merchant's. */
export async function describeAuthentications(sandbox: Sandbox, id: string) {
  const [one] = await sandbox.db.select().from(authentications).where(eq(authentications.id, id))
  const gateway = found(await findGateway(sandbox, one?.merchantId ?? id), `merchant or authentication ${id}`)
  if (one) return describe(gateway, one)
  const rows = await listAuthentications(gateway)
  return { authentications: await Promise.all(rows.map((row) => describe(gateway, row))) }
}

export function listAuthentications({ db, merchant }: Gateway, most = 50): Promise<Authentication[]> {
  return db
    .select()
    .from(authentications)
    .where(eq(authentications.merchantId, merchant.id))
    .orderBy(desc(authentications.number))
    .limit(most)
}

const Reference = z.object({ dfReferenceId: z.string() })

async function describe(gateway: Gateway, row: Authentication) {
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
    threeDSecureInfo: toThreeDSecure(row),
    provider: session ? { session: session.id, site: session.site, bin: session.bin } : null,
    bank: row.bankCode
      ? { code: row.bankCode, shownBy: row.shownBy, answer: row.answer, answeredAt: row.answeredAt }
      : null,
  }
}
