import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Event, Session } from '../../web/app/events/events.tables.ts'
import { plurals } from '../../web/app/events/events.ts'
import type { Person } from '../../web/app/people/people.tables.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { inDollars } from '../../web/app/platform/format/money.ts'
import { anEvent, aPlayer, aSession, password } from '../../web/test/builders/builders.ts'
import { expect, type Guardian } from './fixtures.ts'

export type Wish = { event: Event; session: Session; player: Person }

/** A session of its own and a child of the guardian who wants to go there. */
export async function aWish(
  db: Db,
  guardian: Guardian,
  facts: { event?: Parameters<typeof anEvent>[1]; session?: Parameters<typeof aSession>[1] } = {},
): Promise<Wish> {
  const event = await anEvent(db, facts.event)
  const session = await aSession(db, { places: 8, ...facts.session, eventId: event.id })
  return { event, session, player: await aPlayer(db, { accountId: guardian.id }) }
}

export const eventPage = (event: Event) => `/pages/${event.kind}/${event.id}`

/** From the first page to an event, by the pages of its kind where the season is longer than one. */
export async function openFromSeason(page: Page, { kind, name }: Event) {
  await page.goto('/')
  const event = page.getByRole('main').getByRole('link', { name })
  const onwards = page.getByRole('link', { name: new RegExp(`^(All \\d+|Later) ${plurals[kind]}$`) })
  await expect(async () => {
    await expect(event.or(onwards).first()).toBeVisible({ timeout: 5_000 })
    if ((await event.count()) === 0) await onwards.click({ timeout: 1_000 })
    await expect(event).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await event.click()
}

/** Chooses session and player on the event's page. */
export async function choose(page: Page, { event, session, player }: Wish) {
  await page.goto(eventPage(event))
  await page.getByLabel('Session', { exact: true }).selectOption(String(session.id))
  await page.getByLabel('Player', { exact: true }).selectOption(player.id)
}

export const addToCart = (page: Page) => page.getByRole('button', { name: 'Add to cart' }).click()

/** Puts each wish in the cart, as a parent would. */
export async function fillCart(page: Page, ...wishes: Wish[]) {
  for (const wish of wishes) {
    await choose(page, wish)
    await addToCart(page)
    await expect(page.getByText('Successfully Added to Cart!')).toBeVisible()
  }
}

/** Follows a link that opens a new tab. */
export async function openTab(link: Locator): Promise<Page> {
  const opened = link.page().context().waitForEvent('page')
  await link.click()
  return await opened
}

/** Types Juniper Vale into the dialog that adds a player. */
export async function typePlayer(page: Page) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Juniper')
  await dialog.getByLabel('Last name').fill('Vale')
  await dialog.getByLabel('Birthday').fill('2017-05-04')
  await dialog.getByLabel('Skill level').selectOption('Beginner')
}

/** The last part of the form that makes an account. */
export async function fillLogin(page: Page, email: string) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel('I have read and accept the liability release.').check()
}

/** On the login page, which whoever is signed out is led to. */
export async function logIn(page: Page, { email, password }: Pick<Guardian, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

/** Registers the wishes as one order for who is signed in, without the pages: paid later, or by card at once. */
export async function register(page: Page, wishes: Wish[], payment: 'later' | 'card') {
  const { transaction_request, ...registered } = await processCart(page, wishes, payment)
  if (payment === 'later') return { ...registered, transactionId: '' }
  const sale = { ...transaction_request, payment_method_nonce: 'fake-valid-nonce' }
  return { ...registered, transactionId: String((await call(page, 'post-transaction', sale)).transction_id) }
}

/** What is paid by card is held. */
export async function processCart(page: Page, wishes: Wish[], payment: 'later' | 'card') {
  const cart = wishes.map(({ event, session, player }) => ({
    event: { id: event.id, type: event.kind, price: inDollars(event.priceCents) },
    player: { id: player.id },
    eventSession: { id: session.id },
  }))
  const { order_id, transaction_request } = await call(page, 'process-all-cart-items', { cart, payment })
  const { registered_clinics, registered_lessons, registered_leagues, registered_tournaments } =
    transaction_request
  const ids: number[] = [
    registered_clinics,
    registered_lessons,
    registered_leagues,
    registered_tournaments,
  ].flat()
  return { orderId: String(order_id), ids, transaction_request }
}

async function call(page: Page, path: string, data: object) {
  const answer = await page.request.post(`/api/${path}`, {
    data,
    headers: { 'Idempotency-Key': randomUUID() },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}
