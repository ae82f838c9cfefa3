import { expect } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { sha256 } from '#platform/hash.server.ts'
import routes from '../../app/routes.ts'
import { anAccount, aPlayer, aProgramme } from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { aSite } from '../../test/harness/site.ts'
import { aWorld } from '../../test/harness/world.ts'
import { signIns } from './people.tables.ts'

const skipped = /type="(hidden|checkbox|radio)"|readOnly/i

/** Autocomplete tokens by the field's name. */
async function readTokens(
  db: Db,
  page: string,
  accountId?: string,
): Promise<Record<string, string | undefined>> {
  const soon = new Date(Date.now() + 60_000)
  if (accountId)
    await db
      .insert(signIns)
      .values({ tokenHash: sha256(accountId), accountId, expiresAt: soon })
      .onConflictDoNothing()
  const site = await aSite(aWorld(db), routes)
  const answer = await site(page, { headers: accountId ? { cookie: `sign-in=${accountId}` } : {} })
  expect(answer.status).toBe(200)
  const main = (await answer.text()).replace(/^[\s\S]*<main/, '').replace(/<\/main>[\s\S]*$/, '')
  const controls = [...main.matchAll(/<(?:input|select|textarea) [^>]*>/g)].map(([tag]) => tag)
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag)?.[1]
  return Object.fromEntries(
    controls
      .filter((tag) => !skipped.test(tag))
      .map((tag) => [attribute(tag, 'name') ?? '', attribute(tag, 'autocomplete')]),
  )
}

const holder = { first_name: 'given-name', last_name: 'family-name', phone: 'tel-national' }
const nobody = { first_name: 'off', last_name: 'off', phone: 'off' }
const child = { ...nobody, birthday: 'off', skill_level: 'off' }
const under = (prefix: string, tokens: Record<string, string>) =>
  Object.fromEntries(Object.entries(tokens).map(([name, token]) => [prefix + name, token]))

test('login, sign-up and a gift take what the browser knows of whoever sits there', async ({ db }) => {
  await aProgramme(db)

  expect(await readTokens(db, '/pages/login')).toEqual({ email: 'username', password: 'current-password' })
  expect(await readTokens(db, '/pages/register')).toEqual({
    ...under('parent.', holder),
    ...under('player.', child),
    'user.email': 'email',
    'user.password': 'new-password',
    confirmation: 'new-password',
  })
  expect(await readTokens(db, '/pages/donate')).toEqual({
    ...holder,
    email: 'email',
    mailing_address: 'street-address',
  })
})

test('a parent is the emergency contact that the browser knows; of a child and of others to call it knows nothing', async ({
  db,
}) => {
  await aProgramme(db)
  const { id } = await anAccount(db)
  const player = await aPlayer(db, { accountId: id })

  expect(await readTokens(db, '/pages/emergency-contact', id)).toEqual(holder)
  expect(await readTokens(db, '/pages/family-players/new', id)).toEqual(child)
  expect(await readTokens(db, `/pages/family-players/${player.id}/care`, id)).toMatchObject({
    ...{ name: 'off', relation: 'off', phone: 'off' },
  })
})

test('a player who has an account is not offered as the own emergency contact, nor as the own parent', async ({
  db,
}) => {
  await aProgramme(db)
  const { id, myself } = await anAccount(db, { kind: 'player' })

  expect(await readTokens(db, '/pages/emergency-contact', id)).toEqual(nobody)
  expect(await readTokens(db, `/pages/family-players/${myself?.id}/care`, id)).toMatchObject({ email: 'off' })
})
