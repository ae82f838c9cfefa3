import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { mails } from '#mail/mail.tables.ts'
import { accounts } from '#people/people.tables.ts'
import { signIn } from '#people/sign-in/sign-in.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, longDay, todayIn } from '#platform/format/dates.ts'
import { anAccount, aProgramme, timeZone } from '../../../test/builders/builders.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld, type Gateway } from '../../../test/harness/world.ts'
import { forgetInactive } from './forget-inactive.server.ts'

let gateway: Gateway
test.beforeAll(({ gateway: running }) => {
  gateway = running
})

const dayMs = 86_400_000
const yearsAgo = (years: number) => new Date(Date.now() - years * 365.25 * dayMs - dayMs)
const subjectsTo = async (db: Db, email: string) =>
  (await db.select().from(mails).where(eq(mails.recipient, email))).map(({ subject }) => subject)
const passDays = (db: Db, days: number) =>
  db.update(accounts).set({
    erasureToldAt: sql`${accounts.erasureToldAt} - make_interval(days => ${days}) - interval '1 minute'`,
  })

test('who did not log in for 3 years is told once, and erased 30 days later', async ({ db }) => {
  await aProgramme(db)
  const world = aWorld(db, gateway.settings)
  const { id, email } = await anAccount(db, { lastLoginAt: yearsAgo(3) })
  const present = await anAccount(db, { lastLoginAt: yearsAgo(2) })

  await forgetInactive(world)
  await passDays(db, 29)
  await forgetInactive(world)
  expect(await subjectsTo(db, email)).toEqual(['Your Courtside Youth Tennis account will be deleted'])
  const [notice] = await db.select().from(mails).where(eq(mails.accountId, id))
  expect(notice?.text).toContain(`it will be deleted on ${longDay(addDays(todayIn(timeZone), 30))}`)

  await passDays(db, 1)
  await forgetInactive(world)

  expect(await db.select({ id: accounts.id }).from(accounts)).toEqual([{ id: present.id }])
  expect(await subjectsTo(db, email)).toEqual(['Your Courtside Youth Tennis account is deleted'])
})

test('who logs in after all keeps the account', async ({ db }) => {
  await aProgramme(db)
  const world = aWorld(db, gateway.settings)
  const account = await anAccount(db, { lastLoginAt: yearsAgo(3) })
  await forgetInactive(world)

  await signIn(db, account, { address: '192.0.2.7' })
  await passDays(db, 31)
  await forgetInactive(world)

  expect(await db.$count(accounts)).toBe(1)
})
