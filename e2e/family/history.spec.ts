import { fullName } from '../../web/app/people/people.ts'
import { anAccount } from '../../web/test/builders/builders.ts'
import { expect, signIn, site, test } from '../support/fixtures.ts'
import { aWishInLatestYear, historyRow, latest, move, openHistory, payByHand } from '../support/history.ts'
import { logIn, openTab, register } from '../support/shop.ts'

test('the history shows one year at a time, the latest first, back to 2019 (P1.11 P2.17 P2.94 P4.54 P4.55)', async ({
  page,
  db,
  guardian,
}) => {
  const newest = await aWishInLatestYear(db, guardian)
  const overNewYear = await aWishInLatestYear(db, guardian)
  const oldest = await aWishInLatestYear(db, guardian)
  await register(page, [newest, overNewYear, oldest], 'later')
  await move(db, overNewYear, `${latest - 1}-12-30`, `${latest}-01-02`)
  await move(db, oldest, '2019-01-01')
  await page.goto('/pages/registration-history')
  const year = page.getByLabel('Year')

  const offered = Array.from({ length: latest - 2019 + 1 }, (_, index) => String(latest - index))
  await expect(year.locator('option')).toHaveText(offered)
  await expect(year).toHaveValue(String(latest))
  for (const [shown, wish] of [
    [latest, newest],
    [latest - 1, overNewYear],
    [2019, oldest],
  ] as const) {
    await year.selectOption(String(shown))
    await expect(historyRow(page, wish)).toBeVisible()
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  }
})

test('the history can be narrowed to one player (P2.95)', async ({ page, db, guardian }) => {
  const first = await aWishInLatestYear(db, guardian)
  const second = await aWishInLatestYear(db, guardian)
  await register(page, [first, second], 'later')
  await openHistory(page)
  const player = page.getByLabel('Player', { exact: true })

  await player.selectOption(fullName(second.player))
  await expect(historyRow(page, first)).toHaveCount(0)
  await expect(historyRow(page, second)).toBeVisible()

  await player.selectOption('All players')
  await expect(historyRow(page, first)).toBeVisible()
  await expect(historyRow(page, second)).toBeVisible()
})

test('a year without registrations says so (P2.96 P2.106)', async ({ page, guardian: _ }) => {
  await openHistory(page, 2019)

  await expect(page.getByText('No registrations found for 2019!', { exact: true })).toBeVisible()
  await expect(page.getByText('All paid for 2019', { exact: true })).toBeVisible()
})

test('the table tells of each registration what it is, what was paid and what can be done (P2.103 P2.104 P2.105 P4.18 P4.19)', async ({
  page,
  db,
  guardian,
}) => {
  const [unpaid, byCash, byCard] = [
    await aWishInLatestYear(db, guardian, 6_500),
    await aWishInLatestYear(db, guardian, 7_500),
    await aWishInLatestYear(db, guardian, 8_550),
  ]
  await register(page, [unpaid], 'later')
  const { ids } = await register(page, [byCash], 'later')
  await payByHand(db, ids, 'cash')
  await register(page, [byCard], 'card')

  await openHistory(page)

  const columns = ['Player', 'Session', 'Dates', 'Session description', 'Amount paid', 'Actions']
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  for (const [wish, paid, act, notOffered] of [
    [unpaid, '$0.00', 'Pay now', 'Receipt'],
    [byCash, '$75.00', 'Receipt', 'Pay now'],
    [byCard, '$85.50', 'Receipt', 'Pay now'],
  ] as const) {
    const row = historyRow(page, wish)
    await expect(row).toContainText(wish.event.name)
    await expect(row).toContainText('Dec 30 – Jan 2')
    await expect(row).toContainText('Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)')
    await expect(row.getByRole('cell').nth(4)).toContainText(paid)
    const actions = row.getByRole('cell').nth(5)
    await expect(actions).toContainText(act)
    await expect(actions).not.toContainText(notOffered)
    await expect(actions.getByRole('button', { name: 'Unregister' })).toBeEnabled()
  }
})

test('receipts open in a new tab, one kind for a card and one for cash or check (P1.14 P2.126 P2.127)', async ({
  page,
  db,
  guardian,
}) => {
  const byCard = await aWishInLatestYear(db, guardian, 8_550)
  const byCheck = await aWishInLatestYear(db, guardian, 7_500)
  const { transactionId } = await register(page, [byCard], 'card')
  const { ids } = await register(page, [byCheck], 'later')
  await payByHand(db, ids, 'check')
  await openHistory(page)
  const { event, player } = byCheck
  const cashReceipt = `${event.id}/clinic/${ids[0]}/${player.id}/${guardian.id}/`
  for (const [wish, amount, path] of [
    [byCard, '$85.50', `/pages/invoice/receipt/${guardian.id}/${transactionId}`],
    [byCheck, '$75.00', `/pages/invoice/cash-receipt/${cashReceipt}`],
  ] as const) {
    const receipt = await openTab(historyRow(page, wish).getByRole('link', { name: 'Receipt' }))
    await expect(receipt).toHaveURL(path)
    await expect(receipt.getByRole('heading', { level: 1 })).toHaveText('Payment receipt')
    await expect(historyRow(receipt, wish)).toContainText(amount)
  }
})

test('invoices and receipts are their family’s alone; the bare address leads to them (P1.15)', async ({
  page,
  browser,
  context,
  db,
  guardian,
}) => {
  const wish = await aWishInLatestYear(db, guardian)
  const { ids } = await register(page, [wish], 'later')
  await payByHand(db, ids, 'check')
  const stranger = await anAccount(db)
  const elsewhere = await browser.newContext({ baseURL: site })
  await signIn(db, elsewhere, stranger.id)
  const papersFor = (accountId: string) => [
    `/invoice/unpaid-invoice/${accountId}/${latest}`,
    `/invoice/cash-receipt/${wish.event.id}/clinic/${ids[0]}/${wish.player.id}/${accountId}/`,
  ]

  const strangers = [...papersFor(guardian.id), papersFor(stranger.id)[1]]
  for (const path of strangers) expect((await elsewhere.request.get(`/pages${path}`)).status()).toBe(404)

  await elsewhere.close()
  for (const path of papersFor(guardian.id)) {
    await page.goto(path)
    await expect(page).toHaveURL(`/pages${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Invoice|Payment receipt)$/)
  }
  await context.clearCookies()
  const [invoice = ''] = papersFor(guardian.id)
  await page.goto(invoice)
  await logIn(page, guardian)
  await expect(page).toHaveURL(`/pages${invoice}`)
})
