import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { changes } from '#platform/changes.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sha256 } from '#platform/hash.server.ts'
import routes from '../../../app/routes.ts'
import { anAccount, aProgramme } from '../../../test/builders/builders.ts'
import { test } from '../../../test/harness/database.ts'
import { aSite } from '../../../test/harness/site.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { releases, signIns } from '../people.tables.ts'

/** A family in its browser, whose account came to be without a sign-up: nobody has signed for it. */
async function anUnsignedFamily(db: Db) {
  await aProgramme(db)
  const { id, familyId } = await anAccount(db)
  await db.delete(releases)
  await db
    .insert(signIns)
    .values({ tokenHash: sha256('token'), accountId: id, expiresAt: new Date(Date.now() + 60_000) })
  const site = await aSite(aWorld(db), routes)
  const headers = { cookie: 'sign-in=token', Origin: 'http://localhost:3000' }
  const see = async (page: string) => (await site(page, { headers })).text()
  const post = (page: string, form: Record<string, string>) =>
    site(page, { method: 'POST', headers, body: new URLSearchParams(form) })
  const get = (page: string) => site(page, { headers })
  return { id, familyId, see, get, post }
}

const unsigned = 'The release is not signed yet.'
const release = '/pages/release?next=/pages/checkout'

test('a family without a release is led to it from its pages and before the checkout, and signs it once', async ({
  db,
}) => {
  const { id, familyId, see, get, post } = await anUnsignedFamily(db)
  for (const page of ['/pages/family-players', '/pages/account']) {
    expect(await see(page)).toContain(unsigned)
    expect(await see(page)).toContain(`/pages/release?next=${encodeURIComponent(page)}`)
  }
  expect((await get('/pages/checkout')).headers.get('Location')).toBe(release)
  expect(await see(release)).toContain('supervised tennis activities')
  expect(await (await post(release, {})).text()).toContain('Please agree to the liability release form.')
  expect(await db.$count(releases)).toBe(0)

  const signed = { 'user.liability_agreed': 'on' }
  const answers = await Promise.all([post(release, signed), post(release, signed)])

  expect(answers.map(({ headers }) => headers.get('Location'))).toEqual([
    '/pages/checkout',
    '/pages/checkout',
  ])
  const by = `family:${familyId}`
  expect(await db.select().from(releases)).toMatchObject([
    { accountId: id, how: 'site', by, address: '192.0.2.7' },
  ])
  expect(await db.select().from(changes).orderBy(changes.id)).toMatchObject([
    { actor: by, familyId, what: 'release signed on the site' },
  ])
  expect(await see('/pages/family-players')).not.toContain(unsigned)
  expect((await get('/pages/checkout')).status).toBe(200)
  expect(await see(release)).toContain('You signed it on')
})

test('who signed an older text is asked for the new one, and checks out all the same', async ({ db }) => {
  const { id, familyId, see, get, post } = await anUnsignedFamily(db)
  await db.insert(releases).values({ accountId: id, version: '0', how: 'sign-up', by: `family:${familyId}` })

  expect(await see('/pages/account')).toContain('The release has changed since you signed it.')
  expect((await get('/pages/checkout')).status).toBe(200)
  await post('/pages/release', { 'user.liability_agreed': 'on' })

  expect(await see('/pages/account')).not.toContain('The release has changed')
  expect(await db.$count(releases, eq(releases.accountId, id))).toBe(2)
})
