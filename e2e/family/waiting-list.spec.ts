import type { APIRequestContext, Browser, Page } from '@playwright/test'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { addDays, todayIn } from '../../web/app/platform/format/dates.ts'
import { anAccount, anEvent, aPlayer, aSession, timeZone } from '../../web/test/builders/builders.ts'
import { expectFitInLightAndDark, expectNoViolations } from '../support/axe.ts'
import {
  expectPaid,
  expectRegistered,
  failureOn,
  keptCart,
  payLater,
  readTaken,
} from '../support/checkout.ts'
import { expect, type Guardian, signIn, site, test } from '../support/fixtures.ts'
import { eventPage, fillCart, logIn, type Wish } from '../support/shop.ts'
import { cards, registerAndPayByCard } from '../support/ways-to-pay/cards.ts'
import { expectRoomAtEveryWidth, expectRoomForLargeText } from '../support/widths.ts'

type Family = Awaited<ReturnType<typeof aFamily>>
type Facts = { places: number; children: number; startsOn?: string }

/** Another family with so many children, whose browser calls the site. */
async function aFamily(db: Db, browser: Browser, children = 1) {
  const account = await anAccount(db)
  const context = await browser.newContext({ baseURL: site })
  await signIn(db, context, account.id)
  const players = []
  for (let at = 0; at < children; at += 1) players.push(await aPlayer(db, { accountId: account.id }))
  return { account, players, request: context.request }
}

async function post(request: APIRequestContext, path: string, data: object, status = 200) {
  const answer = await request.post(`/api/${path}`, { data })
  expect(answer.status(), await answer.text()).toBe(status)
  return answer.json()
}

const joinList = async ({ request, players }: Family, { session }: Pick<Wish, 'session'>) =>
  (
    await post(request, 'join-waiting-list', {
      session_id: session.id,
      player_ids: players.map(({ id }) => id),
    })
  ).entry.id as number

const register = ({ request, players }: Family, { event, session }: Omit<Wish, 'player'>, status = 200) =>
  post(
    request,
    'process-all-cart-items',
    {
      payment: 'later',
      cart: players.map(({ id }) => ({
        event: { id: event.id, type: event.kind, price: event.priceCents / 100 },
        player: { id },
        eventSession: { id: session.id },
      })),
    },
    status,
  )

async function unregister({ request, players }: Family, { event, session }: Omit<Wish, 'player'>) {
  for (const { id } of players)
    await post(request, 'remove-register-session', {
      ...{ kind: 'register-clinics', personId: id, eventId: event.id, sessionId: session.id },
    })
}

/** Green Ball, of which another family has all places. */
async function greenBall(db: Db, browser: Browser, { places, children, startsOn }: Facts) {
  const event = await anEvent(db, { name: 'Green Ball', priceCents: 9_550 })
  const session = await aSession(db, { eventId: event.id, places, ...(startsOn && { startsOn }) })
  const full = { event, session }
  const family = await aFamily(db, browser, children)
  await register(family, full)
  return { full, family }
}

async function twinsOf(db: Db, { id: accountId }: Guardian) {
  const twin = (firstName: string) => aPlayer(db, { accountId, firstName, lastName: 'Okafor' })
  return [await twin('Pip'), await twin('Quin')] as const
}

async function expectFit(page: Page, name: string) {
  await expectFitInLightAndDark(page, name)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectRoomAtEveryWidth(page)
  await expectRoomForLargeText(page)
  await lookAt(page, name)
}

/** With PICTURES=1 the page is kept as a phone and a computer show it. */
async function lookAt(page: Page, name: string) {
  if (!process.env.PICTURES) return
  const size = page.viewportSize()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: test.info().outputPath(`${name} ${width}.png`), fullPage: true })
  }
  if (size) await page.setViewportSize(size)
}

const inLine = (page: Page) => page.getByRole('region', { name: 'In line' })
const offered = (page: Page) => page.getByRole('region', { name: 'Offered to you' })
const kept = (page: Page) => page.locator('p:not(.visually-hidden)', { hasText: 'We keep your places' })

