import { expect } from 'vitest'
import { familyAt } from '#desk/family/family.server.ts'
import { recordAtDesk } from '#offline-payments/offline-payments.server.ts'
import { families } from '#people/people.tables.ts'
import type { Actor } from '#platform/actor.ts'
import { offlinePayments, registrations } from '#registrations/registrations.tables.ts'
import { anEvent, aProgramme, aSession } from '../../../../test/builders/builders.ts'
import { aDebtor } from '../../../../test/builders/money/debtor.ts'
import { test } from '../../../../test/harness/database.ts'
import { aWorld } from '../../../../test/harness/world.ts'
import { addFamilyAtDesk, registerAtDesk } from './desk-families.server.ts'

const actor: Actor = `member:${crypto.randomUUID()}`

const outcomes = async (tries: Promise<unknown>[]) =>
  (await Promise.allSettled(tries)).map(({ status }) => status).sort()

test('a form sent four times at once makes one family, one place and one payment', async ({
  freshDatabase: { db },
}) => {
  await aProgramme(db)
  const world = aWorld(db)
  const { id: eventId } = await anEvent(db, { priceCents: 18_000 })
  const { id: sessionId } = await aSession(db, { eventId, places: 1 })
  const key = crypto.randomUUID()
  const four = <Answer>(work: () => Promise<Answer>) => Promise.all([work(), work(), work(), work()])
  const form = {
    parent: { firstName: 'Edith', lastName: 'Lobwell', phone: '(555) 010-0177', email: null },
    player: {
      ...{ first_name: 'Pip', last_name: 'Lobwell', birthday: '2018-03-02', phone: null },
      ...{ skill_level: 'Beginner' as const, is_active: true },
    },
    key,
  }
  const [made] = await four(() => addFamilyAtDesk(world, form, actor))
  const family = await familyAt(db, made.number)
  const place = {
    personId: key,
    sessionId,
    seenCents: 18_000,
    idempotencyKey: crypto.randomUUID(),
    words: '',
  }
  await four(() => registerAtDesk(world, family, place, actor))
  const [registered] = await db.select().from(registrations)
  const payment = {
    ...{ amountCents: 18_000, how: 'cash' as const, note: '', key: crypto.randomUUID(), actor },
    registrationIds: [registered?.id ?? 0],
  }
  const paid = await four(() => recordAtDesk(world, family, payment))

  expect(new Set(paid.map(({ id }) => id)).size).toBe(1)
  for (const table of [families, registrations, offlinePayments]) expect(await db.$count(table)).toBe(1)
})

test('of two desks that record a check for the same places, one does', async ({ freshDatabase: { db } }) => {
  const { rows, payment } = await aDebtor(db)
  const family = await familyAt(db, Number(payment.invoice.slice(5)))
  const record = () =>
    recordAtDesk(aWorld(db), family, {
      ...{ amountCents: 21_500, how: 'check' as const, note: '', key: crypto.randomUUID(), actor },
      registrationIds: rows.map(({ id }) => id),
    })

  expect(await outcomes([record(), record()])).toEqual(['fulfilled', 'rejected'])
  expect(await db.$count(offlinePayments)).toBe(1)
})
