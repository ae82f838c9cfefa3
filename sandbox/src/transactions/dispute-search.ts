import { and, desc, eq, sql } from 'drizzle-orm'
import type { Gateway } from '../platform/gateway.ts'
import { BadRequest } from '../platform/http/requests.ts'
import { parseAmount } from '../platform/money.ts'
import {
  type Criterion,
  listCriterion,
  rangeCriterion,
  readInstant,
  searchConditions,
  someRow,
  textCriterion,
} from '../platform/search/search.ts'
import { everyDispute } from './dispute-answer.ts'
import { disputes as column } from './disputes.tables.ts'
import { type Dispute, formatDay } from './disputes.ts'
import { transactions } from './transactions.tables.ts'

export const disputesPageSize = 50

/** Braintree's Dispute: Search: pages from 1, newest first. */
export async function searchDisputes(
  gateway: Gateway,
  request: unknown,
  page: number,
): Promise<{ rows: Dispute[]; totalItems: number }> {
  const criteria = searchConditions(request, disputeFields(gateway), 'Disputes')
  const matching = and(eq(column.merchantId, gateway.merchant.id), ...criteria)
  const rows = await gateway.db
    .select()
    .from(column)
    .where(matching)
    .orderBy(desc(column.number))
    .limit(disputesPageSize)
    .offset((page - 1) * disputesPageSize)
  return { rows, totalItems: await gateway.db.$count(column, matching) }
}

/** Every field of the official SDK's DisputeSearch. */
function disputeFields(gateway: Gateway): Record<string, Criterion> {
  const onSale = (criterion: Criterion) =>
    someRow(
      gateway,
      transactions,
      and(eq(transactions.merchantId, column.merchantId), eq(transactions.id, column.transactionId)),
      criterion,
    )
  return {
    id: textCriterion(column.id),
    case_number: textCriterion(sql`('CASE' || lpad(${column.number}::text, 8, '0'))`),
    transaction_id: textCriterion(column.transactionId),
    customer_id: onSale(textCriterion(transactions.customerId)),
    reference_number: onSale(textCriterion(transactions.acquirerReferenceNumber)),
    status: listCriterion(column.status),
    merchant_account_id: listCriterion(column.merchantAccountId),
    kind: listCriterion(sql`${everyDispute.kind}::text`),
    reason: listCriterion(sql`${everyDispute.reason}::text`),
    reason_code: listCriterion(sql`${everyDispute.reasonCode}::text`),
    pre_dispute_program: listCriterion(sql`${everyDispute.preDisputeProgram}::text`),
    chargeback_protection_level: listCriterion(sql`${everyDispute.chargebackProtectionLevel}::text`),
    // The SDK's name of that level.
    protection_level: listCriterion(sql`'No Protection'`),
    transaction_source: listCriterion(sql`'api'`),
    amount_disputed: rangeCriterion(column.amountCents, readCents),
    amount_won: rangeCriterion(
      sql`case when ${column.status} = 'won' then ${column.amountCents} else 0 end`,
      readCents,
    ),
    received_date: rangeCriterion(column.receivedOn, readDay),
    reply_by_date: rangeCriterion(column.replyBy, readDay),
    effective_date: (terms) =>
      sql`exists (select from jsonb_array_elements(${column.history}) event
        where ${rangeCriterion(sql`left(event->>'timestamp', 10)`, readDay)(terms) ?? true})`,
    // Disputes have no payout of their own.
    disbursement_date: () => sql`false`,
  }
}

function readCents(amount: string): number {
  const cents = parseAmount(amount)
  if (cents === undefined) throw new BadRequest(`${amount} is no sum of money.`)
  return cents
}

function readDay(time: string): string {
  return formatDay(readInstant(time))
}