test('a father waits for his twins, both or neither; two places come free that no stranger sees, and he accepts them on his phone', async ({
  page,
  db,
  guardian,
  browser,
  mailbox,
}) => {
  test.slow()
  const { full, family } = await greenBall(db, browser, { places: 2, children: 2 })
  await twinsOf(db, guardian)
  const [first, third, fourth, fifth, stranger] = await Promise.all(
    [1, 1, 1, 1, 1].map((children) => aFamily(db, browser, children)),
  )
  if (!first || !third || !fourth || !fifth || !stranger) throw new Error('Five families are made.')
  const firstEntry = await joinList(first, full)

  await page.goto(eventPage(full.event))
  await page.getByRole('button', { name: 'Wait for it' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Pip Okafor').check()
  await dialog.getByLabel('Quin Okafor').check()
  await expect(
    dialog.getByText('Both or neither: you are offered two places together, never one alone.'),
  ).toBeVisible()
  await expectFit(page, 'join')
  await dialog.getByRole('button', { name: 'Join the list' }).click()
  const standing = page.getByRole('region', { name: 'Waiting list: Pip and Quin' })
  await expect(standing).toContainText('2nd of 2 families')
  for (const next of [third, fourth, fifth]) await joinList(next, full)
  await page.reload()
  await expect(standing).toContainText('2nd of 5 families, since')
  await expect(standing).toContainText('When it is your turn we mail you')
  await expectFit(page, 'standing')
  await page.goto('/pages/registration-history')
  await page.getByRole('main').getByRole('link', { name: 'Your waiting list' }).click()
  await expect(inLine(page)).toContainText('2nd of 5 families')
  await page.reload()
  await page.getByText('Menu', { exact: true }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Waiting list' })).toBeVisible()

  await post(first.request, 'leave-waiting-list', { entry_id: firstEntry })
  await unregister(family, full)
  const shown = await (await stranger.request.get(eventPage(full.event))).text()
  expect(shown).not.toContain('places left')
  await register(stranger, full, 409)

  const link = await mailbox.linkTo(guardian.email, '/pages/waiting-list')
  expect(await readTaken(db, full.session.id)).toBe(2)
  await register(stranger, full, 409)
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  // Its clock is years behind, and no end is counted by it.
  await phone.clock.install({ time: new Date('2019-06-01T12:00:00Z') })
  await phone.goto(link)
  await logIn(phone, guardian)
  await expect(offered(phone)).toContainText('2 places for Pip and Quin')
  await expect(kept(phone)).toHaveText(
    /^We keep your places until (tomorrow|\w+day, \w+ \d+), \d+:\d\d [ap]m\.$/,
  )
  await expectFit(phone, 'offer')

  await phone.getByRole('button', { name: 'Accept' }).click()

  await expect(phone.getByRole('row', { name: 'Pip Okafor' })).toBeVisible()
  await expect(phone.getByRole('row', { name: 'Quin Okafor' })).toBeVisible()
  await lookAt(phone, 'accept')
  await registerAndPayByCard(phone, cards.refused)
  await expect(failureOn(phone)).toBeVisible()
  await expect(kept(phone)).toHaveText(/^We keep your places until /)
  await phone.reload()
  await expect(kept(phone)).toHaveText(/^We keep your places until /)
  await registerAndPayByCard(phone, cards.accepted)
  await expectPaid(phone)
  expect(await readTaken(db, full.session.id)).toBe(2)
  expect(await keptCart(phone)).toBe('[]')
  await phone.context().close()
})

test('who declines goes to the end of the list, and the next family is offered the place', async ({
  page,
  db,
  guardian,
  browser,
  mailbox,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 900 })
  const { full, family } = await greenBall(db, browser, { places: 1, children: 1 })
  const player = await aPlayer(db, { accountId: guardian.id, firstName: 'Mia' })
  const next = await aFamily(db, browser)
  await joinList({ account: guardian, players: [player], request: page.request }, full)
  await joinList(next, full)
  await page.goto('/pages/waiting-list')
  await expect(inLine(page)).toContainText('1st of 2 families')
  await expectFit(page, 'in line')
  await unregister(family, full)
  await mailbox.linkTo(guardian.email, '/pages/waiting-list')
  await page.reload()
  await expect(offered(page)).toContainText('A place for Mia')

  await page.getByRole('link', { name: 'Decline' }).click()
  await expect(page.getByText('Decline for Mia? What you were offered goes to the next family')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Decline' }).click()

  const over = page.getByRole('region', { name: 'Over' })
  await expect(over).toContainText('You declined the offer. It went to the next family.')
  await mailbox.linkTo(next.account.email, '/pages/waiting-list')
  await expectFit(page, 'declined')
  await page.getByRole('button', { name: 'To the end of the list' }).click()
  await expect(inLine(page)).toContainText('1st of 1 family')
  await expect(page.getByRole('region', { name: 'Over' })).toHaveCount(0)
})

test('on the last day whoever in line presses first takes what is kept', async ({
  page,
  db,
  guardian,
  browser,
  mailbox,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 900 })
  const startsOn = addDays(todayIn(timeZone), 1)
  const { full, family } = await greenBall(db, browser, { places: 1, children: 1, startsOn })
  const player = await aPlayer(db, { accountId: guardian.id, firstName: 'Mia' })
  const other = await aFamily(db, browser)
  const otherEntry = await joinList(other, full)
  await joinList({ account: guardian, players: [player], request: page.request }, full)
  await unregister(family, full)
  await mailbox.linkTo(guardian.email, '/pages/waiting-list')
  await page.goto('/pages/waiting-list')

  await page.getByRole('button', { name: 'Take it' }).click()

  await expect(offered(page)).toContainText('A place for Mia')
  await expect(kept(page)).toHaveText('We keep your places for 15 more minutes.')
  await post(other.request, 'take-kept-place', { entry_id: otherEntry }, 409)
  await page.getByRole('button', { name: 'Accept' }).click()
  await payLater(page)
  await expectRegistered(page)
})

test('what filled up while it lay in the cart is waited for from there, together, and leaves the cart', async ({
  page,
  db,
  guardian,
  browser,
}) => {
  test.slow()
  const event = await anEvent(db, { name: 'Green Ball', priceCents: 9_550 })
  const session = await aSession(db, { eventId: event.id, places: 2 })
  const [pip, quin] = await twinsOf(db, guardian)
  await fillCart(page, { event, session, player: pip }, { event, session, player: quin })
  await register(await aFamily(db, browser, 2), { event, session })
  await page.goto('/pages/cart')
  await page.getByRole('button', { name: 'Wait for it Pip' }).click()
  await expect(page.getByRole('dialog')).toContainText('Pip and Quin leave your cart')
  await expectFit(page, 'wait in cart')

  await page.getByRole('button', { name: 'Wait together' }).click()

  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await page.goto('/pages/waiting-list')
  await expect(inLine(page)).toContainText('For Pip and Quin. Both or neither')
  await page.getByRole('link', { name: 'Leave the list' }).click()
  await page.getByRole('button', { name: 'Leave the list' }).click()
  await expect(page.getByRole('region', { name: 'Over' })).toContainText('You left the list.')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('an offer is declined, and the list is left', async ({ page, db, guardian, browser, mailbox }) => {
    const { full, family } = await greenBall(db, browser, { places: 1, children: 1 })
    const { full: other } = await greenBall(db, browser, { places: 1, children: 1 })
    const player = await aPlayer(db, { accountId: guardian.id, firstName: 'Mia' })
    for (const each of [full, other])
      await joinList({ account: guardian, players: [player], request: page.request }, each)
    await unregister(family, full)
    await page.goto(await mailbox.linkTo(guardian.email, '/pages/waiting-list'))
    await expect(offered(page)).toContainText('Accepting needs JavaScript')

    await page.getByRole('link', { name: 'Decline' }).click()
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('link', { name: 'Leave the list' }).click()
    await page.getByRole('button', { name: 'Leave the list' }).click()

    const over = page.getByRole('region', { name: 'Over' })
    await expect(over).toContainText('You declined the offer.')
    await expect(over).toContainText('You left the list.')
  })
})
