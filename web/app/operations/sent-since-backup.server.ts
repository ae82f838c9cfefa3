import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { reconcileOpenCharges } from '#checkout/pay/reconcile.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { mayBeSentTwice } from '#mail/outbox.server.ts'
import { describeCause } from '#operations/doctor/finding.ts'
import { gatewayFor, transactionsSince } from '#payments/gateway/braintree.server.ts'
import { charges } from '#payments/payments.tables.ts'
import type { World } from '#platform/contexts.server.ts'
import { type Db, queryRows } from '#platform/database/db.ts'
import { dollars } from '#platform/format/money.ts'
import { findStamp, setStamp } from '#platform/jobs/stamps.db.server.ts'
import { reconcileOpenRefunds } from '#refunds/settlement/settle-refunds.server.ts'
import { refunds } from '#registrations/registrations.tables.ts'

/** Margin: a transaction made before the backup may be recorded after it. */
const overlapMs = 3_600_000
/** More than are ever open at once. */
const chargeLimit = 10_000

/** After a restore: what may have been sent already, and how to go on. A complete list sets the `list` stamp, which permits `--go-on`. */
export async function listSentSinceBackup(world: World): Promise<string[]> {
  const standstill = await findStamp(world.db, 'standstill')
  if (!standstill) return []
  const restored = await findStamp(world.db, 'restore')
  const takenAt = new Date(restored?.note ?? standstill.at)
  // The mails of what is reconciled now are listed too.
  await reconcileOpenCharges(world, chargeLimit)
  await reconcileOpenRefunds(world)
  const [now] = await queryRows<{ now: string }>(world.db, sql`select clock_timestamp()::text as now`)
  const gatewayReport = await unknownTransactions(world, takenAt)
  const lines = [
    ...(await waitingMails(world.db, standstill.at)),
    ...(await openRefunds(world.db)),
    ...gatewayReport.lines,
  ]
  const missing = [...(await listUnresolvedPayments(world.db, standstill.at)), ...gatewayReport.missing]
  if (missing.length === 0) await setStamp(world.db, 'list', sql`${now?.now}::timestamptz`)
  return [
    '',
    `A backup of ${takenAt.toISOString()} was restored. Mails and refunds stand still; these may have gone out after it:`,
    ...(lines.length > 0 ? lines : ['  nothing']),
    ...(missing.length > 0 ? ['This list is not whole. It does not say:', ...missing, askAgain] : howToGoOn),
  ]
}

const howToGoOn = [
  'Once you have read this:',
  '  npm run restore -- --go-on               refunds go on, the mails above are not sent',
  '  npm run restore -- --go-on --send-mails  the mails above are sent too',
]
const askAgain =
  'Run “npm run doctor” again in two minutes, with the gateway in reach: nothing goes on before the list was shown whole.'

/** Payments and refunds of before the restore without an outcome: their mails may still be written. */
async function listUnresolvedPayments(db: Db, restoredAt: Date): Promise<string[]> {
  const formatUnresolved = async (what: string, table: typeof charges | typeof refunds) => {
    const isUnresolved = and(inArray(table.state, ['pending', 'unknown']), lt(table.createdAt, restoredAt))
    const rows = await db
      .select({ id: table.id, amountCents: table.amountCents })
      .from(table)
      .where(isUnresolved)
      .orderBy(asc(table.createdAt), asc(table.id))
    return rows.map(
      ({ id, amountCents }) =>
        `  what became of the ${what} ${id} of ${dollars(amountCents)}: the gateway gave no answer yet`,
    )
  }
  return [...(await formatUnresolved('payment', charges)), ...(await formatUnresolved('refund', refunds))]
}

async function waitingMails(db: Db, restoredAt: Date): Promise<string[]> {
  const rows = await db
    .select({ recipient: mails.recipient, subject: mails.subject })
    .from(mails)
    .where(mayBeSentTwice(restoredAt))
    .orderBy(asc(mails.id))
  return rows.map(({ recipient, subject }) => `  mail to ${recipient}: ${subject}`)
}

async function openRefunds(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: refunds.id, amountCents: refunds.amountCents, transactionId: charges.transactionId })
    .from(refunds)
    .innerJoin(charges, eq(charges.id, refunds.chargeId))
    .where(inArray(refunds.state, ['pending', 'unknown', 'queued']))
  return rows.map(
    ({ id, amountCents, transactionId }) =>
      `  refund ${id} of ${dollars(amountCents)} for the sale ${transactionId}: the gateway is asked for it before it is made`,
  )
}

/** Transactions at the gateway that are missing from the backup, or the error. */
async function unknownTransactions(world: World, takenAt: Date) {
  try {
    const since = new Date(takenAt.getTime() - overlapMs)
    const made = await transactionsSince(gatewayFor(world.env), since)
    const known = await knownTransactions(world.db, made)
    const lines = made
      .filter(
        ({ id, status }) =>
          known.get(id) === undefined || (known.get(id) === 'accepted' && status === 'voided'),
      )
      .map(
        ({ id, type, status, amount }) =>
          `  ${type} ${id} of $${amount} at the gateway, ${status}: ${known.has(id) ? 'voided since' : 'not in the backup'}`,
      )
    return { lines, missing: [] }
  } catch (problem) {
    const why = describeCause(problem)
    return { lines: [], missing: [`  what the gateway did since the backup: it could not be asked (${why})`] }
  }
}

/** Our charge's or refund's state, by the gateway's transaction. */
async function knownTransactions(db: Db, made: { id: string; orderId?: string | undefined }[]) {
  const known = new Map<string, string>()
  for (let at = 0; at < made.length; at += 500) {
    const batch = made.slice(at, at + 500)
    const orders = batch.flatMap(({ orderId }) => (orderId && uuidPattern.test(orderId) ? [orderId] : []))
    if (orders.length === 0) continue
    const states = new Map(
      [
        ...(await db
          .select({ id: charges.id, state: charges.state })
          .from(charges)
          .where(inArray(charges.id, orders))),
        ...(await db
          .select({ id: refunds.id, state: refunds.state })
          .from(refunds)
          .where(inArray(refunds.id, orders))),
      ].map(({ id, state }) => [id, state]),
    )
    for (const { id, orderId = '' } of batch) {
      const state = states.get(orderId)
      if (state) known.set(id, state)
    }
  }
  return known
}
const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
