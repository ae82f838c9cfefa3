import { anEvent, aSession, password } from '../../web/test/builders/builders.ts'
import { expectNoViolations } from '../support/axe.ts'
import { expectPaid } from '../support/checkout.ts'
import { expect, test } from '../support/fixtures.ts'
import { openFromSeason, openTab, typePlayer } from '../support/shop.ts'
import { cards, deviceData, registerAndPayByCard } from '../support/ways-to-pay/cards.ts'

test('a parent finds a clinic, makes an account, adds a child, pays by card and prints the receipt (P1.8 P1.9 P2.88 P2.126 P4.10)', async ({
  page,
  db,
  mailbox,
}, { project }) => {
  test.setTimeout(90_000)
  const event = await anEvent(db, { name: `Red Ball Mornings ${project.name}`, priceCents: 18_000 })
  const session = await aSession(db, { eventId: event.id, places: 12 })
  const email = `journey-${project.name}-${Date.now()}@example.test`

  // None of them is offered here.
  const ofOtherWays: string[] = []
  page.on('request', (sent) => {
    if (/three-d-secure|venmo|apple|google|paypal/i.test(new URL(sent.url()).pathname))
      ofOtherWays.push(sent.url())
  })

  await test.step('finds the clinic in the season', async () => {
    await openFromSeason(page, event)
    await expect(page.getByRole('heading', { level: 1, name: event.name })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Create Account' }).click()
  })

  await test.step('makes an account', async () => {
    await page.getByLabel('First name').filter({ visible: true }).fill('Robin')
    await page.getByLabel('Last name').filter({ visible: true }).fill('Vale')
    await page.getByLabel('Phone').filter({ visible: true }).pressSequentially('5550100142')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Read the liability release' }).click()
    await expect(page.getByRole('dialog')).toContainText('Fairmeadow')
    await page.getByRole('button', { name: 'I accept' }).click()
    await expect(page.getByLabel('I have read and accept the liability release.')).toBeChecked()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('Your account was successfully created!')).toBeVisible()
  })

  await test.step('activates it from the mail and logs in', async () => {
    await page.goto(await mailbox.linkTo(email, '/pages/confirm/'))
    await expect(page.getByText('Your account has been successfully activated!')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { level: 1, name: event.name })).toBeVisible()
  })

  await test.step('adds a child, who is chosen at once', async () => {
    await page.getByRole('button', { name: 'Add a new player' }).click()
    await typePlayer(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Add player' }).click()
    await expect(page.getByText('Save Successful')).toBeVisible()
    await expect(page.getByLabel('Player', { exact: true }).locator('option:checked')).toHaveText(
      'Juniper Vale',
    )
  })

  await test.step('puts a session in the cart', async () => {
    await page.getByLabel('Session', { exact: true }).selectOption(String(session.id))
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(page.getByText('Successfully Added to Cart!')).toBeVisible()
    await page.getByRole('link', { name: 'View cart' }).click()
    await expect(page.getByRole('row', { name: 'Juniper Vale' })).toContainText('$180.00')
    await expectNoViolations(page)
    await page.getByRole('link', { name: 'Check out' }).click()
  })

  await test.step('pays by card, and has loaded nothing of other ways to pay', async () => {
    const payment = page.waitForRequest('**/api/post-transaction')
    await registerAndPayByCard(page, cards.accepted)
    expect((await payment).postDataJSON().device_data).toMatch(deviceData)
    await expectPaid(page)
    expect(ofOtherWays).toEqual([])
    await expectNoViolations(page)
  })

  await test.step('opens the receipt in a new tab and prints it', async () => {
    const receipt = await openTab(page.getByRole('link', { name: 'Print Payment Receipt' }))
    await expect(receipt.getByRole('row', { name: 'Juniper Vale' })).toContainText('$180.00')
    await receipt.evaluate(() =>
      Object.assign(globalThis, { print: () => document.body.classList.add('printed') }),
    )
    await receipt.getByRole('button', { name: 'Print' }).click()
    await expect(receipt.locator('body')).toHaveClass(/printed/)
    await expectNoViolations(receipt)
    await receipt.emulateMedia({ media: 'print' })
    await expect(receipt.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(receipt.getByRole('row', { name: 'Juniper Vale' })).toBeVisible()
  })

  await test.step('the cart is empty and the session stands in the history', async () => {
    await page.goto('/pages/registration-history')
    await page.getByLabel('Year').selectOption(session.startsOn.slice(0, 4))
    await expect(page.getByRole('row', { name: 'Juniper Vale' })).toBeVisible()
    await page.goto('/pages/cart')
    await expect(page.getByText('Your cart is empty')).toBeVisible()
  })
})
