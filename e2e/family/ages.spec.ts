import { eq } from 'drizzle-orm'
import { sessions } from '../../web/app/events/events.tables.ts'
import { registrations } from '../../web/app/registrations/registrations.tables.ts'
import { aProgramme, aSession } from '../../web/test/builders/builders.ts'
import { expectNoViolations } from '../support/axe.ts'
import { deskSite, signInMember } from '../support/desk-site.ts'
import { expect } from '../support/fixtures.ts'
import { addToCart, aWish, choose, fillCart, register } from '../support/shop.ts'

const test = deskSite(aProgramme)
test.setTimeout(120_000)

for (const [width, height] of [
  [390, 844],
  [1280, 900],
] as const)
  test(`a child who is too young reads why, and two sessions, on the event’s page and in the cart; the programme is asked, grants it, and the child is registered, at ${width} px`, async ({
    page,
    context,
    browser,
    db,
    guardian,
    own: { site },
  }) => {
    await page.setViewportSize({ width, height })
    const older = { agesFrom: 16, agesTo: 18 }
    const wish = await aWish(db, guardian, { session: older })
    const { event, session, player } = wish
    await aSession(db, { eventId: event.id, agesFrom: 6, agesTo: 15, description: 'Mornings' })
    const other = await aWish(db, guardian)
    const card = page.getByRole('region', { name: `Sessions for ${player.firstName}` })

    await choose(page, wish)
    await addToCart(page)
    await expect(card.getByText(/is \d+ on .*; this is for 16 to 18\. .* turns 16 on /)).toBeVisible()
    await expect(card.getByRole('listitem')).toHaveCount(2)
    await expect(card.getByRole('listitem').first()).toContainText(`${event.name}, Session`)
    await expectNoViolations(page)

    // Its ages are corrected after it was put into the cart.
    await fillCart(page, { ...other, player })
    const later = eq(sessions.id, other.session.id)
    await db.update(sessions).set(older).where(later)
    await page.goto('/pages/cart')
    await expect(page.getByText(/this is for 16 to 18\. .* Please remove to continue\./)).toBeVisible()
    await expect(card.getByRole('link', { name: event.name })).toBeVisible()
    await expectNoViolations(page)

    await choose(page, wish)
    await addToCart(page)
    await card.getByRole('button', { name: 'Ask the programme' }).click()
    await expect(card.getByText('We have asked the programme.')).toBeVisible()

    const atDesk = await browser.newContext({ viewport: { width, height }, baseURL: site })
    await signInMember(db, atDesk, site, ['registrar'])
    const desk = await atDesk.newPage()
    await desk.goto('/desk')
    await desk.getByRole('link', { name: /^Decide/ }).click()
    await expect(desk.getByText('this is for 16 to 18.')).toBeVisible()
    await expectNoViolations(desk)
    await desk.getByLabel('Why?').selectOption('How the child plays')
    await desk.getByRole('button', { name: 'Grant' }).click()
    await expect(desk.getByText('Granted. The family is told.')).toBeVisible()
    await atDesk.close()

    await choose(page, wish)
    await addToCart(page)
    await expect(page.getByText('Successfully Added to Cart!')).toBeVisible()
    await register(page, [wish], 'later')
    const places = await db.select().from(registrations).where(eq(registrations.sessionId, session.id))
    expect(places).toMatchObject([{ personId: player.id, heldUntil: null }])
    expect(context.pages()).toHaveLength(1)
  })
