import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Gateway, Sandbox } from '../platform/gateway.ts'
import { transactions } from './transactions.tables.ts'
import { payoutSeconds } from './transactions.ts'

/**
 * Settles submissions, expires authorizations and pays out by the database's clock, for a merchant, a transaction or
 * all. Called before every read, so that all APIs agree; the same statement writes the notifications.
 */
export async function settleDue({ db }: Sandbox, merchantId?: string, id?: string): Promise<void> {
  const merchantCondition = merchantId === undefined ? sql`true` : sql`merchant_id = ${merchantId}`
  const idCondition = id === undefined ? sql`true` : sql`id = ${id}`
  await db.execute(sql`
    with due as (
      select merchant_id, id, type, status, due_at,
        case when due_at > ${lastChange} then due_at else greatest(now(), ${lastChange}) end as happens_at,
        case
          when status = 'authorized' then 'authorization_expired'
          when status not in ('submitted_for_settlement', 'settling')
            or means ->> 'kind' not in ('paypal_account', 'venmo_account') then 'settled'
          when amount_cents between 400100 and 400199 or amount_cents = 500102 then 'settlement_declined'
          when amount_cents between 400200 and 400299 then 'settlement_pending'
          else 'settled'
        end as next
      from transactions
      where due_at <= now() and ${merchantCondition} and ${idCondition}
      order by number for update
    ), moved as (
      update transactions set
        status = next,
        history = case when due.status = 'settled' then history else history || ${event} end,
        due_at = case when due.status <> 'settled' and next = 'settled'
          then due.due_at + make_interval(secs => ${payoutSeconds}) end,
        settlement_batch_id = case when next = 'settled' then coalesce(settlement_batch_id,
          to_char(happens_at at time zone 'UTC', 'YYYY-MM-DD') || '_' || merchant_account_id) end,
        acquirer_reference_number = case when next = 'settled' then lpad(number::text, 23, '0') end,
        disbursed_on = case when due.status = 'settled'
          then to_char(happens_at at time zone 'UTC', 'YYYY-MM-DD') end,
        updated_at = date_trunc('second', now())
      from due
      where transactions.merchant_id = due.merchant_id and transactions.id = due.id
      returning due.merchant_id, due.id, case
        when due.status = 'settled' then 'transaction_disbursed'
        when next = 'settled' then 'transaction_settled'
        when next = 'settlement_declined' and due.type = 'credit' then 'refund_failed'
        when next = 'settlement_declined' then 'transaction_settlement_declined'
      end as kind
    )
    insert into webhooks (merchant_id, kind, subject, subject_id, url, due_at)
    select moved.merchant_id, kind, 'transaction', moved.id, webhook_url,
      now() + make_interval(secs => webhook_delay_seconds)
    from moved join merchants on merchants.id = moved.merchant_id
    where kind is not null and webhook_url is not null`)
}

const lastChange = sql`(history -> -1 ->> 'timestamp')::timestamptz`

const event = sql`jsonb_build_array(jsonb_build_object(
  'status', next,
  'amount', to_char(amount_cents / 100.0, 'FM99999999990.00'),
  'timestamp', to_char(happens_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`

/** Work due within `seconds` becomes due now. */
export async function advanceClock(gateway: Gateway, seconds: number): Promise<void> {
  const { id } = gateway.merchant
  await gateway.db
    .update(transactions)
    .set({ dueAt: sql`${transactions.dueAt} - make_interval(secs => ${seconds})` })
    .where(and(eq(transactions.merchantId, id), isNotNull(transactions.dueAt)))
  await settleDue(gateway, id)
}
