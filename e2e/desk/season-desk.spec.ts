import { eq } from 'drizzle-orm'
import { sessions } from '../../web/app/events/events.tables.ts'
import { mails } from '../../web/app/mail/mail.tables.ts'
import { families } from '../../web/app/people/people.tables.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { addDays, todayIn } from '../../web/app/platform/format/dates.ts'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import { byFamily, freePlaces, takePlaces } from '../../web/app/registrations/places.server.ts'
import { orders, refunds, registrations } from '../../web/app/registrations/registrations.tables.ts'
import { newDraft, publishSeason } from '../../web/app/season/publish/publish-season.server.ts'
import { memberRoles } from '../../web/app/team/team.tables.ts'
import {
  aMember,
  anAccount,
  anEvent,
  aPlayer,
  aProgramme,
  aSession,
  payByHand,
  timeZone,
} from '../../web/test/builders/builders.ts'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { deskSite, signInMember } from '../support/desk-site.ts'
import { expect } from '../support/fixtures.ts'
import { expectRoomAtEveryWidth } from '../support/widths.ts'

const today = todayIn(timeZone)
const year = Number(today.slice(0, 4))
/** Four weeks of every day: two weeks later July 4 is among them. */
const lastSummer = { startsOn: `${year}-06-08`, endsOn: `${year}-07-05` }
const soon = addDays(today, 40)

const test = deskSite(async (db) => {
  await aProgramme(db, { seasonBase: '2020-01-01' })
  const green = await anEvent(db, { key: 'green', name: 'Green Ball Summer Clinic', priceCents: 18_000 })
  const description = 'Every day, 9:00 to 11:30 am (Ages 8 to 10)'
  const meets = { days: [1, 2, 3, 4, 5, 6, 7], starts: '09:00', ends: '11:30' }
  await aSession(db, { eventId: green.id, number: 1, ...lastSummer, description, meets, places: 16 })
  const open = await anEvent(db, {
    key: 'open',
    kind: 'tournament',
    name: 'Orange Ball Open',
    priceCents: 3500,
    missions: [],
  })
  const day = { startsOn: soon, endsOn: soon, description: 'One day, 9:00 am to 1:00 pm' }
  await aSession(db, { eventId: open.id, number: 1, ...day, places: 24, court: 'Court 1' })
  await aFamily(db, open.id)
})
test.use({ isMobile: false, hasTouch: false })
test.setTimeout(120_000)

/** A family that is registered for the tournament. */
async function aFamily(db: Db, eventId: number) {
  const { id: accountId, familyId } = await anAccount(db)
  const player = await aPlayer(db, { accountId })
  const session = orNotFound((await db.select().from(sessions).where(eq(sessions.eventId, eventId)))[0])
  const order = { method: 'later', idempotencyKey: crypto.randomUUID(), totalCents: 3500 } as const
  const [saved] = await db
    .insert(orders)
    .values({ ...order, accountId, familyId })
    .returning()
  const orderId = orNotFound(saved).id
  const place = { accountId, familyId, personId: player.id, sessionId: session.id, orderId, priceCents: 3500 }
  await takePlaces(db, [place])
}

