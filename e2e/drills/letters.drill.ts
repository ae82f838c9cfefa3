import { and, isNotNull, isNull, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mails } from '../../web/app/mail/mail.tables.ts'
import { type Deed, type Desk, openDesk } from './support/desk-deeds.ts'
import { aPostOffice } from './support/post-office.ts'
import { openTown, type Town, until } from './support/town.ts'

const isWhole = process.env.DRILL === 'whole'
const families = isWhole ? 300 : 100
/** How often each is killed at an instant that nobody chose. */
const atRandom = isWhole ? 12 : 0

let town: Town
let post: Awaited<ReturnType<typeof aPostOffice>>
let desk: Desk
beforeAll(async () => {
  post = await aPostOffice()
  town = await openTown({ settings: { SMTP_URL: post.url, LOG_LEVEL: 'error' } })
  desk = await openDesk(town, families)
})
afterAll(async () => {
  await town.close()
  await post.stop()
})

/** When a site is killed: made ready before the deed, waited for during it, over once the site is dead. */
type Instant = () => Promise<{ reached: () => Promise<unknown>; over: () => Promise<void> }>

/** All mails are written, what follows them waits, and nothing is committed. */
const beforeRowsOf =
  (table: 'message_families' | 'season_revisions'): Instant =>
  async () => {
    const holder = new pg.Client({ connectionString: town.databaseUrl })
    await holder.connect()
    await holder.query(`begin; lock table ${table} in share mode`)
    const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock'
      and query like ${`insert into "${table}"%`}`
    return {
      reached: () =>
        until(async () => (await town.db.$count(sql`pg_stat_activity`, isWaiting)) > 0, 10, 'the write'),
      over: async () => {
        await holder.query('rollback')
        await holder.end()
      },
    }
  }

/** This letter was taken, and its sender has not heard so. */
const unheard =
  (letter: number): Instant =>
  async () => {
    post.holdAt(letter)
    return {
      reached: () => until(async () => post.isHolding(), 20, `letter ${letter}`),
      over: async () => post.letGo(),
    }
  }

const after =
  (milliseconds: number): Instant =>
  async () => ({
    reached: () => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    over: async () => undefined,
  })

const isOfSite = sql`datname = current_database() and application_name = 'site'`
const isUnsent = isNull(mails.sentAt)

/** Does it, kills the site at that instant, starts it again, and does it again where nothing of it was there. */
async function kill({ act, rows, done, isOf }: Deed, instant: Instant) {
  const before = await rows()
  post.forget()
  const { reached, over } = await instant()
  const answer = act()
  await reached()
  expect(await town.kill(), 'how the site ended').toBe('SIGKILL')
  await over()
  await answer
  await until(
    async () => (await town.db.$count(sql`pg_stat_activity`, isOfSite)) === 0,
    10,
    'all rolled back',
  )

  const found = await rows()
  const isUndone = JSON.stringify(found) === JSON.stringify(before)
  if (!isUndone) expect(found, 'neither whole nor untouched').toEqual(done)
  const unsent = await town.db.$count(mails, and(isOf, isUnsent))
  const leased = await town.db.$count(mails, and(isOf, isUnsent, isNotNull(mails.leasedUntil)))

  // While the site is down, the leases of what it was just sending run out.
  await town.db.update(mails).set({ leasedUntil: null })
  await town.restart()
  if (isUndone) expect(await act()).toBe(302)
  expect(await rows()).toEqual(done)
  await until(async () => (await town.db.$count(mails, and(isOf, isUnsent))) === 0, 60, 'all sent')

  const letters = post.letters()
  const addresses = new Set(letters.map(({ to }) => to)).size
  const kinds = new Set(letters.map(({ to, messageId }) => `${to} ${messageId}`)).size
  const twice = letters.length - families
  expect([addresses, kinds], 'families that got it, and different letters').toEqual([families, families])
  expect(twice, `got it twice, of ${leased} that were leased at the kill`).toBeLessThanOrEqual(leased)
  return { isUndone, unsent, twice }
}

/** Kills it at instants that are spread over as long as it takes, and expects that most fall into it. */
async function killAtRandom(deed: () => Promise<Deed>) {
  const { act, isOf } = await deed()
  const began = performance.now()
  expect(await act()).toBe(302)
  await until(async () => (await town.db.$count(mails, and(isOf, isUnsent))) === 0, 60, 'all sent')
  const milliseconds = performance.now() - began
  let hits = 0
  for (let time = 0; time < atRandom; time += 1) {
    const instant = (milliseconds * (time + Math.random())) / atRandom
    const { isUndone, unsent } = await kill(await deed(), after(instant))
    if (isUndone || unsent > 0) hits += 1
  }
  expect(hits, 'kills before the last letter').toBeGreaterThanOrEqual(atRandom / 2)
}

test(`killed while a message to ${families} families is written, nothing of it is there; killed while it is sent, none misses it, and who gets it twice gets the same`, async () => {
  expect(await kill(await desk.aMessage(), beforeRowsOf('message_families'))).toMatchObject({
    isUndone: true,
  })
  const { unsent, twice } = await kill(await desk.aMessage(), unheard(families / 2 + 7))
  expect([unsent, twice].map((many) => many > 0)).toEqual([true, true])
  if (atRandom) await killAtRandom(desk.aMessage)
})

test(`killed while a publish moves a session of ${families} families, the season is whole or untouched, and so are its mails`, async () => {
  expect(await kill(await desk.aMove(), beforeRowsOf('season_revisions'))).toMatchObject({ isUndone: true })
  if (!atRandom) return
  await kill(await desk.aMove(), unheard(families / 2 + 7))
  await killAtRandom(desk.aMove)
})
