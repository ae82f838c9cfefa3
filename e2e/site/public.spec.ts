import { readFile } from 'node:fs/promises'
import { staff } from '../../web/app/events/events.tables.ts'
import { addDays, todayIn } from '../../web/app/platform/format/dates.ts'
import { anAccount, anEvent, aSession, timeZone } from '../../web/test/builders/builders.ts'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { expect, signIn, site, test } from '../support/fixtures.ts'
import { aWish, eventPage, register } from '../support/shop.ts'

// One test empties the staff page for a moment: here one follows the other.
test.describe.configure({ mode: 'default' })

const year = Number(todayIn(timeZone).slice(0, 4))

test('the programme has a picture of its own, an event its coach, and the staff of this year picture or initials, name and bio (P1.4 P2.7 P2.46 P2.47 P3.19)', async ({
  page,
}) => {
  await page.goto('/')
  const wide = page.getByRole('img', { name: 'two blue courts from above' })
  await wide.scrollIntoViewIfNeeded()
  await expect(async () => {
    expect(await wide.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\/\d+\/avif$/)
    expect(await wide.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }).toPass()
  await page.getByRole('main').getByRole('link', { name: 'Green Ball Clinic' }).click()
  const coach = page.getByRole('region', { name: 'Your coach' })
  await expect(coach).toContainText('Mara“If you can keep it going three times')
  await expect(coach.getByRole('img', { name: 'Portrait of Mara Quillfeather' })).toBeVisible()
  await expectFitInLightAndDark(page, 'event with its coach')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Staff' }).click()

  await expect(page).toHaveURL('/pages/staff')
  await expect(page.getByRole('heading', { level: 1, name: `${year} staff` })).toBeVisible()
  const cards = page.getByRole('main').getByRole('listitem')
  const mara = cards.filter({ has: page.getByRole('heading', { name: 'Mara Quillfeather' }) })
  await expect(mara).toContainText('Head coach.')
  const picture = mara.getByRole('img')
  await expect(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  expect(await picture.getAttribute('src')).not.toContain('data:')
  await expect(cards.filter({ hasText: 'Wren Abernackle' })).toContainText('WA')
  await expectFitInLightAndDark(page, 'staff')
  await page.getByRole('link', { name: `${year - 1} staff` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${year - 1} staff` })).toBeVisible()
  await expect(page.getByText('Wren Abernackle')).toBeHidden()
})

test('before anybody is named, the staff page says to come back, to anybody (P2.48 P2.49 P6.2)', async ({
  page,
  db,
}) => {
  const others = await db.select().from(staff)
  await db.delete(staff)
  try {
    await page.goto('/pages/staff')

    await expect(page.getByRole('heading', { name: 'Please check back soon!' })).toBeVisible()
    await expect(page.locator('main svg.lone-ball')).toBeVisible()
    await expectFitInLightAndDark(page, 'no staff')
  } finally {
    await db.insert(staff).values(others)
  }
})

test('anybody reads what is stored, who controls it, how it is kept safe, which cookies, and whom to ask (P2.23 P2.122 P6.7)', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()

  await expect(page).toHaveURL('/pages/policy')
  for (const name of [
    'Information we collect',
    'Children',
    'Your control',
    'Security',
    'Cookies',
    'Contact',
  ]) {
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 2, name })).toBeInViewport()
  }
  await expect(
    page.getByRole('main').getByRole('link', { name: 'help@courtside.example' }).last(),
  ).toBeVisible()
  await expectFitInLightAndDark(page, 'policy')
})

test('what the notice says of cookies and storage is all that there is', async ({
  page,
  context,
  db,
  guardian,
}) => {
  await page.goto(eventPage((await aWish(db, guardian)).event))
  await page.goto('/pages/policy')

  expect((await context.cookies()).map(({ name }) => name)).toEqual(['sign-in'])
  const kept = await page.evaluate(() => [...Object.keys(localStorage)])
  expect(kept.filter((name) => name !== 'cart')).toEqual([])
})

test('search engines find what is offered, with dates, place and price, and nothing of a family', async ({
  page,
  db,
}) => {
  const event = await anEvent(db, { name: 'Red </script> Ball', priceCents: 9550 })
  await aSession(db, { eventId: event.id, places: 4, taken: 4, startsOn: addDays(todayIn(timeZone), 20) })
  const gone = await anEvent(db, { isActive: false })
  const [sitemap, robots] = await Promise.all([
    page.request.get('/sitemap.xml'),
    page.request.get('/robots.txt'),
  ])
  expect(await sitemap.text()).toContain(`<loc>${site}${eventPage(event)}</loc>`)
  expect(await sitemap.text()).not.toContain(`${eventPage(gone)}<`)
  expect(await robots.text()).toContain(`Sitemap: ${site}/sitemap.xml`)
  expect(await robots.text()).toContain('Disallow: /pages/registration-history')

  await page.goto(`${eventPage(event)}?from=a-mail`)

  const facts = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(facts['@graph'][0]).toMatchObject({
    '@type': 'SportsEvent',
    startDate: addDays(todayIn(timeZone), 20),
    location: { name: 'Fairmeadow Park Tennis Club' },
    offers: { price: '95.50', priceCurrency: 'USD', availability: 'https://schema.org/SoldOut' },
  })
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', site + eventPage(event))
  const preview = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect((await page.request.get(preview ?? '')).headers()['content-type']).toBe('image/png')
})

test('a family puts its sessions into its calendar, and nobody else can', async ({
  page,
  context,
  db,
  guardian,
}) => {
  const wish = await aWish(db, guardian)
  const { ids } = await register(page, [wish, await aWish(db, guardian)], 'later')
  const ownYear = wish.session.startsOn.slice(0, 4)
  await page.goto(`/pages/registration-history?year=${ownYear}`)

  const [all] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Add all to a calendar' }).click(),
  ])

  expect(all.suggestedFilename()).toBe(`sessions-${ownYear}.ics`)
  const registrationsIn = (file: string) =>
    [...file.matchAll(/^UID:registration-(\d+)@/gm)].map(([, id]) => Number(id))
  expect(new Set(registrationsIn(await readFile(await all.path(), 'utf8')))).toEqual(new Set(ids))
  const single = `/pages/registration-history/calendar?registration=${ids[0]}`
  await expect(page.getByRole('link', { name: `Calendar ${wish.player.firstName}` })).toHaveAttribute(
    'href',
    single,
  )
  const file = await (await page.request.get(single)).text()
  expect(registrationsIn(file)).toEqual([ids[0]])
  expect(file).toContain(`SUMMARY:${wish.player.firstName}: ${wish.event.name}`)
  expect(file).toContain(`DTSTART;VALUE=DATE:${wish.session.startsOn.replaceAll('-', '')}`)
  await context.clearCookies()
  expect((await page.request.get(single)).url()).toContain('/pages/login')
  await signIn(db, context, (await anAccount(db)).id)
  expect((await page.request.get(single)).status()).toBe(404)
})
