import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { donations } from '#donations/donations.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import { tries } from '#platform/http/tries.tables.ts'
import routes from '#routes.ts'
import { anAccount } from '../../../test/builders/builders.ts'
import { aDonor } from '../../../test/builders/money/donor.ts'
import { signedInToken } from '../../../test/harness/api-client.ts'
import { test } from '../../../test/harness/database.ts'
import { latestMail } from '../../../test/harness/latest-mail.ts'
import { aSite } from '../../../test/harness/site.ts'
import type { Gateway } from '../../../test/harness/world.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})

const press = {
  method: 'POST',
  body: 'again=yes',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://localhost:3000' },
}
const daysAgo = (days: number) => ({ createdAt: sql`now() - make_interval(days => ${days})` })

test('the link to a receipt opens it for 30 days; then the donor has it mailed again, and nobody reads it there', async ({
  db,
}) => {
  const { world, give } = await aDonor(db, gateway.settings)
  const { id } = await give()
  const site = await aSite(world, routes)
  const path = `/pages/donate/receipt/${id}`
  const pageText = async () => (await (await site(path)).text()).replaceAll('<!-- -->', '')

  await db.update(donations).set(daysAgo(29))
  expect(await pageText()).toContain('Edith Lobwell')

  await db.update(donations).set(daysAgo(31))
  const closed = await pageText()
  expect(closed).toContain('The link to a receipt opens it for 30 days.')
  expect(closed).toContain('We mailed it to e…@…')
  for (const file of [path, `${path}.data`])
    expect(await (await site(file)).text(), file).not.toMatch(/edith@|example\.test|Lobwell|Baseline|100\.00/)

  await db.delete(mails)
  expect(await (await site(path, press)).text()).toContain('We mailed it again.')
  const mail = await latestMail(db)
  expect(mail).toMatchObject({ recipient: 'edith@example.test', link: '' })
  expect(mail.attachments).toHaveLength(1)
  expect(mail.text).toContain(`Donation ${id}. Transaction `)
})

test('a receipt is mailed again three times a day; that of a signed-in donor opens for that donor alone, for good', async ({
  db,
}) => {
  const owner = await anAccount(db)
  const { visitor } = owner
  const anonymous = await aDonor(db, gateway.settings)
  const site = await aSite(anonymous.world, routes)
  const signedIn = await aDonor(db, gateway.settings, visitor)
  const [without, byAccount] = [await anonymous.give(), await signedIn.give()]
  await db.update(donations).set(daysAgo(400))
  await db.delete(mails)

  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => site(`/pages/donate/receipt/${without.id}`, press)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429])
  expect(await db.$count(mails)).toBe(3)
  expect(await db.$count(tries, sql`key like 'receipt:%'`)).toBe(2)

  const accountPath = `/pages/donate/receipt/${byAccount.id}`
  expect((await site(accountPath, press)).status).toBe(302)
  expect(await db.$count(mails)).toBe(3)
  const cookie = `sign-in=${await signedInToken(anonymous.world, owner.id)}`
  expect(await (await site(accountPath, { headers: { cookie } })).text()).toContain('Edith Lobwell')
})

test('no search engine lists the pages of a gift, and each may read that they are not to be listed', async ({
  db,
}) => {
  const { world, give } = await aDonor(db, gateway.settings)
  const { id } = await give()
  const site = await aSite(world, routes)

  for (const page of ['success', 'receipt'])
    expect(await (await site(`/pages/donate/${page}/${id}`)).text()).toContain(
      '<meta name="robots" content="noindex"/>',
    )
  expect(await (await site('/robots.txt')).text()).not.toContain('/pages/donate')
})
