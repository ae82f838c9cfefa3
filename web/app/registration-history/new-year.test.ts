import { expect, onTestFinished, vi } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import { signIns } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sha256 } from '#platform/hash.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { orders } from '#registrations/registrations.tables.ts'
import routes from '#routes.ts'
import { anAccount, aPlace, aPlayer, aProgramme, aSession, payByHand } from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { aSite } from '../../test/harness/site.ts'
import { aWorld } from '../../test/harness/world.ts'

/** A family that has a place on each of these days, paid later, looks at pages on October 15, 2027. */
async function inOctober(db: Db, days: string[]) {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-10-15T12:00:00Z') })
  await aProgramme(db)
  const { id: accountId, familyId } = await anAccount(db)
  const expiresAt = new Date('2999-01-01')
  await db.insert(signIns).values({ tokenHash: sha256('token'), accountId, expiresAt })
  const { id: personId } = await aPlayer(db, { accountId })
  const order = {
    accountId,
    method: 'later' as const,
    idempotencyKey: 'once',
    totalCents: 18_000 * days.length,
  }
  const orderId = orNotFound((await db.insert(orders).values(order).returning())[0]).id
  const placeIds: number[] = []
  for (const startsOn of days) {
    const { id: sessionId } = await aSession(db, { startsOn })
    const place = { accountId, familyId, personId, sessionId, orderId, priceCents: 18_000 }
    placeIds.push((await aPlace(db, place)).id)
  }
  const site = await aSite(aWorld(db), routes)
  const see = async (path: string) => {
    const html = await (await site(path, { headers: { cookie: 'sign-in=token' } })).text()
    return html.replaceAll('<!-- -->', '')
  }
  return { accountId, orderId, placeIds, expiresAt, site, see, history: '/pages/registration-history' }
}

test('a place two years ahead is in a line below the history, with its sum and invoice, and can be paid and given up P4.53', async ({
  db,
}) => {
  const { accountId, see, history } = await inOctober(db, ['2027-12-20', '2029-06-11'])

  const october = await see(history)
  expect(october).toContain('In 2029 you have one registration, with $180.00 to pay.')
  expect(october).toMatch(/Unpaid sessions for 2029.{0,400}\$180\.00/)
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
  const { accountId, orderId, placeIds, expiresAt, site, see, history } = await inOctober(db, [
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
  expect(october).toMatch(/Unpaid sessions for 2028.{0,400}\$180\.00/)
  expect(october).not.toContain('>2028</option>')
  const later = await see(`${history}?year=2028`)
  expect(later).toContain('Unpaid sessions for 2028')
  expect(later).toContain('<option selected="">2028</option>')

  const newcomer = (await anAccount(db)).id
  await db.insert(signIns).values({ tokenHash: sha256('another'), accountId: newcomer, expiresAt })
  const early = await site(`${history}?year=2028`, { headers: { cookie: 'sign-in=another' } })
  expect(early.headers.get('Location'), 'nothing of next year to see').toBe(history)

  await payByHand(db, placeIds, 'check')
  const paid = await see(history)
  expect(paid).toContain('In 2028 you have one registration, with nothing to pay.')
  expect(paid).not.toContain('Unpaid sessions')
})

const escaped = (text: string) => text.replace(/[.$]/g, '\\$&')
/** What stands above the table; its spans, that keep words together, are left out. */
const aboveTable = (html: string) =>
  /<main[\s\S]*?(?=<table|No registrations found)/.exec(html)?.[0].replace(/<\/?span[^>]*>/g, '') ?? ''

test('what is overdue and due of any year is named once above the table, the earliest first, with who, what, how much and by when', async ({
  db,
}) => {
  const { see, history } = await inOctober(db, ['2028-01-10', '2027-12-20', '2027-09-01'])

  const above = aboveTable(await see(history))

  const parts = ['Unpaid sessions for 2027', '$180.00 of it is overdue.', '$180.00 overdue since Sep 1']
  const inTheirOrder = [
    ...parts,
    '$180.00 due Dec 20',
    'Unpaid sessions for 2028',
    '$180.00 due Jan 10, 2028',
  ]
  expect(above).toMatch(new RegExp(inTheirOrder.map(escaped).join('[\\s\\S]*')))
  for (const part of inTheirOrder) expect(above.split(part), part).toHaveLength(2)
  expect(above.match(/Pay now Player/g)).toHaveLength(3)
  expect(above).not.toMatch(/still to pay|All paid/)
})

test('All paid is green over what was paid alone: not over nothing, and not where another year owes P2.96', async ({
  db,
}) => {
  const { placeIds, see, history } = await inOctober(db, ['2027-12-20', '2026-07-01'])
  await payByHand(db, placeIds.slice(0, 1), 'check')
  const owing = aboveTable(await see(history))
  expect(owing).toMatch(/Unpaid sessions for 2026[\s\S]*All paid for 2027/)
  expect(owing, 'where another year owes').not.toContain('banner good')

  await payByHand(db, placeIds.slice(1), 'check')
  expect(aboveTable(await see(history))).toMatch(/banner good.{0,80}All paid for 2027/)
  const nothing = aboveTable(await see(`${history}?year=2025`))
  expect(nothing).toContain('All paid for 2025')
  expect(nothing, 'over nothing').not.toContain('banner good')
})

test('the tiles above the history show what is coming in any year, the next first, and stand only where something is', async ({
  db,
}) => {
  const { see, history } = await inOctober(db, ['2028-01-10', '2027-12-20', '2027-09-01'])
  const strip = aboveTable(await see(history)).split('Coming up</h2>')[1] ?? ''
  expect(strip).toMatch(/Dec 20[\s\S]*Jan 10/)
  expect(strip).not.toContain('Sep 1')

  await db.update(sessions).set({ startsOn: '2027-09-01', endsOn: '2027-09-04' })
  expect(await see(history)).not.toContain('Coming up')
})
