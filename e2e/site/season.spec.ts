import type { Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { sessions } from '../../web/app/events/events.tables.ts'
import { addDays, todayIn } from '../../web/app/platform/format/dates.ts'
import { inDollars } from '../../web/app/platform/format/money.ts'
import { programme } from '../../web/app/platform/settings/programme.tables.ts'
import { anAccount, anEvent, aPlayer, aSession, timeZone } from '../../web/test/builders/builders.ts'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { addToCart, aWish, eventPage, openFromSeason, typePlayer } from '../support/shop.ts'

const kinds = ['clinic', 'lesson', 'league', 'tournament'] as const
const nextYear = Number(todayIn(timeZone).slice(0, 4)) + 1
const inJune = { startsOn: `${nextYear}-06-21`, endsOn: `${nextYear}-06-24` }
const description = 'Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const box = (page: Page) => page.getByRole('complementary', { name: 'Register for' })

test('nobody in particular browses clinics, lessons, leagues and tournaments (P1.1 P6.1)', async ({
  page,
  db,
}) => {
  for (const kind of kinds) {
    const event = await anEvent(db, { kind, name: `Open ${kind} ${crypto.randomUUID().slice(0, 8)}` })
    await aSession(db, { eventId: event.id })

    await openFromSeason(page, event)

    await expect(heading(page)).toHaveText(event.name)
  }
})

test('the line below a heading of the first page is the season file’s, or ours', async ({ page, db }) => {
  await db.update(programme).set({ sections: { lessons: 'Eight Saturdays, four to a court.' } })

  await page.goto('/')

  const section = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(section('Lessons')).toContainText('Eight Saturdays, four to a court.')
  await expect(section('Clinics')).toContainText('A few days in a row, in small groups.')
})

test('a family sees by a player’s name or by an age what fits, and nothing is hidden; its first screen says for whom, where and from what price, and the page for all names no player', async ({
  page,
  context,
  db,
  guardian,
}) => {
  const events = []
  for (const [agesFrom, agesTo] of [
    [5, 7],
    [15, 17],
  ] as const) {
    const ages = `Ages ${agesFrom} to ${agesTo}`
    const name = `League ${crypto.randomUUID().slice(0, 8)}`
    const event = await anEvent(db, { kind: 'league', name, summary: `${ages} · Sundays` })
    await aSession(db, { eventId: event.id, ...inJune, agesFrom, agesTo, description: `Sundays (${ages})` })
    events.push(page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) }))
  }
  const [young, older] = events
  if (!young || !older) throw new Error('Two events are made.')
  await aPlayer(db, { accountId: guardian.id, firstName: 'Mia', birthday: `${nextYear - 6}-01-01` })
  const weightOf = (row: typeof young) =>
    row.getByRole('link').evaluate((link) => getComputedStyle(link).fontWeight)

  const own = await page.goto('/?kind=leagues')
  expect(own?.headers()['cache-control']).toBe('private, no-store')
  for (const fact of ['A non-profit in Fairmeadow, CA', /^Ages \d+–\d+$/, /^(From|Free and from) \$\d+/])
    await expect(page.locator('.hero').getByText(fact)).toBeInViewport({ ratio: 1 })
  for (const chip of [/^Mia$/, 'Ages 5–7'])
    for (const isPressed of [true, false]) {
      await page.getByRole('button', { name: chip }).tap()
      await expect(page.getByRole('button', { name: chip, pressed: isPressed })).toBeVisible()
      await expect(older).toBeVisible()
      await expect(older.getByText('(does not fit)')).toHaveCount(isPressed ? 1 : 0)
      expect(await weightOf(older), 'not by colour alone').toBe(isPressed ? '400' : '800')
      expect(await weightOf(young)).toBe('800')
      const count = page.getByRole('status').filter({ hasText: /^\d+ of \d+ fits? (Mia|ages 5–7)\. / })
      await expect(count).toHaveCount(isPressed ? 1 : 0)
      if (isPressed) await expectFitInLightAndDark(page, `fits ${chip}`)
    }

  await context.clearCookies()
  const ofAll = await page.goto('/?kind=leagues')
  expect(ofAll?.headers()['cache-control']).toContain('public')
  await expect(page.getByRole('button', { name: 'Ages 5–7' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mia' })).toHaveCount(0)
  for (const words of ['Ages 5 to 7', '$180'])
    expect(
      await young.getByText(words).evaluate((part) => Number.parseFloat(getComputedStyle(part).fontSize)),
    ).toBeGreaterThanOrEqual(18)
})

test('each kind of event has pages of its own, by id (P1.2 P2.2 P2.3 P2.4 P2.5)', async ({ page, db }) => {
  for (const kind of kinds) {
    const event = await anEvent(db, { kind })

    await page.goto(`/pages/${kind}/${event.id}`)

    await expect(heading(page)).toHaveText(event.name)
    for (const other of kinds.filter((name) => name !== kind))
      expect((await page.request.get(`/pages/${other}/${event.id}`)).status()).toBe(404)
  }
})

test('an event says where, when and what it is, and how to register (P1.3 P2.25 P2.26 P2.27 P2.29)', async ({
  page,
  db,
}) => {
  const event = await anEvent(db, {
    kind: 'lesson',
    location: 'Millbrook Courts<br>4 Mill Lane<br/>Saturdays, 9:00 to 10:00 am',
    description: 'One coach, one court, one hour.',
    formats: ['Four players to a court', 'Bring water'],
  })
  await page.goto(eventPage(event))

  await expect(page.getByRole('heading', { name: 'Location and Time' })).toBeVisible()
  for (const line of ['Millbrook Courts', '4 Mill Lane', 'Saturdays, 9:00 to 10:00 am'])
    await expect(page.getByText(line, { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Description' })).toContainText(
    'One coach, one court, one hour.',
  )
  const format = page.getByRole('region', { name: 'Format' }).getByRole('listitem')
  await expect(format).toHaveText(['Four players to a court', 'Bring water'])
  await expect(box(page)).toBeVisible()
})

test('missions stand on a clinic’s page, and on no other (P2.30)', async ({ page, db }) => {
  const missions = ['Every child plays', 'Nobody is sent home']
  const list = page.getByRole('region', { name: 'Mission Statements' }).getByRole('listitem')
  await page.goto(eventPage(await anEvent(db, { kind: 'clinic', missions })))
  await expect(list).toHaveText(missions)

  await page.goto(eventPage(await anEvent(db, { kind: 'league', missions })))

  await expect(heading(page)).toBeVisible()
  await expect(list).toHaveCount(0)
})

test('the registration box says for which year, when and for how much (P2.31 P2.32 P2.33 P2.34)', async ({
  page,
  db,
}) => {
  const event = await anEvent(db, { priceCents: 17_550, priceDescription: 'per player and session' })
  await aSession(db, { eventId: event.id, number: 1, ...inJune, description })
  await aSession(db, { eventId: event.id, number: 2, ...inJune, description: 'Friday, 5:00 pm (Teens)' })

  await page.goto(eventPage(event))

  await expect(
    box(page).getByRole('heading', { name: `Register for ${nextYear}`, exact: true }),
  ).toBeVisible()
  for (const [group, ...parts] of [
    ['Ages 8 to 10', 'Session 1', 'Jun 21 – 24', 'Mon to Thu, 9:00 to 11:30 am'],
    ['Teens', 'Session 2', 'Jun 21 – 24', 'Friday, 5:00 pm'],
  ]) {
    const session = box(page).getByRole('region', { name: group }).getByRole('listitem')
    for (const part of parts) await expect(session).toContainText(part)
  }
  await expect(box(page)).toContainText('$175.50')
  await expect(box(page)).toContainText('per player and session')
})

test('the box tells how players are registered, and whom to ask (P2.35 P2.36 P2.37)', async ({
  page,
  db,
}) => {
  const { eventId } = await aSession(db)

  await page.goto(`/pages/clinic/${eventId}`)

  await expect(box(page)).toContainText(
    'Each player must be created under My Account and registered for each session individually.',
  )
  await expect(box(page)).toContainText(
    'For registration or cancellation issues, email support (help@courtside.example).',
  )
  await expect(box(page).getByRole('link', { name: 'help@courtside.example' })).toHaveAttribute(
    'href',
    'mailto:help@courtside.example',
  )
})

test('nobody signed in is told to log in or create an account, and can do both (P2.38 P2.39 P2.40)', async ({
  page,
  db,
}) => {
  const { eventId } = await aSession(db)
  for (const [name, path] of [
    ['Login', '/pages/login'],
    ['Create Account', '/pages/register'],
  ] as const) {
    await page.goto(`/pages/clinic/${eventId}`)
    await expect(box(page)).toContainText('Log in or create an account to register.')
    await expect(box(page).getByRole('combobox')).toHaveCount(0)

    await box(page).getByRole('link', { name, exact: true }).click()

    await expect(page).toHaveURL(`${path}?next=${encodeURIComponent(`/pages/clinic/${eventId}`)}`)
  }
})

test('the holder of a player account chooses a session and himself, adds both, then another player, and views the cart (P2.41 P2.42 P2.44 P2.45 P6.14)', async ({
  page,
  context,
  db,
}) => {
  const account = await anAccount(db, { kind: 'player' })
  await signIn(db, context, account.id)
  const child = await aPlayer(db, { accountId: account.id })
  const session = await aSession(db)
  await page.goto(`/pages/clinic/${session.eventId}`)

  await expect(box(page).getByLabel('Player', { exact: true }).locator('option')).toHaveText([
    'Choose a player',
    `${account.myself?.firstName} Vale`,
    `${child.firstName} Vale`,
  ])
  await box(page).getByLabel('Session', { exact: true }).selectOption(String(session.id))
  await box(page)
    .getByLabel('Player', { exact: true })
    .selectOption(account.myself?.id ?? '')
  await box(page).getByRole('button', { name: 'Add to cart', exact: true }).click()
  await expect(page.getByText('Successfully Added to Cart!')).toBeVisible()
  const isIn = (name = '') => `${name}, Session ${session.number} is in your cart.`
  await expect(box(page).getByRole('status')).toHaveText(isIn(account.myself?.firstName))
  await box(page).getByRole('button', { name: 'Add another player' }).click()
  await expect(box(page).getByLabel('Player', { exact: true })).toBeFocused()
  await addToCart(page)
  await expect(page.getByText('Choose a player before adding to cart')).toBeVisible()
  await expect(box(page).getByRole('status'), 'nothing else is in it yet').toContainText(isIn())
  await box(page).getByLabel('Player', { exact: true }).selectOption(child.id)
  await addToCart(page)
  await expect(box(page).getByRole('status')).toHaveText(isIn(child.firstName))
  await expectFitInLightAndDark(page, 'in the cart')
  await box(page).getByRole('link', { name: 'View cart', exact: true }).click()

  await expect(page).toHaveURL('/pages/cart')
  for (const { firstName = '' } of [account.myself ?? {}, child])
    await expect(page.getByRole('row', { name: `${firstName} Vale` })).toBeVisible()
})

test('a new player is made beside the player select, is chosen at once and goes into the cart, not who stands first (P2.43 P4.8 P4.9 P4.10)', async ({
  page,
  db,
  guardian,
}) => {
  await aPlayer(db, { accountId: guardian.id, firstName: 'Aaron' })
  const session = await aSession(db)
  await page.goto(`/pages/clinic/${session.eventId}`)
  const select = box(page).getByLabel('Player', { exact: true })
  await expect(select.locator('option')).toHaveText(['Choose a player', 'Aaron Vale'])

  await box(page).getByRole('button', { name: 'Add a new player', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await typePlayer(page)
  await dialog.getByRole('button', { name: 'Add player' }).click()

  await expect(dialog).toBeHidden()
  await expect(page.getByText('Save Successful', { exact: true })).toBeVisible()
  await expect(select.locator('option')).toHaveText(['Choose a player', 'Aaron Vale', 'Juniper Vale'])
  await expect(select.locator('option:checked')).toHaveText('Juniper Vale')
  await box(page).getByLabel('Session', { exact: true }).selectOption(String(session.id))
  await addToCart(page)
  await expect(box(page).getByRole('status')).toHaveText(
    `Juniper, Session ${session.number} is in your cart.`,
  )
  await box(page).getByRole('link', { name: 'View cart' }).click()
  await expect(page.getByRole('row', { name: 'Juniper Vale' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Aaron Vale' })).toHaveCount(0)
})

test('the session select says it all, in groups, and a tapped row chooses in it; next year’s are folded, what is full cannot be chosen, and all full, nothing can (P3.13 P3.14)', async ({
  page,
  db,
  guardian: _,
}) => {
  const event = await anEvent(db)
  const session = { eventId: event.id, ...inJune, places: 8 }
  await aSession(db, { ...session, number: 1, description })
  await aSession(db, { ...session, number: 2, description, taken: 8 })
  await aSession(db, { ...session, number: 3, description: 'Friday, 5:00 pm (Teens)' })
  const [startsOn, endsOn] = [`${nextYear + 1}-06-19`, `${nextYear + 1}-06-22`]
  const later = await aSession(db, { ...session, number: 4, startsOn, endsOn, description })

  await page.goto(eventPage(event))

  const select = box(page).getByLabel('Session', { exact: true })
  const row = (number: number) => box(page).getByRole('radio', { name: `Session ${number}` })
  await expect(row(2), 'it is full').toHaveCount(0)
  await expect(row(4), 'it is folded').toBeHidden()
  await box(page).getByRole('listitem').filter({ hasText: 'Session 3' }).tap()
  await expect(select.locator('option:checked')).toHaveText(/^Session 3:/)
  await page.keyboard.press('ArrowUp')
  await expect(select.locator('option:checked'), 'over what is full').toHaveText(/^Session 1:/)
  expect((await row(1).locator('..').boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await select.selectOption(String(later.id))
  await expect(row(4), 'what is chosen is seen').toBeChecked()
  await expect(row(4)).toBeVisible()
  await expectFitInLightAndDark(page, 'event')

  const young = page.locator('optgroup[label="Ages 8 to 10"] option')
  await expect(young).toHaveText([
    'Session 1: Jun 21 - Jun 24 | Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)',
    'Session 2: Jun 21 - Jun 24 | Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10) – Full',
  ])
  await expect(young.first()).toBeEnabled()
  await expect(young.last()).toBeDisabled()
  await expect(page.locator('optgroup[label="Teens"] option')).toHaveText([
    'Session 3: Jun 21 - Jun 24 | Friday, 5:00 pm (Teens)',
  ])
  const allTaken = box(page).getByText('All places are taken.', { exact: true })
  await expect(allTaken).toHaveCount(0)

  await db.update(sessions).set({ taken: 8 }).where(eq(sessions.eventId, event.id))
  await page.reload()

  await expect(allTaken).toBeVisible()
  await expect(box(page).getByRole('button')).toHaveCount(0)
  await expect(box(page).getByRole('link', { name: 'View cart', exact: true })).toBeVisible()
})

test('registration opens on the page by itself: before its moment no door gives a place, then the button is there without a reload', async ({
  page,
  db,
  guardian,
}) => {
  const { event, session, player } = await aWish(db, guardian)
  const opensAt = sql`now() + interval '5 seconds'`
  await db.update(sessions).set({ opensAt }).where(eq(sessions.id, session.id))
  await page.goto(eventPage(event))
  await expect(box(page).getByRole('listitem')).toContainText(/Opens \w+ \d+, \d+:\d\d [ap]m/)
  await expect(box(page).getByText(/^Opens in \d seconds?$/)).toBeVisible()
  await expect(box(page).getByRole('button')).toHaveCount(0)
  const [ofEvent, id] = [{ id: event.id, type: event.kind, price: inDollars(event.priceCents) }, player.id]
  const item = { event: ofEvent, player: { id }, eventSession: { id: session.id } }
  const refused = await page.request.post('/api/check-registered', { data: item })
  expect(refused.status()).toBe(409)
  expect((await refused.json()).message).toMatch(/^Registration opens /)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await expect(box(page).getByRole('button', { name: 'Add to cart', exact: true })).toBeEnabled()

  await box(page).getByLabel('Session', { exact: true }).selectOption(String(session.id))
  await box(page).getByLabel('Player', { exact: true }).selectOption(player.id)
  await addToCart(page)
  await expect(page.getByText('Successfully Added to Cart!')).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window), 'the page was not loaded anew').toBe(true)
})

test('another id in the address loads that event, and keeps no choice of the one before (P2.6)', async ({
  page,
  db,
  guardian: _,
}) => {
  const names = ['Red Ball', 'Green Ball'].map((name) => `${name} ${crypto.randomUUID().slice(0, 8)}`)
  const [first, second] = [await anEvent(db, { name: names[0] }), await anEvent(db, { name: names[1] })]
  await aSession(db, { eventId: first.id, number: 1 })
  // The list of clinics begins with those that come soon: not after the ones of other journeys.
  const startsOn = addDays(todayIn(timeZone), 29)
  const session = await aSession(db, { eventId: second.id, number: 2, startsOn })
  await page.goto(eventPage(first))
  await page.getByRole('main').getByRole('link', { name: 'Clinics' }).click()
  await page.getByRole('link', { name: second.name }).click()
  await expect(heading(page)).toHaveText(second.name)
  await page.getByLabel('Session', { exact: true }).selectOption(String(session.id))
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await page.evaluate(() => history.go(-2))

  await expect(heading(page)).toHaveText(first.name)
  await expect(page).toHaveURL(eventPage(first))
  const chosen = page.getByLabel('Session', { exact: true }).locator('option')
  await expect(chosen).toHaveText(['Choose a session', /^Session 1:/])
  await expect(page.getByLabel('Session', { exact: true })).toHaveValue('')
  expect(await page.evaluate(() => 'isSamePage' in window), 'the page was not loaded anew').toBe(true)
})
