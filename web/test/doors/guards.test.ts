import { expect } from 'vitest'
import routes from '../../app/routes.ts'
import { anAccount, aProgramme } from '../builders/builders.ts'
import { signedInToken } from '../harness/api-client.ts'
import { test } from '../harness/database.ts'
import { aSite } from '../harness/site.ts'
import { aWorld } from '../harness/world.ts'

const calendar = '/pages/registration-history/calendar'

test('an address that leads nowhere is 404 in the same words, page or file', async ({ db }) => {
  await aProgramme(db)
  const world = aWorld(db)
  const me = await anAccount(db)
  const headers = { cookie: `sign-in=${await signedInToken(world, me.id)}` }
  const site = await aSite(world, routes)
  const nobody = '0b6f4b0e-6a3c-4f0e-9d6e-3d1f7a4b2c11'
  const pages = [
    '/nowhere',
    '/pages/clinic/7',
    '/pages/clinic/seven',
    '/pages/cricket/7',
    '/pages/family-players/pip',
    `/pages/family-players/${nobody}`,
    `/pages/family-players/${nobody}/delete`,
    '/pages/order/success/7',
    `/pages/invoice/unpaid-invoice/${me.id}/MMXX`,
    `/pages/invoice/receipt/${nobody}/7`,
    `/pages/donate/success/${nobody}`,
    '/pages/donate/receipt/7',
    '/development/mail/7',
  ]
  const files = [
    `${calendar}?year=2027`,
    `${calendar}?registration=x`,
    `${calendar}?year=%0d%0aX`,
    '/pages/staff/7/picture/x',
    '/development/mail/7/html',
    '/development/mail/x/pdf/0',
  ]

  for (const path of pages) {
    const page = await site(path, { headers })
    expect([page.status, await page.text()], path).toEqual([
      404,
      expect.stringContaining('Just wide of the line'),
    ])
  }
  for (const path of files) {
    const file = await site(path, { headers })
    expect([file.status, await file.text()], path).toEqual([404, 'We could not find that.'])
  }
})