test('a session is changed as one types; a line that somebody else changed too waits for an answer; families are told', async ({
  page,
  db,
  own: { site },
  context,
}) => {
  await signInMember(db, context, site, ['owner'])
  await page.goto(`/desk/season?year=${soon.slice(0, 4)}`)
  await page.getByRole('link', { name: 'Orange Ball Open', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Add a session' })).toBeVisible()
  await page.goBack()
  // Its middle is beside the name: the whole row leads there.
  await page.getByRole('listitem').filter({ hasText: 'Orange Ball Open' }).click()
  await page.getByLabel('Places').fill('0')
  await page.getByLabel('Until', { exact: true }).fill('08:00')
  await page.getByLabel('From', { exact: true }).fill('09:00')
  await page.getByRole('button', { name: 'Save in the draft' }).click()
  await expect(page.getByText('It ends before it starts.')).toBeVisible()
  await expect(page.getByText('Enter a number from 1, or nothing where it is never full.')).toBeVisible()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('09:00')
  await expectFitInLightAndDark(page, 'session with problems')
  await page.getByLabel('From', { exact: true }).fill('')
  await page.getByLabel('Until', { exact: true }).fill('')
  await page.getByLabel('Courts').fill('Court 2')
  await page.getByLabel('Places').fill('22')
  await expect(page.getByText('Saved in your draft.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Places'), 'it survives the browser').toHaveValue('22')
  await expectFitInLightAndDark(page, 'session')
  await expectRoomAtEveryWidth(page)

  await page.goto('/desk/season/events/open')
  await page.route('**/*.data*', (sent) => sent.abort())
  await page.getByLabel('Name', { exact: true }).fill('Not reached')
  await expect(page.getByText('We could not reach the site.')).toBeVisible()
  await page.getByRole('button', { name: 'Save in the draft' }).click()
  await expect(page.getByRole('alert')).toContainText('What you entered is still here')
  await page.unrouteAll()

  await publishAsMarlo(db)
  await page.goto('/desk/season/changes')
  await expect(page.getByText('One line needs your answer.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Publish/ })).toBeDisabled()
  await expectFitInLightAndDark(page, 'conflict')
  await expectRoomAtEveryWidth(page)
  await page.getByRole('radio', { name: /22 places/ }).check({ force: true })
  await page.getByRole('button', { name: 'Use these answers' }).click()
  await expect(page.getByRole('heading', { name: 'Families are told' })).toBeVisible()
  await expectFitInLightAndDark(page, 'changes')
  await page.getByRole('button', { name: 'Publish and tell 1 family' }).click()

  await expect(page.getByText('As families see it.')).toBeVisible()
  const [mail] = await db.select().from(mails).where(eq(mails.subject, 'A session of yours has changed'))
  expect(mail?.text).toContain('New court: Court 2 (before: Court 1).')
  const copy = `/copy?from=${year}&to=${year + 1}&weeks=2&skip=${year + 1}-07-04`
  for (const path of ['', '/events/open', '/events/new', '/programme', copy, `/day-off?day=${soon}`]) {
    await page.goto(`/desk/season${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectFitInLightAndDark(page, path.replace(/\W/g, ' '))
    await expectRoomAtEveryWidth(page)
  }
})

test('what cannot be undone is asked first: no press alone removes an event, deletes a draft, ends roles or a debt', async ({
  page,
  db,
  own: { site },
  context,
}) => {
  await signInMember(db, context, site, ['owner'])
  const coach = await aMember(db, ['coach'])
  const [place] = await db.select().from(registrations)
  const { id, familyId } = orNotFound(place)
  await payByHand(db, [id], 'check')
  await freePlaces(db, eq(registrations.id, id), byFamily(familyId))
  const [family] = await db
    .select()
    .from(families)
    .where(eq(families.id, familyId ?? ''))
  const asked = async (address: string, verb: string) => {
    await page.goto(address)
    await page.getByRole('button', { name: verb }).click()
    await page.getByRole('dialog').waitFor()
    await expectFitInLightAndDark(page, verb)
    await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByRole('button', { name: verb })).toBeFocused()
    await page.getByRole('button', { name: verb }).click()
    await page.getByRole('dialog').getByRole('button', { name: verb }).click()
  }

  await asked('/desk/season/events/open', 'Remove this event')
  await expect(page.getByText('You are writing a draft.')).toBeVisible()
  await asked('/desk/season', 'Delete the draft')
  await expect(page.getByText('As families see it.')).toBeVisible()
  await asked(`/desk/team/${coach.id}`, 'End all roles')
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible()
  const [ended] = await db.select().from(memberRoles).where(eq(memberRoles.accountId, coach.id))
  expect(ended?.lastDay).toBeTruthy()
  await page.goto(`/desk/families/${family?.number}`)
  await page.getByRole('link', { name: 'We gave $35.00 back' }).click()
  await page.getByRole('radio', { name: 'Cash' }).check()
  await page.getByRole('button', { name: 'We gave $35.00 back' }).click()
  await expect(page.getByText('Given back by hand')).toBeVisible()
  const { state, amountCents } = refunds
  expect(await db.select({ state, amountCents }).from(refunds)).toEqual([
    { state: 'done', amountCents: 3500 },
  ])
  expect(await db.select({ due: registrations.dueCents }).from(registrations)).toEqual([{ due: 0 }])
  await asked(`/desk/families/${family?.number}`, 'It did not arrive')
  await expect(page.getByRole('link', { name: 'We gave $35.00 back' })).toBeVisible()
  expect(await db.select({ due: registrations.dueCents }).from(registrations)).toEqual([{ due: -3500 }])
})

/** Somebody else publishes 26 places for the tournament meanwhile. */
async function publishAsMarlo(db: Db) {
  const { id } = await aMember(db, ['registrar'])
  const draft = await newDraft(db)
  Object.assign(draft.structure.tournaments?.[0]?.sessions[0] ?? {}, { places: 26 })
  const by = `member:${id}` as const
  await publishSeason(db, draft, { by, siteUrl: 'http://localhost', tellReworded: false })
}

test('Save stays in sight beside all meetings of a long session, says what it saved, and covers no field', async ({
  page,
  db,
  own: { site },
  context,
}) => {
  await signInMember(db, context, site, ['owner'])
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/desk/season/events/green/${year}-1`)
    const save = page.getByRole('button', { name: 'Save in the draft' })
    await expect(save).toBeInViewport({ ratio: 1 })
    await page.getByLabel('First day').focus()
    for (let press = 0; press < 60; press++) {
      await page.keyboard.press('Tab')
      const isSeen = await page.evaluate(() => {
        const [field, bar] = [document.activeElement, document.querySelector('.save-bar')]
        // At the end Tab leaves the page.
        if (!field || !bar || field === document.body || bar.contains(field)) return true
        const { top, bottom } = bar.getBoundingClientRect()
        return field.getBoundingClientRect().bottom <= top || field.getBoundingClientRect().top >= bottom
      })
      expect(isSeen, `field ${press} at ${width}`).toBe(true)
    }
    await page.getByLabel('Courts').focus()
    const before = await page.evaluate(() => scrollY)
    await save.click()
    await expect(page.getByRole('status').filter({ hasText: 'Session 1 of Green' })).toBeInViewport({
      ratio: 1,
    })
    await expect(save).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(before)
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a session leaves the draft at the second press, below the question', async ({
    page,
    db,
    own: { site },
    context,
  }) => {
    await signInMember(db, context, site, ['owner'])
    await page.goto(`/desk/season/events/green/${year}-1`)

    await page.locator('summary', { hasText: 'Remove this session' }).click()
    await expect(page.locator('main summary + div')).toContainText(
      'Remove this session? It leaves your draft.',
    )
    await expect(page.getByRole('button', { name: 'Remove this session' })).toBeVisible()
    await page.getByLabel('Courts').press('Enter')
    await expect(page.getByText('Saved in your draft: Session 1')).toBeVisible()
    await page.locator('summary', { hasText: 'Remove this session' }).click()
    await page.getByRole('button', { name: 'Remove this session' }).click()

    await page.goto('/desk/season/changes')
    await expect(page.getByText('is not listed any more')).toBeVisible()
  })
})
