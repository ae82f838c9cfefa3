import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { events, sessions, staff } from '#events/events.tables.ts'
import { post } from '#ledger/postings.db.server.ts'
import { type Charge, charges } from '#payments/payments.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn, toYear } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import routes from '#routes.ts'
import { anAccount, timeZone } from '../../../test/builders/builders.ts'
import { aDebtor } from '../../../test/builders/money/debtor.ts'
import { signedInToken } from '../../../test/harness/api-client.ts'
import { test } from '../../../test/harness/database.ts'
import { aSite } from '../../../test/harness/site.ts'
import { aWorld } from '../../../test/harness/world.ts'

/** A family that pays in its history for what it registered to pay later, and its thank-you page. */
async function aLatePayer(db: Db) {
  const world = aWorld(db)
  const { account, rows } = await aDebtor(db)
  const [first, second] = rows.map(({ id }) => id)
  const charge = { accountId: account.id, idempotencyKey: 'key', means: 'card' as const, amountCents: 18_000 }
  const site = await aSite(world, routes)
  const thanks = async (id: string, accountId = account.id) => {
    const cookie = `sign-in=${await signedInToken(world, accountId)}`
    const answer = await site(`/pages/order/success/${id}`, { headers: { cookie } })
    return answer.status === 200
      ? (await answer.text()).replaceAll(/<!-- -->|<\/?(dt|dd|span|dl)[^>]*>/g, '')
      : answer.status
  }
  return {
    orderId: rows[0]?.orderId ?? '',
    thanks,
    pays: async (more: Partial<Charge>, paysFor = `registrations ${first}`) =>
      (
        await db
          .insert(charges)
          .values({ ...charge, paysFor, ...more })
          .returning()
      )[0]?.id,
    /** The charge that is under way for each place, the dearer one first. */
    isUnderWay: async (...chargeIds: (string | undefined)[]) => {
      for (const [at, chargeId = null] of chargeIds.entries())
        await db
          .update(registrations)
          .set({ chargeId, chargeCents: chargeId === null ? null : registrations.priceCents })
          .where(eq(registrations.id, [first, second][at] ?? 0))
    },
    /** Money of this charge came for the dearer place, or does not come. */
    moves: (kind: 'paid' | 'not settled', chargeId: string | undefined) =>
      post(db, 'site', [
        { kind, registrationId: orNotFound(first), cents: kind === 'paid' ? -18_000 : 18_000, chargeId },
      ]),
  }
}

test('a payment in the history has its thank-you page by its transaction, with coach and what to bring, for its own family, whatever became of it P2.16 P2.88 P2.89', async ({
  db,
}) => {
  const { thanks, pays, moves } = await aLatePayer(db)
  const chargeId = await pays({ state: 'accepted', transactionId: 'tx1' })
  await moves('paid', chargeId)
  const gift = { state: 'accepted' as const, transactionId: 'tx2', idempotencyKey: 'gift' }
  await pays(gift, 'gift MCT')

  await db.update(events).set({ coach: { name: 'Mara Quillfeather' }, bring: ['water', 'two rackets'] })
  await db.update(sessions).set({ startsOn: '2099-06-21', endsOn: '2099-06-24' })
  const page = await thanks('tx1')
  expect(page).toContain('Your payment was successfully processsed!')
  expect(page).toContain('$180.00 is paid.')
  expect(page).toContain('Paid by card$180.00')
  expect(page).toMatch(/\/tx1"[^>]*>.*?Print Payment Receipt/)
  expect(page).toContain('Green Ball Clinic')
  expect(page).not.toContain('Orange Ball Open')
  expect(page).toContain('Bring water and two rackets.')
  expect(page, 'who is not on the staff page').not.toContain('Coach Mara')
  const mara = { name: 'Mara Quillfeather', bio: 'Head coach.', year: toYear(todayIn(timeZone)) }
  await db.insert(staff).values(mara)
  expect(await thanks('tx1')).toContain('Coach Mara')
  expect(await thanks('tx1', (await anAccount(db)).id)).toBe(404)
  expect(await thanks('tx2'), 'a gift has a page of its own').toBe(404)

  await db.update(charges).set({ state: 'declined', endedHow: 'not settled' })
  await moves('not settled', chargeId)
  const after = await thanks('tx1')
  expect(after).toContain('Your payment did not go through after all.')
  expect(after).toMatch(/To pay \$180\.00 by \w+ \d+, \d{4}\$180\.00/)
})

test('while the bank is asked about places that are paid later, their order does not ask for money for them', async ({
  db,
}) => {
  const { orderId, thanks, pays, isUnderWay } = await aLatePayer(db)
  const chargeId = await pays({ state: 'unknown' })
  await isUnderWay(chargeId)

  const oneOfTwo = await thanks(orderId)
  expect(oneOfTwo).toMatch(/To pay \$35\.00 by [\w ,]+\$35\.00/)
  expect(oneOfTwo).toContain('the bank is confirming')
  expect(oneOfTwo).not.toContain('Nothing is charged today.')

  await isUnderWay(chargeId, chargeId)
  const both = await thanks(orderId)
  expect(both).toContain('We are waiting for the bank to confirm your payment.')
  expect(both).toContain('To confirm by the bank$215.00')
  expect(both).not.toMatch(/To pay|Print Invoice/)

  await isUnderWay(undefined, undefined)
  const whole = await thanks(orderId)
  expect(whole).toMatch(/To pay .*\$215\.00/)
  expect(whole).toContain('Nothing is charged today. $215.00 is to pay.')
})
