import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { countUnsigned, familiesByState } from '#desk/families/family-states.server.ts'
import { sessions } from '#events/events.tables.ts'
import { completeFamilies } from '#people/families.db.server.ts'
import { releases } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { addDays, todayIn } from '#platform/format/dates.ts'
import routes from '#routes.ts'
import { aMember, anAccount, timeZone } from '../../../../test/builders/builders.ts'
import { heldPlaces } from '../../../../test/builders/money/held-places.ts'
import { test } from '../../../../test/harness/database.ts'
import { aSite } from '../../../../test/harness/site.ts'
import { aWorld } from '../../../../test/harness/world.ts'

const today = todayIn(timeZone)

/** The email of a family with a place. */
async function aPlayingFamily(db: Db, { hasSigned = false, isOver = false } = {}) {
  const { visitor, session } = await heldPlaces(db, {}, { method: 'later' })
  if (!hasSigned) await db.delete(releases).where(eq(releases.accountId, visitor.accountId))
  const past = { startsOn: addDays(today, -9), endsOn: addDays(today, -1) }
  if (isOver) await db.update(sessions).set(past).where(eq(sessions.id, session.id))
  return visitor.email
}

test('the desk counts the families that play without a release, and leads a registrar to them', async ({
  db,
}) => {
  const unsigned = await aPlayingFamily(db)
  const signed = await aPlayingFamily(db, { hasSigned: true })
  const over = await aPlayingFamily(db, { isOver: true })
  const idle = await anAccount(db)
  await db.delete(releases).where(eq(releases.accountId, idle.id))
  const site = await aSite(aWorld(db), routes)
  const seeAs = async (role: 'registrar' | 'treasurer', page: string) => {
    const { token } = await aMember(db, [role])
    const answer = await site(page, { headers: { cookie: `sign-in=${token}` } })
    return (await answer.text()).replaceAll('<wbr/>', '')
  }

  expect(await seeAs('registrar', '/desk')).toMatch(/family has not signed the release/)
  expect(await seeAs('treasurer', '/desk')).not.toContain('not signed the release')
  const list = await seeAs('registrar', '/desk/families?state=unsigned')
  expect(list).toContain('1 family has not signed the release')
  expect(list).toContain(unsigned)
  expect(list).toContain('href="/desk/message?to=unsigned"')
  for (const email of [signed, over, idle.email]) expect(list).not.toContain(email)
})

test('among 5,000 families those without a release are found by indexes', async ({ db }) => {
  await aPlayingFamily(db)
  await db.execute(sql`insert into accounts (kind, email, first_name, last_name, release_signed_at)
    select 'parent', 'family-' || n || '@example.test', 'Robin', 'Vale', now() from generate_series(1, 5000) n`)
  await completeFamilies(db)
  await db.execute(sql`insert into releases (account_id, version, how, by)
    select id, '1', 'sign-up', 'site' from accounts where release_signed_at is not null`)
  await db.execute(sql`insert into people (id, account_id, role, first_name, last_name)
    select id, id, 'family', 'Robin', 'Vale' from accounts where release_signed_at is not null`)
  await db.execute(sql`insert into registrations (account_id, person_id, session_id, order_id, price_cents)
    select accounts.id, accounts.id, session_id, order_id, 1
    from accounts, (select session_id, order_id from registrations) first where release_signed_at is not null`)
  await db.execute(sql`analyze accounts, families, people, registrations, releases`)

  for (const query of [countUnsigned(db, today), familiesByState(db, today).unsigned]) {
    const plan = JSON.stringify(await db.execute(sql`explain ${query.getSQL()}`))
    expect(plan).toContain('accounts_unsigned_idx')
    expect(plan).not.toMatch(/Seq Scan on (accounts|registrations|releases|families)/)
  }
  expect(await countUnsigned(db, today)).toEqual([{ many: 1 }])
})
