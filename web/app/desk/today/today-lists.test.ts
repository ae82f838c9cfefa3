import { eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { deleteAccount } from '#account/delete-account.server.ts'
import { pendingTasks } from '#desk/pending-tasks.ts'
import { sessions } from '#events/events.tables.ts'
import { noteReturned, recordPayment } from '#offline-payments/offline-payments.server.ts'
import { takeBackPayment } from '#offline-payments/take-back.server.ts'
import { charges } from '#payments/payments.tables.ts'
import { disputes } from '#payments/reconciliation.tables.ts'
import { releases } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { byFamily, freePlaces } from '#registrations/places.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import routes from '#routes.ts'
import { aMember, password, timeZone } from '../../../test/builders/builders.ts'
import { aDebtor } from '../../../test/builders/money/debtor.ts'
import { test } from '../../../test/harness/database.ts'
import { aSite } from '../../../test/harness/site.ts'
import { aWorld, type Gateway } from '../../../test/harness/world.ts'
import { paidAndClosed, readWaiting } from './today.db.server.ts'

const today = todayIn(timeZone)

type Debtor = Awaited<ReturnType<typeof aDebtor>>

/** Both places of the family are given up, and we owe it their money; or it owes us, as the check bounced afterwards. */
async function givenUp(db: Db, { account, rows, payment }: Debtor, state: 'owed' | 'bounced') {
  const [world, actor] = [aWorld(db), 'command:bea' as const]
  const { id } = await recordPayment(world, payment)
  const ids = rows.map((row) => row.id)
  await freePlaces(db, inArray(registrations.id, ids), byFamily(account.familyId))
  if (state === 'owed') return
  for (const place of ids) await noteReturned(world, place, actor)
  await takeBackPayment(world, { id, registrationIds: [], hasBounced: true, actor })
}

/** Payments that their bank is asked about: of a family, or without one of a guest who gave. */
async function disputed(db: Db, familyId: string | null, many: number) {
  for (let at = 0; at < many; at++) {
    const id = crypto.randomUUID()
    const paid = { state: 'accepted', means: 'card', transactionId: id } as const
    await db.insert(charges).values({ id, familyId, idempotencyKey: id, amountCents: 5000, ...paid })
    await db.insert(disputes).values({ id, chargeId: id, amountCents: 5000, status: 'open', reason: 'fraud' })
  }
}

/** Families of every state that Today counts, each with two reasons to be counted once, and one whose account is gone. */
async function allThatWaits(db: Db, gateway: Gateway) {
  const world = aWorld(db, gateway.settings)
  const [overdue, owed, gone, calledOff] = [
    await aDebtor(db),
    await aDebtor(db),
    await aDebtor(db),
    await aDebtor(db),
  ]
  const started = { startsOn: addDays(today, -1), endsOn: addDays(today, 2) }
  for (const { sessionId } of overdue.rows)
    await db.update(sessions).set(started).where(eq(sessions.id, sessionId))
  await db.delete(releases).where(eq(releases.accountId, overdue.account.id))
  await givenUp(db, owed, 'owed')
  await givenUp(db, gone, 'bounced')
  const caller = { address: '192.0.2.7', siteUrl: world.env.siteUrl }
  await deleteAccount(world, gone.account.visitor, password, caller)
  await recordPayment(world, calledOff.payment)
  for (const { sessionId } of calledOff.rows)
    await db.update(sessions).set({ calledOffAt: new Date() }).where(eq(sessions.id, sessionId))
  await disputed(db, owed.account.familyId, 2)
  await disputed(db, null, 1)
  return { site: await aSite(world, routes), gone }
}

test('every figure of Today that counts families leads to the list that it counts, which says the same number', async ({
  db,
  gateway,
}) => {
  const { site, gone } = await allThatWaits(db, gateway)
  const { token } = await aMember(db, ['owner'])
  const pageAt = async (path: string) => {
    const answer = await site(path, { headers: { cookie: `sign-in=${token}` } })
    return (await answer.text()).replace(/<!-- -->/g, '')
  }
  const headingOf = (page: string) => /<h2 id="found"[^>]*>([^<]*)/.exec(page)?.[1]
  const rowsIn = (page: string) => page.match(/Family \d+<\/span>/g)?.length ?? 0
  const waits = pendingTasks(new Set(['owner'] as const), await readWaiting(db, today))
  const counting = waits.filter(({ text }) => text.startsWith('famil'))

  expect(counting.map(({ text }) => text)).toEqual([
    'family owes for a session that has begun',
    'family is owed a refund',
    'family owes us for a bounced check',
    'family disputes a payment at the bank',
    'family has not signed the release',
  ])
  const first = await pageAt('/desk')
  for (const { many, text, to } of counting) {
    expect(first).toContain(`href="${to}"`)
    const list = await pageAt(orNotFound(to))
    expect([headingOf(list), rowsIn(list)]).toEqual([`${many} ${text}`, many])
  }
  const closed = new Set((await paidAndClosed(db)).map(({ family }) => family)).size
  const list = await pageAt('/desk/families?state=closed')
  expect(first).toContain('href="/desk/families?state=closed"')
  expect([headingOf(list), rowsIn(list)]).toEqual(['1 family paid for a session that was called off', closed])
  expect(await pageAt('/desk/families?state=bounced')).toContain(`Family ${gone.invoice.slice(5)}`)
  expect(waits.map(({ many, text }) => `${many} ${text}`)).toContain(
    '1 gift without an account is disputed at the bank',
  )
})
