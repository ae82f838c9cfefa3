import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { sessions } from '../../web/app/events/events.tables.ts'
import { fullName } from '../../web/app/people/people.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { todayIn } from '../../web/app/platform/format/dates.ts'
import { timeZone } from '../../web/test/builders/builders.ts'
import type { Guardian } from './fixtures.ts'
import { aWish, type Wish } from './shop.ts'

export { payByHand } from '../../web/test/builders/builders.ts'

const today = todayIn(timeZone)
const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
/** The latest year of the history: in November and December it is the next one. */
export const latest = month >= 11 ? year + 1 : year
const lastDays = { startsOn: `${latest}-12-30`, endsOn: `${latest + 1}-01-02` }

export const openHistory = (page: Page, shown: number | string = latest) =>
  page.goto(`/pages/registration-history?year=${shown}`)
export const historyRow = (page: Page, { player }: Wish) => page.getByRole('row', { name: fullName(player) })

/** A child and a session in the last days of the latest year, for `priceCents`. */
export const aWishInLatestYear = (db: Db, guardian: Guardian, priceCents = 6_500, session = lastDays) =>
  aWish(db, guardian, { event: { priceCents }, session })

/** Moves a session to other days, where nobody could register any more. */
export const move = (db: Db, { session }: Wish, startsOn: string, endsOn = startsOn) =>
  db.update(sessions).set({ startsOn, endsOn }).where(eq(sessions.id, session.id))

/** Presses Unregister in the row, and again in the dialog that asks. */
export async function unregister(page: Page, wish: Wish) {
  await historyRow(page, wish).getByRole('button', { name: 'Unregister' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unregister', exact: true }).click()
}
