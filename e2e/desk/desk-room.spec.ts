import type { Page } from '@playwright/test'
import { meetings } from '../../web/app/meetings/meetings.tables.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { addDays } from '../../web/app/platform/format/dates.ts'
import { aCourt, aPlaceIn } from '../../web/test/builders/court.ts'
import { expectNoViolations } from '../support/axe.ts'
import { deskSite, signInMember } from '../support/desk-site.ts'
import { expect } from '../support/fixtures.ts'
import { expectRoomAtEveryWidth } from '../support/widths.ts'

const longNames = [
  ['Annabelcharlottejosephinetheodoramarlene', 'Wolfeschlegelsteinhausenbergerdorffsmith'],
  ['يوسف عبد الرحمن', 'لوبويل'],
] as const

/** A session of 24 meetings, the first of them today, with players of long names. */
async function aSpring(db: Db) {
  const { session, meeting } = await aCourt(db)
  const later = Array.from({ length: 23 }, (_, index) => ({
    ...{ sessionId: session.id, day: addDays(meeting.day, index + 1), starts: '09:00', ends: '11:30' },
  }))
  await db.insert(meetings).values(later)
  for (const [firstName, lastName] of longNames) await aPlaceIn(db, session.id, { firstName, lastName })
  return { roster: `/desk/sessions/${session.id}`, sheet: `/desk/meetings/${meeting.id}` }
}

const test = deskSite(aSpring)
test.use({ isMobile: false, hasTouch: false })
test.setTimeout(120_000)

/** How far the last column of the roster reaches. */
const endOfRoster = async (page: Page) => {
  const last = await page.getByRole('columnheader').filter({ visible: true }).last().boundingBox()
  return Math.ceil((last?.x ?? Number.NaN) + (last?.width ?? Number.NaN))
}

test('a roster of 24 meetings tells its marks in short, and has room for the last 20 on a landscape sheet', async ({
  page,
  db,
  own: { site, filled },
  context,
}) => {
  await signInMember(db, context, site, ['owner'])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(filled.roster)
  await expect(page.getByRole('columnheader')).toHaveCount(2 + 24)
  await expect(page.getByText('Ab: absent')).toBeVisible()

  // Letter landscape within its margins.
  await page.setViewportSize({ width: 964, height: 700 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('The last 20 of 24 meetings.')).toBeVisible()
  await expect(page.getByRole('columnheader').filter({ visible: true })).toHaveCount(2 + 20)
  expect(await endOfRoster(page)).toBeLessThanOrEqual(964)
})

test('long names have room on the lists and the sheets of the desk at every width', async ({
  page,
  db,
  own: { site, filled },
  context,
}) => {
  await signInMember(db, context, site, ['owner'])
  const pages = ['/desk', '/desk/families', '/desk/sessions', '/desk/message', '/desk/team']
  for (const address of [...pages, filled.roster]) {
    await page.goto(address)
    await expectNoViolations(page)
    await expectRoomAtEveryWidth(page)
  }
  await page.goto('/desk/families?q=annabel')
  await page.getByRole('table').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Players' })).toBeVisible()
  await expectRoomAtEveryWidth(page)
})
