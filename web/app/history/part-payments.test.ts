import { expect } from 'vitest'
import { deleteAccount } from '#leaving/delete-account.server.ts'
import { post } from '#ledger/postings.db.server.ts'
import { nearDay, yearOf } from '#platform/dates.ts'
import { payByCredit } from '#registrations/use-credit.server.ts'
import routes from '../../app/routes.ts'
import { signedInToken } from '../../test/api-client.ts'
import { password } from '../../test/builders.ts'
import { creditFor } from '../../test/credit.ts'
import { test } from '../../test/database.ts'
import { heldPlaces } from '../../test/held-places.ts'
import { aSite } from '../../test/site.ts'

test('the history says what of a place is paid and what is due, what credit there is, and of a waived place that nothing is to pay; an invoice is for the rest', async ({
  db,
  gateway,
}) => {
  const { world, visitor, payment, session } = await heldPlaces(db, gateway.settings, {
    method: 'later',
    children: 2,
  })
  const [first = 0, second = 0] = payment.registrationIds
  await creditFor(db, visitor, 9000)
  await payByCredit(world, visitor, [first])
  await post(db, 'command:treasurer', [
    { registrationId: second, kind: 'waived', cents: -18_000, reason: 'scholarship' },
  ])
  await creditFor(db, visitor, 4500)
  const site = await aSite(world, routes)
  const cookie = `sign-in=${await signedInToken(world, visitor.accountId)}`
  const wordsOf = async (path: string) =>
    (await (await site(path, { headers: { cookie } })).text()).replaceAll(/<!-- -->|<[^>]+>/g, '')
  const year = yearOf(session.startsOn)

  const history = await wordsOf(`/pages/registration-history?year=${year}`)

  expect(history).toContain(`$90.00 more due ${nearDay(session.startsOn)}`)
  expect(history).toContain('$90.00 is paid already.')
  expect(history).toContain('Your credit: $45.00')
  expect(history).toContain('Use your $45.00')
  expect(history.match(/Nothing to pay/g)).toHaveLength(1)
  expect(history).toContain('To pay: $90.00')
  const invoice = await wordsOf(`/pages/invoice/unpaid-invoice/${visitor.accountId}/${year}`)
  expect(invoice).toContain('$90.00')
  expect(invoice).not.toContain('$180.00')
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
