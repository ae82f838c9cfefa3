import { aSession, password } from '../../web/test/builders/builders.ts'
import { expectNoViolations, picture } from '../support/axe.ts'
import { expectPaid, expectRegistered, payLater } from '../support/checkout.ts'
import { expect, site, test } from '../support/fixtures.ts'
import { openHistory } from '../support/history.ts'
import { addToCart, fillLogin, logIn, typePlayer } from '../support/shop.ts'
import { cards, registerAndPayByCard } from '../support/ways-to-pay/cards.ts'
import { enlargeText } from '../support/widths.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a new family signs up from an event, opens the mail in another browser, and comes back there to add its first player, and pays for a place (P4.10)', async ({
  page,
  db,
  mailbox,
  browser,
}) => {
  test.setTimeout(90_000)
  const session = await aSession(db)
  const event = `/pages/clinic/${session.eventId}`
  const email = `robin-${crypto.randomUUID()}@example.test`

  await page.goto(event)
  await picture(page, '1 event, from a poster')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await page.getByText('Menu', { exact: true }).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Create Account' })
    .filter({ visible: true })
    .click()
  await page.getByLabel('First name').filter({ visible: true }).fill('Robin')
  await page.getByLabel('Last name').filter({ visible: true }).fill('Vale')
  await page.getByLabel('Phone').filter({ visible: true }).fill('+1 555 010 0123')
  await fillLogin(page, ` ${email.toUpperCase()} `)
  await picture(page, '2 account')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Your account was successfully created!')).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: site, viewport: { width: 390, height: 844 } })
  const mailed = await elsewhere.newPage()
  await mailed.goto(await mailbox.linkTo(email, '/pages/confirm/'))
  await expect(mailed.getByText('Your account has been successfully activated!')).toBeVisible()
  await picture(mailed, '3 activated')
  await mailed.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await mailed.getByLabel('Email').fill(email)
  await mailed.getByLabel('Password', { exact: true }).fill(password)
  await mailed.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(mailed).toHaveURL(event)
  await expectNoViolations(mailed)
  await picture(mailed, '4 back at the event')

  const first = mailed.getByRole('button', { name: 'Add your first player' })
  await enlargeText(mailed)
  await expect(first).toBeInViewport({ ratio: 1 })
  expect((await mailed.locator('.bottom-bar').boundingBox())?.height).toBeLessThan(844 / 4)
  await mailed.reload()

  await first.click()
  await typePlayer(mailed)
  await mailed.getByRole('dialog').getByRole('button', { name: 'Add player' }).click()
  await expect(mailed.getByLabel('Player', { exact: true }).locator('option:checked')).toHaveText(
    'Juniper Vale',
  )
  await expect(first).toHaveCount(0)
  await expect(mailed.getByLabel('Session', { exact: true })).toBeFocused()
  await mailed.getByLabel('Session', { exact: true }).selectOption(String(session.id))
  await addToCart(mailed)
  await expect(mailed.getByText('Successfully Added to Cart!')).toBeVisible()
  await picture(mailed, '5 in the cart')
  await mailed.getByRole('link', { name: 'View cart' }).click()
  await expect(mailed.getByRole('row', { name: 'Juniper Vale' })).toBeVisible()
  await mailed.getByRole('link', { name: 'Check out' }).click()
  await registerAndPayByCard(mailed, cards.accepted)
  await expectPaid(mailed)
  await picture(mailed, '6 paid')
  await elsewhere.close()
})

test('a player of fifteen makes an account of the own, registers for a clinic without anybody’s help, and finds it in the history (P4.29)', async ({
  page,
  db,
  mailbox,
}) => {
  const session = await aSession(db)
  const email = `sasha-${crypto.randomUUID()}@example.test`
  const birthday = `${new Date().getFullYear() - 15}-01-01`

  await page.goto(`/pages/clinic/${session.eventId}`)
  await page.getByRole('main').getByRole('link', { name: 'Create Account' }).click()
  await page.getByText('I register myself.').click()
  const player = page.getByRole('group', { name: 'About the player' })
  await player.getByLabel('First name').fill('Sasha')
  await player.getByLabel('Last name').fill('Demowitz')
  await player.getByLabel('Birthday').fill(birthday)
  await player.getByLabel('Skill level').selectOption('Advanced')
  const contact = page.getByRole('group', { name: 'Emergency contact' })
  await contact.getByLabel('First name').fill('Robin')
  await contact.getByLabel('Last name').fill('Vale')
  await contact.getByLabel('Phone').fill('5550100142')
  await fillLogin(page, email)
  await picture(page, '1 account')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Your account was successfully created!')).toBeVisible()

  await page.goto(await mailbox.linkTo(email, '/pages/confirm/'))
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(page, { email, password })
  await page.getByLabel('Player', { exact: true }).selectOption({ label: 'Sasha Demowitz' })
  await page.getByLabel('Session', { exact: true }).selectOption(String(session.id))
  await picture(page, '2 event')
  await addToCart(page)
  await page.getByRole('link', { name: 'View cart' }).click()
  await page.getByRole('link', { name: 'Check out' }).click()
  await payLater(page)
  await expectRegistered(page)
  await picture(page, '3 registered')

  await openHistory(page, session.startsOn.slice(0, 4))
  await expect(page.getByRole('row', { name: 'Sasha Demowitz' })).toBeVisible()
  await picture(page, '4 history')
})
