import { anEvent, aPlayer, aSession } from '../web/test/builders.ts'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

test('an unknown event is a friendly page with status 404', async ({ page }) => {
  const answer = await page.goto('/pages/clinic/999999')

  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoViolations(page)
})

test('a visitor finds a clinic and is asked to log in to register', async ({ page, db }) => {
  const event = await anEvent(db, { name: 'Red Ball Mornings' })
  await aSession(db, { eventId: event.id, places: 12 })

  await page.goto(`/pages/clinic/${event.id}`)

  await expect(page.getByRole('heading', { level: 1, name: 'Red Ball Mornings' })).toBeVisible()
  await expect(page.getByText('Log in or create an account to register.')).toBeVisible()
  await expectNoViolations(page)
})

test('a signed-in parent sees the family in the registration box', async ({ page, db, guardian }) => {
  const { eventId } = await aSession(db)
  const player = await aPlayer(db, { accountId: guardian.id })

  await page.goto(`/pages/clinic/${eventId}`)
  await page.getByLabel('Player').selectOption(`${player.firstName} ${player.lastName}`)

  await expectNoViolations(page)
})
