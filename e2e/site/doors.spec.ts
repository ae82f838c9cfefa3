import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { signIns } from '../../web/app/people/people.tables.ts'
import { fullName } from '../../web/app/people/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { aWish, eventPage, fillCart, logIn } from '../support/shop.ts'

async function logOut(page: Page) {
  await page.getByRole('banner').locator('summary').click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log out' })).toHaveCount(0)
}

test('after log-out the Back button shows nothing of the family, pages with forms included', async ({
  page,
  db,
  guardian,
}) => {
  const { event, player } = await aWish(db, guardian)
  const names = page.getByText(player.firstName)
  await page.goto('/pages/family-players')
  await expect(names.first()).toBeVisible()
  await page.goto('/pages/emergency-contact')
  await expect(page.getByLabel('Phone')).not.toHaveValue('')
  await page.goto(eventPage(event))
  await expect(page.getByRole('option', { name: fullName(player) })).toBeAttached()
  await page.goto('/pages/policy')
  await logOut(page)

  for (const shown of ['/pages/policy', eventPage(event), '/pages/login', '/pages/login']) {
    await page.goBack()
    await expect(page).toHaveURL((url) => url.pathname === shown)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(names).toHaveCount(0)
    await expect(page.getByLabel('Phone')).toHaveCount(0)
  }
})

test('a page that the browser kept whole asks who is there before it shows a family', async ({
  page,
  db,
  guardian,
}) => {
  const { player } = await aWish(db, guardian)
  await page.goto('/pages/family-players')
  await expect(page.getByRole('row', { name: fullName(player) })).toBeVisible()
  await db.delete(signIns).where(eq(signIns.accountId, guardian.id))

  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(page).toHaveURL(/\/pages\/login/, { timeout: 1000 })
  }, 'once the page is alive').toPass()
})

test('logging out empties the cart of this browser', async ({ page, db, guardian }) => {
  const wish = await aWish(db, guardian)
  await fillCart(page, wish)
  await logOut(page)

  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(kept).not.toContain(wish.player.firstName)
  await page.goto('/pages/cart')
  await logIn(page, guardian)
  await expect(page.getByText('Your cart is empty', { exact: true })).toBeVisible()
})

test('the licences of what the site’s scripts hold are served with them', async ({ request }) => {
  const licences = await request.get('/licenses.txt')
  expect(licences.headers()['content-type']).toContain('text/plain')
  for (const name of ['react-dom', 'react-router', '@fontsource-variable/archivo'])
    expect(await licences.text()).toContain(`## ${name} - `)
})

test('files of the site are kept by the browser, and scripts for good', async ({ request }) => {
  const page = await request.get('/')
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(await page.text()) ?? []
  const [ofScript, ofIcon] = [await request.get(script), await request.get('/favicon.svg')]

  for (const answer of [page, ofScript, ofIcon]) {
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-security-policy']).toContain("default-src 'none'")
    // Nginx reuses a connection for a minute, Caddy for two: later than that the site may end it.
    expect(answer.headers()['keep-alive']).toBe('timeout=125')
  }
  expect(ofScript.headers()['content-type']).toBe('text/javascript; charset=utf-8')
  expect(ofScript.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(ofIcon.headers()['cache-control']).toBe('public, max-age=86400')
  const plain = await request.get(script, { headers: { 'Accept-Encoding': 'identity' } })
  for (const answer of [ofScript, plain]) expect(answer.headers().vary).toBe('Accept-Encoding')
})
