import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { dollars } from '#platform/money.ts'
import { found, refuse } from '#platform/refusal.ts'
import { startsIn } from '#registrations/registrations.db.server.ts'
import { offlinePayments, refunds, registrations } from '#registrations/registrations.tables.ts'
import { isPayable, type Unpaid, unpaidOf } from './find-families.server.ts'
import { type How, invoiceNumber, wrongInvoice } from './invoice.ts'

export type OfflinePayment = {
  /** The number on the family's invoice: "2027-1004" is family 1004, year 2027. */
  invoice: string
  amountCents: number
  how: How
  /** Which registrations; without any, all that the invoice lists. */
  registrationIds: number[]
  note: string
  by: string
}

/** Records money that came by check, cash or Venmo: it must be exactly what the named registrations cost. */
export function recordPayment(db: Db, payment: OfflinePayment) {
  const { year, family: number } =
    invoiceNumber(payment.invoice) ?? refuse('not-found', wrongInvoice(payment.invoice))
  return db.transaction(async (tx) => {
    const [family] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.number, number))
    const { id: accountId } = family ?? refuse('not-found', `No family has the invoice ${payment.invoice}.`)
    const all = await unpaidOf(tx, and(eq(registrations.accountId, accountId), startsIn(year)))
    const chosen = choose(all, payment)
    const { amountCents, how, note, by } = payment
    const [saved] = await tx
      .insert(offlinePayments)
      .values({ accountId, amountCents, how, note, recordedBy: by })
      .returning({ id: offlinePayments.id })
    const { id } = found(saved)
    const paid = await tx
      .update(registrations)
      .set({ offlinePaymentId: id, paidAt: sql`now()`, paidBy: how })
      .where(
        and(
          inArray(
            registrations.id,
            chosen.map((row) => row.id),
          ),
          isPayable,
        ),
      )
      .returning({ id: registrations.id })
    if (paid.length !== chosen.length) refuse('being-paid')
    return { id, registrations: chosen.map(({ accountId: _, ...row }) => row) }
  })
}

function choose(all: Unpaid[], { registrationIds, amountCents, invoice }: OfflinePayment): Unpaid[] {
  if (all.length === 0) refuse('total-changed', `Nothing is unpaid on invoice ${invoice}.`)
  const strange = registrationIds.find((id) => !all.some((row) => row.id === id))
  if (strange) refuse('not-found', `Registration ${strange} is not an unpaid one of invoice ${invoice}.`)
  const chosen = registrationIds.length > 0 ? all.filter(({ id }) => registrationIds.includes(id)) : all
  const costCents = chosen.reduce((sum, { priceCents }) => sum + priceCents, 0)
  if (costCents === amountCents) return chosen
  return refuse(
    'total-changed',
    `${dollars(amountCents)} is not what is due: ${chosen.length === 1 ? 'the registration costs' : `the ${chosen.length} registrations cost`} ${dollars(costCents)}. Name the registrations that were paid.`,
  )
}

/** Takes a recorded payment back: its registrations are unpaid again, the record stays. */
export function takeBackPayment(db: Db, id: number, by: string) {
  return db.transaction(async (tx) => {
    const [taken] = await tx
      .update(offlinePayments)
      .set({ takenBackAt: sql`now()`, takenBackBy: by })
      .where(and(eq(offlinePayments.id, id), isNull(offlinePayments.takenBackAt)))
      .returning()
    if (!taken) refuse('not-found', `There is no payment ${id} that could be taken back.`)
    const isOf = and(eq(registrations.offlinePaymentId, id), isNull(registrations.removedAt))
    const unpaid = await tx
      .update(registrations)
      .set({ offlinePaymentId: null, paidAt: null, paidBy: null })
      .where(isOf)
      .returning({ id: registrations.id })
    const wasOwed = sql`${refunds.registrationId} in (select id from registrations where offline_payment_id = ${id})`
    await tx
      .update(refunds)
      .set({ state: 'failed', reason: 'the payment was taken back', endedAt: sql`now()` })
      .where(and(eq(refunds.state, 'owed'), wasOwed))
    return { ...taken, registrations: unpaid.length }
  })
}

/** The owed money went back to the family. */
export async function noteReturned(db: Db, refundId: string) {
  const isOwed = and(eq(refunds.id, refundId), eq(refunds.state, 'owed'))
  const [noted] = await db
    .update(refunds)
    .set({ state: 'returned', endedAt: sql`now()` })
    .where(isOwed)
    .returning()
  return noted ?? refuse('not-found', `Nothing owed has the id ${refundId}.`)
}
