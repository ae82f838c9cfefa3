import { eq } from 'drizzle-orm'
import { readCredit } from '../../web/app/ledger/credit.db.server.ts'
import { families } from '../../web/app/people/people.tables.ts'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import { aDeskForMoney } from '../../web/test/builders/money/given-by-desk.ts'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { deskSite, signInMember } from '../support/desk-site.ts'
import { expect } from '../support/fixtures.ts'
import { expectRoomAtEveryWidth } from '../support/widths.ts'

const test = deskSite((db) => aDeskForMoney(db, { begun: true }))
test.use({ isMobile: false, hasTouch: false })
test.setTimeout(120_000)

test('a place is given up after the first day once a second member approves it; its credit pays another, and the rest is paid out', async ({
  page,
  db,
  own: { site, filled },
  context,
}) => {
  const { family, first, second, due } = filled
  const [row] = await db.select().from(families).where(eq(families.id, family.familyId))
  const address = `/desk/families/${orNotFound(row).number}`
  const looked = async (name: string) => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/${name}-${width}.png`, fullPage: true })
    }
    await expectFitInLightAndDark(page, name)
    await expectRoomAtEveryWidth(page)
  }
  await signInMember(db, context, site, ['treasurer'])

  await page.goto(address)
  await page.getByRole('link', { name: /^Money of the place of .*Green/ }).click()
  await page.getByRole('link', { name: 'Give the place up' }).click()
  await page.getByRole('radio', { name: 'A part' }).check()
  await page.getByLabel('Which part').fill('-5')
  await page.getByRole('button', { name: 'Give the place up' }).click()
  await expect(page.getByText('Write a sum above $0.')).toBeVisible()
  await expect(page.getByText('Choose why.')).toBeVisible()
  await expect(page.getByLabel('Which part')).toHaveValue('-5')
  await looked('give-up')
  await page.getByLabel('Which part').fill('90')
  await page.getByRole('radio', { name: 'As credit' }).check()
  await page.getByRole('radio', { name: 'The player left early' }).check()
  await page.getByRole('button', { name: 'Give the place up' }).click()
  await expect(page.getByText('Waits for a second member.')).toBeVisible()
  await expect(page.getByText('Another owner or treasurer approves it.')).toBeVisible()
  await looked('asked')
  expect(await due(first.id)).toBe(0)
  await page.goto(address)
  await looked('family')

  await context.clearCookies()
  await signInMember(db, context, site, ['owner'])
  await page.goto('/desk')
  await looked('today')
  await page.getByRole('link', { name: /^Decide/ }).click()
  await looked('decide')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(/^Approved by/)).toBeVisible()
  expect(await readCredit(db, family.familyId)).toBe(9000)

  await page.goto(`${address}/places/${second.id}?do=use-credit`)
  await looked('use-credit')
  await page.getByRole('button', { name: 'Use the credit' }).click()
  await expect(page.getByText('The credit is used.')).toBeVisible()
  expect(await due(second.id)).toBe(0)
  await page.getByRole('link', { name: 'Pay it out' }).click()
  await page.getByRole('radio', { name: 'Check', exact: true }).check()
  await page.getByLabel('Number').fill('1204')
  await page.getByRole('radio', { name: 'The player left early' }).check()
  await looked('pay-out')
  await page.getByLabel('Sum').fill('10')
  await page.getByRole('button', { name: 'Pay it out' }).click()
  await expect(page.getByText('The credit is paid out.')).toBeVisible()
  await looked('family-after')
  expect(await readCredit(db, family.familyId)).toBe(4500)
})
