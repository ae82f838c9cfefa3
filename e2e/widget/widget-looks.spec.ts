import { expectNoViolations } from '../support/axe.ts'
import { expect } from '../support/fixtures.ts'
import { cardField } from '../support/ways-to-pay/cards.ts'
import { type Merchant, openWidget, test } from '../support/widget/merchant-page.ts'

test('typed text follows the colours of the page, its scheme and its size, while the widget stands', async ({
  page,
  merchantPage,
}) => {
  await openWidget(page, merchantPage)
  const number = cardField(page, 'Credit Card Number')
  const setOnPage = (name: string, value: string) =>
    page.evaluate(([property, value]) => document.documentElement.style.setProperty(property, value), [
      name,
      value,
    ] as const)

  await setOnPage('color-scheme', 'dark')
  await expect(number).toHaveCSS('color', 'rgb(240, 240, 240)')
  await setOnPage('--pay-ink', 'rgb(9, 99, 199)')
  await expect(number).toHaveCSS('color', 'rgb(9, 99, 199)')
  await setOnPage('font-size', '32px')
  await expect(number).toHaveCSS('font-size', '34px')
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  await expect(number).toHaveCSS('text-align', 'right')
  await expect(number).toHaveCSS('direction', 'ltr')
  await expect(cardField(page, 'Postal Code')).toHaveCSS('direction', 'rtl')
  await number.pressSequentially('378282')
  await expect(cardField(page, 'CVV')).toHaveAccessibleName('CVV (4 digits)')
  await number.fill('411111')
  await expect(cardField(page, 'CVV')).toHaveAccessibleName('CVV (3 digits)')
})

test('a widget in French turns Arabic while a number is half typed: number, focus and view stay, lines run from the right', async ({
  page,
  merchantPage,
}) => {
  const card = { cardholderName: { required: true } }
  await openWidget(page, merchantPage, { locale: 'fr', card }, ['fake-valid-visa-nonce'])
  const wrapper = page.locator('[data-braintree-id=wrapper]')
  const name = cardField(page, 'Cardholder Name')
  const number = cardField(page, 'Credit Card Number')
  await expect(wrapper).toHaveAttribute('lang', 'fr-FR')
  await page.getByRole('button', { name: 'Choisir un autre moyen de paiement' }).click()
  await expect(name).toBeFocused()
  await page.keyboard.press('Tab')
  await number.pressSequentially('411111')
  await expect(page.getByText('Veuillez saisir le nom inscrit sur la carte.')).toBeVisible()
  const shown = `${await wrapper.getAttribute('class')}`

  await page.evaluate(() => (window as Window & Merchant).widget?.setLocale('ar'))

  await expect(page.getByText('يرجى إدخال الاسم المكتوب على البطاقة.')).toBeVisible()
  await expect(wrapper).toHaveAttribute('lang', 'ar-EG')
  await expect(wrapper).toHaveAttribute('dir', 'rtl')
  await expect(wrapper).toHaveClass(shown)
  await expect(page.getByText('رقم البطاقة', { exact: true })).toBeVisible()
  await expect(number).toHaveAccessibleName('رقم البطاقة')
  await expect(name).toHaveAccessibleDescription('يرجى إدخال الاسم المكتوب على البطاقة.')
  await expect(name).toHaveAttribute('placeholder', 'الاسم المكتوب على البطاقة')
  await expect(name).toHaveCSS('direction', 'rtl')
  await expect(number).toHaveCSS('direction', 'ltr')
  await expect(number).toHaveCSS('text-align', 'right')
  await expect(number).toBeFocused()
  await page.keyboard.type('22')
  await expect(number).toHaveValue('4111 1122')
  await expectNoViolations(page)
})
