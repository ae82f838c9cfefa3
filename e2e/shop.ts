import type { Page } from '@playwright/test'
import type { Event, Session } from '../web/app/events/events.tables.ts'
import type { Person } from '../web/app/people/people.tables.ts'
import type { Db } from '../web/app/platform/database.server.ts'
import { anEvent, aPlayer, aSession } from '../web/test/builders.ts'
import { expect, type Guardian } from './fixtures.ts'

export type Wish = { event: Event; session: Session; player: Person }

/** A session of its own and a child of the guardian who wants to go there. */
export async function aWish(
  db: Db,
  guardian: Guardian,
  given: { event?: Parameters<typeof anEvent>[1]; session?: Parameters<typeof aSession>[1] } = {},
): Promise<Wish> {
  const event = await anEvent(db, given.event)
  const session = await aSession(db, { places: 8, ...given.session, eventId: event.id })
  return { event, session, player: await aPlayer(db, { accountId: guardian.id }) }
}

export const pageOf = (event: Event) => `/pages/${event.kind}/${event.id}`
export const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`

/** Chooses session and player on the event's page. */
export async function choose(page: Page, { event, session, player }: Wish) {
  await page.goto(pageOf(event))
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
