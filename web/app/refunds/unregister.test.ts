import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, vi } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { changes } from '#platform/changes.tables.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { refunds, registrations } from '#registrations/registrations.tables.ts'
import { anAccount, timeZone } from '../../test/builders/builders.ts'
import { aLeavingFamily, onlyRefund } from '../../test/builders/leaving-family.ts'
import { paidPlaces, payByCheck } from '../../test/builders/money/paid-places.ts'
import { test } from '../../test/harness/database.ts'
import { listOpenAmounts } from './owed.db.server.ts'
import { unregister } from './unregister.server.ts'

test('unregistering an unpaid player on the start day removes the registration and frees the place P4.21 P4.23', async ({
  db,
  gateway,
}) => {
  const { leave, takenNow } = await aLeavingFamily(db, gateway, { isPaid: false })

  expect(await leave()).toEqual({ state: 'removed' })

  expect(await takenNow()).toBe(0)
  expect(await db.$count(registrations, sql`removed_at is null`)).toBe(0)
  expect(await db.$count(refunds)).toBe(0)
  expect((await db.select().from(mails))[0]?.text).toContain('Nothing was paid for it')
})

test('the start day ends at the programme’s midnight, also on the two days on which clocks are changed P5.36 P9.13 P9.14', async ({
  db,
  gateway,
}) => {
  onTestFinished(() => void vi.useRealTimers())
  for (const midnight of ['2027-03-15T00:00:00-07:00', '2027-11-08T00:00:00-08:00']) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(midnight) - 1000 })
    const { leave } = await aLeavingFamily(db, gateway, { children: 2, isPaid: false })
    expect(await leave(0), midnight).toEqual({ state: 'removed' })

    vi.setSystemTime(midnight)

    await expect(leave(1), midnight).rejects.toMatchObject({ code: 'session-started' })
  }
})

test('before settlement a card payment is voided whole; the amount and the voided transaction are answered P4.22 P9.13', async ({
  db,
  gateway,
}) => {
  const { leave, takenNow, charge, visitor } = await aLeavingFamily(db, gateway)

  expect(await leave()).toEqual({
    state: 'refunded',
    amountCents: 18_000,
    transactionId: charge?.transactionId,
  })

  expect(await takenNow()).toBe(0)
  const by = `family:${visitor.familyId}`
  expect(await db.select().from(registrations)).toMatchObject([{ removedBy: by, removedWhy: 'family' }])
  expect(await db.select().from(changes).orderBy(changes.id)).toMatchObject([
    { actor: by, what: 'unregistered' },
  ])
  expect((await db.select().from(mails))[0]?.text).toContain(
    'We refunded $180.00 to your card, Visa ending in 1881.',
  )
})

test('after settlement the money is refunded by a transaction of its own', async ({ db, gateway }) => {
  const { leave, charge, settle } = await aLeavingFamily(db, gateway)
  await settle()

  const result = await leave()

  expect(result).toMatchObject({ state: 'refunded', amountCents: 18_000 })
  expect((await onlyRefund(db))?.transactionId).not.toBe(charge?.transactionId)
})

test('a double click refunds once and is told the same', async ({ db, gateway }) => {
  const { leave, takenNow } = await aLeavingFamily(db, gateway)

  const first = await leave()
  expect(await leave()).toEqual(first)

  expect(await db.$count(refunds)).toBe(1)
  expect(await takenNow()).toBe(0)
})

test('a refund that the gateway refuses leaves the family its place, and can be tried again', async ({
  db,
  gateway,
}) => {
  const { leave, takenNow } = await aLeavingFamily(db, gateway)
  await gateway.setFaults({ operation: 'void', when: 'before', act: 'answer', status: 403, times: 1 })

  await expect(leave()).rejects.toMatchObject({
    code: 'refund-failed',
    message:
      'Refund failed: An error occurred, your refund was unsuccessful. Please email or call us for help requesting a refund.',
  })
  expect(await takenNow()).toBe(1)
  expect(await db.$count(registrations, sql`removed_at is null`)).toBe(1)

  expect(await leave()).toMatchObject({ state: 'refunded' })
})

test('of a charge that the bank declined at settlement no part is promised back: the places stay, unpaid, and can be given up for nothing', async ({
  db,
  gateway,
}) => {
  const { leave, takenNow, settle, books } = await aLeavingFamily(db, gateway, { children: 2 })
  await settle('settlement_decline')

  await expect(leave(0)).rejects.toMatchObject({
    code: 'refund-failed',
    message:
      'Refund failed: An error occurred, your refund was unsuccessful. Please email or call us for help requesting a refund. The bank never sent us your payment, so nothing was taken from you. The place is yours and unpaid: you can give it up now.',
  })

  expect(await takenNow()).toBe(2)
  expect(await onlyRefund(db)).toMatchObject({ state: 'failed', reason: 'Settlement Declined' })
  expect(await paidPlaces(db)).toEqual([])
  expect(await db.$count(registrations, sql`due_cents = 18000 and charge_id is null`)).toBe(2)
  expect(await leave(0)).toEqual({ state: 'removed' })
  expect(await books()).toMatchObject([{ type: 'sale', status: 'settlement_declined' }])
})

test('what was paid by check is listed as owed to the family', async ({ db, gateway }) => {
  const { visitor, registrationIds, leave, takenNow } = await aLeavingFamily(db, gateway, { isPaid: false })
  await payByCheck(db, visitor, registrationIds, 18_000)

  expect(await leave()).toEqual({ state: 'owed', amountCents: 18_000 })

  expect(await listOpenAmounts(db, [visitor.accountId])).toMatchObject([
    { id: registrationIds[0], state: 'owed', amountCents: 18_000 },
  ])
  expect(await db.$count(refunds)).toBe(0)
  expect(await db.select().from(registrations)).toMatchObject([{ dueCents: -18_000 }])
  expect(await takenNow()).toBe(0)
})

test('from the day after the start, for a stranger, and for another player’s row nothing is removed P9.14', async ({
  db,
  gateway,
}) => {
  const { world, visitor, session, registrationIds, players, leave, takenNow } = await aLeavingFamily(
    db,
    gateway,
    {
      isPaid: false,
    },
  )
  const stranger = await anAccount(db)
  const leaving = {
    registrationId: registrationIds[0] ?? 0,
    personId: players[0]?.id ?? '',
    kind: 'clinic' as const,
  }

  await expect(unregister(world, stranger.visitor, leaving)).rejects.toMatchObject({ code: 'not-found' })
  await expect(unregister(world, visitor, { ...leaving, kind: 'league' })).rejects.toMatchObject({
    code: 'not-found',
  })
  await expect(
    unregister(world, visitor, { ...leaving, personId: crypto.randomUUID() }),
  ).rejects.toMatchObject({ code: 'not-found' })

  await db
    .update(sessions)
    .set({ startsOn: addDays(todayIn(timeZone), -1) })
    .where(eq(sessions.id, session.id))
  await expect(leave()).rejects.toMatchObject({
    message:
      'You cannot unregister from this session since the session has already started! Please email or call us if you need further help.',
  })
  expect(await takenNow()).toBe(1)
})
