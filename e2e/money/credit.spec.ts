import type { Page } from '@playwright/test'
import { creditFor } from '../../web/test/builders/money/credit.ts'
import { expectNoViolations } from '../support/axe.ts'
import { checkOut, expectPaid, expectRegistered, listCharges } from '../support/checkout.ts'
import { expect, type Guardian, test } from '../support/fixtures.ts'
import { findSales } from '../support/gateway.ts'
import { aWishInLatestYear, historyRow, openHistory } from '../support/history.ts'
import { openTab, register } from '../support/shop.ts'
import { cards, pressButton, registerAndPayByCard } from '../support/ways-to-pay/cards.ts'

const credit = (page: Page) => page.getByRole('region', { name: 'Your credit' })
const totalBox = (page: Page) => page.getByRole('complementary', { name: 'Total' })
const familyOf = ({ id: accountId, familyId }: Guardian) => ({ accountId, familyId })

for (const width of [390, 1280]) {
  test(`${width}px: $45 of credit for the next clinic, and the rest by card (P9.7 P2.67)`, async ({
    page,
    db,
    guardian,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await creditFor(db, familyOf(guardian), 4500)
    const wish = await aWishInLatestYear(db, guardian, 18_000)
    await checkOut(page, wish)
    await expect(totalBox(page)).toContainText('$180.00')
    const choice = page.getByRole('checkbox', { name: 'Use your $45.00 credit' })
    await expect(choice).not.toBeChecked()

    await choice.check()

    await expect(page.getByText('To pay: $135.00')).toBeVisible()
    await registerAndPayByCard(page, cards.accepted)
    await expectPaid(page)
    await expect(page.getByRole('main')).toContainText('and $45.00 by your credit')
    const charged = await listCharges(db, guardian)
    expect(charged).toMatchObject([{ amountCents: 13_500, creditCents: 4500, state: 'accepted' }])
    expect(await findSales(charged)).toEqual(['135.00 submitted_for_settlement'])
    const receipt = await openTab(page.getByRole('link', { name: 'Print Payment Receipt' }))
    await expect(receipt.getByRole('row', { name: 'Credit used' })).toContainText('-$45.00')
    await expect(receipt.getByRole('row', { name: 'Total paid' })).toContainText('$135.00')
    await openHistory(page)
    await expect(historyRow(page, wish)).toContainText('$180.00')
    await expect(credit(page)).toHaveCount(0)
  })

  test(`${width}px: where credit pays all, nothing is typed and no card is charged; what is left goes to what is owed (P2.68 P2.104)`, async ({
    page,
    db,
    guardian,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await creditFor(db, familyOf(guardian), 20_000)
    const wish = await aWishInLatestYear(db, guardian, 18_000)
    await checkOut(page, wish)
    await page.getByRole('checkbox', { name: 'Use your $180.00 credit' }).check()
    await expect(page.getByText('To pay: $0.00')).toBeVisible()
    await expect(page.getByRole('region', { name: /Card details|Ways to pay/ })).toHaveCount(0)

    await pressButton(page, 'Register Now')

    await expectRegistered(page)
    await expect(page.getByText('Nothing is due: all of it is paid.')).toBeVisible()
    expect(await listCharges(db, guardian)).toEqual([])

    const owed = await aWishInLatestYear(db, guardian, 6500)
    await register(page, [owed], 'later')
    await openHistory(page)
    await expect(credit(page)).toContainText('Your credit: $20.00')
    await expectNoViolations(page)
    await credit(page).getByRole('button', { name: 'Use your $20.00' }).click()
    await expect(page.getByText('Credit used: $20.00.')).toBeVisible()
    await expect(credit(page)).toHaveCount(0)
    await expect(historyRow(page, owed)).toContainText('$45.00 more due')
    await expect(historyRow(page, owed)).toContainText('$20.00')
    await historyRow(page, owed).getByRole('button', { name: 'Pay now' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Pay $45.00' })).toBeVisible()
  })
}
