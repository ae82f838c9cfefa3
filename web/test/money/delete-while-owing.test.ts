import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { deleteAccount } from '#account/delete-account.server.ts'
import { readWaiting } from '#desk/today/today.db.server.ts'
import { noteReturned, recordPayment } from '#offline-payments/offline-payments.server.ts'
import { takeBackPayment } from '#offline-payments/take-back.server.ts'
import { signIn } from '#people/sign-in/sign-in.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { orNotFound } from '#platform/refusal.ts'
import { unregister } from '#refunds/unregister.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'
import routes from '../../app/routes.ts'
import { password, timeZone } from '../builders/builders.ts'
import { aDebtor } from '../builders/money/debtor.ts'
import { test } from '../harness/database.ts'
import { aSite } from '../harness/site.ts'
import { aWorld } from '../harness/world.ts'

test('what a family owes for a check that bounced after its money had gone back waits on Today, is said before the account is deleted, and stays owed after it', async ({
  db,
  gateway,
}) => {
  const { account, rows, payment } = await aDebtor(db)
  const { id: registrationId, personId, familyId } = orNotFound(rows[0])
  const world = aWorld(db, gateway.settings)
  const { id } = await recordPayment(world, payment)
  await unregister(world, account.visitor, { registrationId, personId, kind: 'clinic' })
  const { actor } = payment
  await noteReturned(world, registrationId, actor)
  await takeBackPayment(world, { id, registrationIds: [registrationId], hasBounced: true, actor })
  const bounced = async () => (await readWaiting(db, todayIn(timeZone))).bounced
  const caller = { address: '192.0.2.7', siteUrl: world.env.siteUrl }
  const token = await signIn(db, { email: account.email, password }, caller)

  const site = await aSite(world, routes)
  const page = await site('/pages/account/delete', { headers: { cookie: `sign-in=${token}` } })
  expect(await page.text()).toMatch(/You owe us (<!-- -->)?\$180\.00(<!-- -->)?\..*It stays owed/)
  expect(await bounced()).toEqual({ many: 1, cents: 18_000 })
  await deleteAccount(world, account.visitor, password, caller)

  expect(await bounced()).toEqual({ many: 1, cents: 18_000 })
  const [place] = await db.select().from(registrations).where(eq(registrations.id, registrationId))
  expect(place).toMatchObject({ dueCents: 18_000, accountId: null, familyId })
})
