import { randomBytes, randomUUID } from 'node:crypto'
import { donations } from '../../web/app/donations/donations.tables.ts'
import type { Event } from '../../web/app/events/events.tables.ts'
import { staff } from '../../web/app/events/events.tables.ts'
import { addMail } from '../../web/app/mail/outbox.server.ts'
import { charges } from '../../web/app/payments/payments.tables.ts'
import { signIns } from '../../web/app/people/people.tables.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { sha256 } from '../../web/app/platform/hash.server.ts'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import { orders } from '../../web/app/registrations/registrations.tables.ts'
import {
  anAccount,
  anEvent,
  aPlace,
  aPlayer,
  aProgramme,
  aSession,
} from '../../web/test/builders/builders.ts'

export type Household = Awaited<ReturnType<typeof aHousehold>>

/** A signed-in family with orders and a donation. */
export async function aHousehold(db: Db) {
  await aProgramme(db)
  const { id: accountId } = await anAccount(db)
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db.insert(signIns).values({ tokenHash: sha256(token), accountId, expiresAt })
  const event = await anEvent(db)
  const [cardChargeId, giftChargeId] = [
    await aCharge(db, accountId, 'card1'),
    await aCharge(db, accountId, 'gift1'),
  ]
  const orderIds = {
    later: await anOrder(db, accountId, 'later'),
    card: await anOrder(db, accountId, 'card'),
  }
  const owner = { db, accountId, event, orderIds, cardChargeId }
  const cash = await addRegistration(owner, 'check')
  let rows = 1
  return {
    token,
    accountId,
    event,
    cash,
    transactionId: 'card1',
    orderId: orderIds.later,
    giftId: await aGift(db, accountId, giftChargeId),
    year: Number(cash.startsOn.slice(0, 4)),
    /** Grows the number of registrations, players, sessions, events, mails and coaches. */
    async growTo(size: number) {
      for (; rows < size; rows++) {
        await addRegistration(owner, rows % 2 ? undefined : { chargeId: cardChargeId })
        await aSession(db, { eventId: (await anEvent(db)).id })
        await addMail(db, {
          to: 'parent@bench.test',
          kind: 'receipt',
          subject: `Mail ${rows}`,
          text: 'Hello',
          html: '<p>Hello</p>',
        })
        await db
          .insert(staff)
          .values({ year: new Date().getFullYear(), name: `Coach ${rows}`, bio: 'Demo data' })
      }
    },
  }
}

type Owner = {
  db: Db
  accountId: string
  event: Event
  orderIds: Record<'later' | 'card', string>
  cardChargeId: string
}

async function addRegistration(
  { db, accountId, event, orderIds }: Owner,
  paid: Parameters<typeof aPlace>[2],
) {
  const player = await aPlayer(db, { accountId })
  const session = await aSession(db, { eventId: event.id, places: 8, taken: 1 })
  const place = {
    ...{ accountId, personId: player.id, sessionId: session.id, priceCents: event.priceCents },
    orderId: orderIds[typeof paid === 'object' ? 'card' : 'later'],
  }
  const { id: registrationId } = await aPlace(db, place, paid)
  return { registrationId, playerId: player.id, startsOn: session.startsOn }
}

async function anOrder(db: Db, accountId: string, method: 'later' | 'card') {
  const row = { accountId, method, idempotencyKey: randomUUID(), totalCents: 18_000 }
  const [order] = await db.insert(orders).values(row).returning({ id: orders.id })
  return orNotFound(order).id
}

async function aCharge(db: Db, accountId: string, transactionId: string) {
  const row = {
    accountId,
    transactionId,
    idempotencyKey: transactionId,
    amountCents: 18_000,
    state: 'accepted' as const,
    means: 'card' as const,
  }
  const [charge] = await db
    .insert(charges)
    .values({ ...row, endedAt: new Date() })
    .returning({ id: charges.id })
  return orNotFound(charge).id
}

async function aGift(db: Db, accountId: string, chargeId: string) {
  const donor = {
    firstName: 'Edith',
    lastName: 'Lobwell',
    email: 'edith@bench.test',
    mailingAddress: '4 Baseline Road',
  }
  const [gift] = await db
    .insert(donations)
    .values({
      ...donor,
      accountId,
      chargeId,
      donationType: 'MCT',
      amountCents: 10_000,
      transactionDate: '2026-01-15',
      acknowledgement: {
        from: {
          name: 'Courtside',
          addressLines: ['18 Orchard Way'],
          email: 'help@bench.test',
          phone: '(555) 010-0142',
        },
        title: 'Receipt',
        number: 'D-7001',
        date: 'Jan 15, 2026',
        to: ['Edith Lobwell'],
        table: { columns: ['Gift', 'Amount'], rows: [['Gift', '$100.00']], total: ['Total', '$100.00'] },
        paragraphs: ['Thank you.'],
      },
    })
    .returning({ id: donations.id })
  return orNotFound(gift).id
}
