import { expect, onTestFinished, vi } from 'vitest'
import { signIns } from '#people/people.tables.ts'
import type { Db } from '#platform/database.server.ts'
import { hashOf } from '#platform/hash.server.ts'
import { found } from '#platform/refusal.ts'
import { orders, registrations } from '#registrations/registrations.tables.ts'
import routes from '../../app/routes.ts'
import { anAccount, aPlayer, aProgramme, aSession } from '../../test/builders.ts'
import { test } from '../../test/database.ts'
import { aSite } from '../../test/site.ts'
import { aWorld } from '../../test/world.ts'

/** A family that has a place on each of these days, paid later, looks at pages on October 15, 2027. */
async function inOctober(db: Db, days: string[]) {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-10-15T12:00:00Z') })
  await aProgramme(db)
  const { id: accountId, familyId } = await anAccount(db)
  const expiresAt = new Date('2999-01-01')
  await db.insert(signIns).values({ tokenHash: hashOf('token'), accountId, expiresAt })
  const { id: personId } = await aPlayer(db, { accountId })
  const order = {
    accountId,
    method: 'later' as const,
    idempotencyKey: 'once',
    totalCents: 18_000 * days.length,
  }
  const orderId = found((await db.insert(orders).values(order).returning())[0]).id
  for (const startsOn of days) {
    const { id: sessionId } = await aSession(db, { startsOn })
    const place = { accountId, familyId, personId, sessionId, orderId, priceCents: 18_000 }
    await db.insert(registrations).values(place)
  }
  const site = await aSite(aWorld(db), routes)
  const see = async (path: string) => {
    const html = await (await site(path, { headers: { cookie: 'sign-in=token' } })).text()
    return html.replaceAll('<!-- -->', '')
  }
  return { accountId, orderId, expiresAt, site, see, history: '/pages/registration-history' }
}

test('a place two years ahead is in a line below the history, with its sum and invoice, and can be paid and given up P4.53', async ({
  db,
}) => {
  const { accountId, see, history } = await inOctober(db, ['2027-12-20', '2029-06-11'])

  const october = await see(history)
  expect(october).toContain('In 2029 you have one registration, with $180.00 to pay.')
  expect(october).toContain(`/pages/invoice/unpaid-invoice/${accountId}/2029`)
  expect(october).not.toContain('>2029</option>')
  const later = await see(`${history}?year=2029`)
  expect(later).toContain('Unpaid sessions for 2029')
  for (const act of ['Pay now', 'Unregister'])
    expect(later).toMatch(new RegExp(`<button[^>]*>.{0,300}${act}`))
  expect(later).toContain('>2027</option>')
})

test('an order of places before and after New Year has an invoice for each, and in October the history tells of the later one, and shows it where it is asked for, to whoever has one P4.53', async ({
  db,
}) => {
  const { accountId, orderId, expiresAt, site, see, history } = await inOctober(db, [
    '2027-12-20',
    '2028-01-10',
  ])

  const thanks = await see(`/pages/order/success/${orderId}`)
  expect(thanks).toMatch(/<dt>To pay.*<dd>\$360\.00<\/dd>/)
  for (const year of [2027, 2028]) {
    expect(thanks).toContain(`Print Invoice for ${year}`)
    expect(thanks).toContain(`/pages/invoice/unpaid-invoice/${accountId}/${year}`)
  }
  const october = await see(history)
  expect(october).toContain('Unpaid sessions for 2027')
  expect(october).toContain('From 2028, $180.00 is still to pay.')
  expect(october).not.toContain('>2028</option>')
  const later = await see(`${history}?year=2028`)
  expect(later).toContain('Unpaid sessions for 2028')
  expect(later).toContain('<option selected="">2028</option>')

  const newcomer = (await anAccount(db)).id
  await db.insert(signIns).values({ tokenHash: hashOf('another'), accountId: newcomer, expiresAt })
  const early = await site(`${history}?year=2028`, { headers: { cookie: 'sign-in=another' } })
  expect(early.headers.get('Location'), 'nothing of next year to see').toBe(history)

  await db.update(registrations).set({ paidAt: new Date(), paidBy: 'check' })
  expect(await see(history)).toContain('In 2028 you have one registration, with nothing to pay.')
})
