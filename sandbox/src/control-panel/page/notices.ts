import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { html } from 'hono/html'
import { describeMeans } from '../../payment-instruments/means.ts'
import type { Gateway } from '../../platform/gateway.ts'
import { printAmount } from '../../platform/money.ts'
import { threeDSecureAuthentications as challenges } from '../../three-d-secure/authentications.tables.ts'
import { transactions } from '../../transactions/transactions.tables.ts'
import { declineReason } from './decline-reason.ts'
import { moment } from './frame.ts'

/** A letter of the demo bank, derived from records. */
type Notice = { at: Date; to: string; subject: string; text: string }
const most = 8

/** One-time codes, declines, payouts; newest first. */
export async function readNotices(gateway: Gateway): Promise<Notice[]> {
  const letters = [...(await codes(gateway)), ...(await declines(gateway)), ...(await payouts(gateway))]
  return letters.sort((left, right) => right.at.getTime() - left.at.getTime()).slice(0, most)
}

export function noticeSection(notices: Notice[]) {
  return html`<section class="section" id="notices" aria-labelledby="notices-title">
    <h2 id="notices-title">Letters from the bank</h2>
    ${notices.length ? '' : html`<p>None yet. One-time codes, declines and payouts arrive here.</p>`}
    ${notices.map(
      ({ at, to, subject, text }) => html`<article class="letter">
        <h3>${subject}</h3>
        <p class="quiet">To ${to} · ${moment(at)}</p>
        <p>${text}</p>
      </article>`,
    )}
  </section>`
}

async function codes({ db, merchant }: Gateway): Promise<Notice[]> {
  const rows = await db
    .select()
    .from(challenges)
    .where(
      and(
        eq(challenges.merchantId, merchant.id),
        isNotNull(challenges.bankCode),
        isNull(challenges.answeredAt),
      ),
    )
    .orderBy(desc(challenges.number))
    .limit(most)
  return rows.map(({ createdAt: at, brand, last4, bankCode, amountCents }) => ({
    at,
    to: `the owner of ${brand} ${last4}`,
    subject: `Your code: ${bankCode}`,
    text: `Give it to the page that asks for it, to pay ${printAmount(amountCents)}.`,
  }))
}

async function declines({ db, merchant }: Gateway): Promise<Notice[]> {
  const isDeclined = inArray(transactions.status, [
    'processor_declined',
    'gateway_rejected',
    'failed',
    'settlement_declined',
  ])
  const rows = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.merchantId, merchant.id), isDeclined))
    .orderBy(desc(transactions.number))
    .limit(most)
  return rows.map((row) => ({
    at: row.updatedAt,
    to: `the owner of ${describeMeans(row.means)}`,
    subject: `${printAmount(row.amountCents)} ${row.currency} was declined`,
    text: `${row.gatewayRejectionReason ? 'Rejected: ' : ''}${declineReason(row)}. Nothing was taken from the account.`,
  }))
}

async function payouts({ db, merchant }: Gateway): Promise<Notice[]> {
  const rows = await db
    .select({
      day: transactions.disbursedOn,
      currency: transactions.currency,
      cents: sql<number>`sum(case when ${transactions.type} = 'sale' then 1 else -1 end * ${transactions.amountCents})::float8`,
      transactions: sql<number>`count(*)::int`,
      at: sql`max(${transactions.updatedAt})`.mapWith(transactions.updatedAt),
    })
    .from(transactions)
    .where(and(eq(transactions.merchantId, merchant.id), isNotNull(transactions.disbursedOn)))
    .groupBy(transactions.disbursedOn, transactions.currency)
    .orderBy(desc(transactions.disbursedOn))
    .limit(most)
  return rows.map((row) => ({
    at: row.at,
    to: merchant.id,
    subject: `${printAmount(row.cents)} ${row.currency} was paid out`,
    text: `For ${row.transactions} settled ${row.transactions === 1 ? 'transaction' : 'transactions'}, on ${row.day}.`,
  }))
}
