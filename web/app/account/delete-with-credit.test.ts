import { expect } from 'vitest'
import { payByCredit } from '#registrations/credit/use-credit.server.ts'
import routes from '#routes.ts'
import { password } from '../../test/builders/builders.ts'
import { creditFor } from '../../test/builders/money/credit.ts'
import { heldPlaces } from '../../test/builders/money/held-places.ts'
import { signedInToken } from '../../test/harness/api-client.ts'
import { test } from '../../test/harness/database.ts'
import { aSite } from '../../test/harness/site.ts'
import { deleteAccount } from './delete-account.server.ts'

test('an account is not deleted while the family has credit, and its page says so', async ({
  db,
  gateway,
}) => {
  const { world, visitor } = await heldPlaces(db, gateway.settings, { method: 'later' })
  await creditFor(db, visitor, 4500)
  const caller = { address: '192.0.2.7', siteUrl: world.env.siteUrl }

  await expect(deleteAccount(world, visitor, password, caller)).rejects.toMatchObject({
    code: 'money-owed',
    message: expect.stringContaining('We hold $45.00 of yours.'),
  })
  const site = await aSite(world, routes)
  const cookie = `sign-in=${await signedInToken(world, visitor.accountId)}`
  const page = await (await site('/pages/account/delete', { headers: { cookie } })).text()
  expect(page).toContain('We hold $45.00 of yours.')
  expect(page).not.toContain('Delete my account')
})

test('an account with a part paid for a session to come is not deleted: the place is left first', async ({
  db,
  gateway,
}) => {
  const { world, visitor, payment } = await heldPlaces(db, gateway.settings, { method: 'later' })
  await creditFor(db, visitor, 9000)
  await payByCredit(world, visitor, payment.registrationIds)
  const caller = { address: '192.0.2.7', siteUrl: world.env.siteUrl }

  await expect(deleteAccount(world, visitor, password, caller)).rejects.toMatchObject({
    code: 'money-owed',
    message: expect.stringContaining('You have paid $90.00 for a session to come.'),
  })
})
