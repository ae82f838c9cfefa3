import { eq } from 'drizzle-orm'
import { post } from '#ledger/postings.db.server.ts'
import { mails } from '#mail/mail.tables.ts'
import { charges } from '#payments/payments.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { offlinePayments, registrations } from '#registrations/registrations.tables.ts'
import { readGatewayBooks, sellLate, settleAt } from '../../gateway/gateway-books.ts'
import { apiClient } from '../../harness/api-client.ts'
import type { Gateway } from '../../harness/world.ts'
import { aLeavingFamily } from '../leaving-family.ts'

/**
 * A family whose place costs $180.00: of it a charge paid $90.00 and another payment the rest, a check or a second
 * charge. What the gateway has
 * of it has settled.
 */
export async function aFamilyOfSeveralPayments(
  db: Db,
  gateway: Gateway,
  rest: 'check' | 'card' | 'credit' | 'none' = 'check',
) {
  const family = await aLeavingFamily(db, gateway, { isPaid: false })
  const { world, visitor, registrationIds, players } = family
  const registrationId = orNotFound(registrationIds[0])
  const url = gateway.settings.GATEWAY_URL
  const before = (await readGatewayBooks(url)).map(({ id }) => id)
  const onCard = async (cents: number, isSettled = true) => {
    const id = crypto.randomUUID()
    const sale = await sellLate(url, id, cents)
    if (isSettled) await settleAt(url, sale.id)
    await db.insert(charges).values({
      ...{
        id,
        accountId: visitor.accountId,
        familyId: visitor.familyId,
        amountCents: cents,
        state: 'accepted',
      },
      ...{ transactionId: sale.id, idempotencyKey: crypto.randomUUID(), paysFor: String(registrationId) },
      ...{ means: 'card', endedAt: new Date() },
    })
    await post(db, 'site', [{ kind: 'paid', registrationId, cents: -cents, chargeId: id }])
    return { id, transactionId: sale.id }
  }
  if (rest === 'check') {
    const [{ id: recordedId } = { id: 0 }] = await db
      .insert(offlinePayments)
      .values({
        ...{ accountId: visitor.accountId, familyId: visitor.familyId, amountCents: 9000, how: 'check' },
        ...{ receivedOn: '2027-01-01', recordedBy: 'command:treasurer' },
      })
      .returning({ id: offlinePayments.id })
    await post(db, 'site', [{ kind: 'paid', registrationId, cents: -9000, recordedId }])
  }
  const first = rest === 'card' ? await onCard(9000) : undefined
  if (rest === 'credit')
    await post(db, 'site', [
      { kind: 'moved', registrationId: null, familyId: visitor.familyId, cents: -9000 },
      { kind: 'moved', registrationId: null, familyId: visitor.familyId, cents: 9000 },
      { kind: 'moved', registrationId, cents: -9000 },
    ])
  const last = await onCard(rest === 'none' ? 18_000 : 9000)
  await db.delete(mails)
  const place = async () =>
    orNotFound((await db.select().from(registrations).where(eq(registrations.id, registrationId)))[0])
  /** What the gateway gave back. */
  const back = async () =>
    (await readGatewayBooks(url)).filter(({ id, type }) => type === 'credit' && !before.includes(id))
  const backCents = async () => (await back()).map(({ cents }) => cents)
  const text = async () => (await db.select().from(mails).orderBy(mails.id)).map((mail) => mail.text)
  const client = await apiClient(world, { id: visitor.accountId })
  const press = (transaction_id: string) =>
    client('/refund-transaction', {
      transaction_id,
      ...{ person_id: players[0]?.id, r_id: registrationId, register_type: 'clinic' },
    })
  const desk = { registrationId, accountId: visitor.accountId, actor: 'command:treasurer' as const }
  const atDesk = { ...desk, as: 'money' as const, reason: 'left early' as const }
  const settle = (transactionId: string) => settleAt(url, transactionId)
  return {
    ...family,
    url,
    settle,
    registrationId,
    first,
    last,
    place,
    backCents,
    text,
    press,
    onCard,
    atDesk,
  }
}
