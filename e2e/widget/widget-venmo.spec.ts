import type { Page } from '@playwright/test'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { expect, sandbox } from '../support/fixtures.ts'
import { account, option, sheetError } from '../support/ways-to-pay/paypal.ts'
import {
  androidChrome,
  approveAs,
  codeFrame,
  expectCodeInSight,
  leadBack,
  openVenmo,
  scanCode,
  venmoButton,
} from '../support/ways-to-pay/venmo.ts'
import { merchantAt } from '../support/widget/merchant.ts'
import { create, openWidget, request, test } from '../support/widget/merchant-page.ts'

const merchant = merchantAt(Number(new URL(sandbox || 'http://nowhere').port))
const once = { paymentMethodUsage: 'single_use' }

/** The chosen account pays, at the gateway too. */
async function expectSale(page: Page, amount: string, name: string) {
  await expect(account(page, `@${name}`)).toHaveAttribute('aria-pressed', 'true')
  const payload = await request(page)
  expect(payload).toMatchObject({ type: 'VenmoAccount', details: { username: `@${name}` } })
  const sale = await merchant.transaction.sale({ amount, paymentMethodNonce: payload?.nonce })
  expect(sale).toMatchObject({ success: true, transaction: { venmoAccount: { username: name } } })
}

test.describe('on a computer', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('a guest scans a QR code by phone: declines, takes a new code, and pays (L1.1 L2.17 L2.40 L2.41 L2.42)', async ({
    page,
    merchantPage,
  }) => {
    const words = page.getByRole('alert').filter({ hasText: /./ })
    await openWidget(page, merchantPage, { venmo: { ...once, allowDesktop: true } })
    await option(page, 'Venmo').press('Enter')
    await expectFitInLightAndDark(page, 'venmo sheet')
    await expect(request(page)).rejects.toThrow('No payment method is available.')
    await expect(sheetError(page)).toHaveText('Use the Venmo button to continue.')
    await venmoButton(page).press('Enter')

    await expect(
      codeFrame(page).getByText('To scan the QR code, open your app', { exact: true }),
    ).toBeVisible()
    await expect(words).toHaveText('To scan the QR code, open your app')
    await expect(sheetError(page)).toBeHidden()
    await expectCodeInSight(page)
    await expectFitInLightAndDark(page, 'venmo code')
    const phone = await scanCode(page)
    await expect(words).toHaveText('Authorize on your app')
    await expect(codeFrame(page).getByText('Authorize on your app', { exact: true })).toBeVisible()
    await phone.getByRole('button', { name: 'Decline' }).click()
    await expect(words).toHaveText('The authorization was canceled')

    await page.setViewportSize({ width: 390, height: 844 })
    await expect(codeFrame(page).getByRole('button', { name: 'Show a new code' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(words).toHaveText('To scan the QR code, open your app')
    await expectCodeInSight(page)
    await approveAs(await scanCode(page, phone), 'robin')
    await expect(words).toHaveText('account authorized')
    await expect(codeFrame(page).getByText('account authorized', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape') // it would close by itself in a moment
    await expectSale(page, '31.00', 'robin')
  })

  test('who closes the QR code, also before it is there, is back at the button without a word (L2.37 L2.38 L2.39 L2.50)', async ({
    page,
    merchantPage,
  }) => {
    await openWidget(page, merchantPage, { card: false, venmo: { ...once, allowDesktop: true } })
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('mutation CreateVenmo') ? undefined : route.continue(),
    )
    await venmoButton(page).press('Enter')
    await expect(codeFrame(page).getByText('Generating a QR code, get your app ready')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
      'Generating a QR code, get your app ready',
    )
    await expect(codeFrame(page).getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(codeFrame(page).getByRole('heading')).toBeHidden()
    await expect(venmoButton(page)).toBeFocused()
    await page.keyboard.press('Space')
    await expect(codeFrame(page).getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(venmoButton(page)).toBeFocused()
    await expect(sheetError(page)).toBeHidden()
  })

  test('a guest logs in to Venmo in a window, after closing one and canceling beside one (L2.48 L2.51 L9.4)', async ({
    page,
    merchantPage,
  }) => {
    await openWidget(page, merchantPage, { card: false, venmo: { ...once, allowDesktopWebLogin: true } })
    for (const name of ['venmo-landing-frame.min', 'redirect-frame'])
      expect((await page.request.get(`${sandbox}/web/3.99.0/html/${name}.html`)).ok()).toBe(true)
    const closed = await openVenmo(page)
    expect(await closed.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([400, 570])
    await expect(page.getByRole('heading', { name: 'What would you like to do?' })).toBeVisible()
    await expectFitInLightAndDark(page, 'venmo backdrop')
    await closed.close()
    await expect(sheetError(page)).toHaveText('The Venmo payment was canceled.')
    const canceled = await openVenmo(page)
    await page.getByRole('button', { name: 'Cancel payment' }).press('Enter')
    await expect.poll(() => canceled.isClosed()).toBe(true)
    await expect(venmoButton(page)).toBeFocused()

    const login = await openVenmo(page)
    await page.getByRole('button', { name: 'Continue payment' }).click()
    await approveAs(login, 'sasha')
    await expectSale(page, '32.00', 'sasha')
  })
})

test.describe('on a phone', () => {
  test.use({ userAgent: androidChrome })

  test('the button opens the app, which leads back to the page, or to a page loaded anew (L7.34 L7.36 L7.37)', async ({
    page,
    merchantPage,
  }) => {
    const venmo = { ...once, totalAmount: '33.00' }
    const authorization = await openWidget(page, merchantPage, { card: false, venmo })
    const left = await openVenmo(page)
    await left.getByRole('button', { name: 'Decline' }).click()
    await leadBack(page, left)
    await expect(sheetError(page)).toHaveText('The Venmo payment was canceled.')
    await expect(page).toHaveURL(merchantPage)

    const app = await openVenmo(page)
    await expect(app.getByText('asks for a payment of 33.00')).toBeVisible()
    await approveAs(app, 'robin')
    await app.waitForURL(/#venmoSuccess=1/)
    await create(app, { authorization, card: false, venmo })
    await expect(account(app, '@robin')).toBeVisible()
    await expect(app).toHaveURL(merchantPage)

    const back = await openVenmo(page)
    await approveAs(back, 'sasha')
    await leadBack(page, back)
    await expectSale(page, '33.00', 'sasha')
  })
})
