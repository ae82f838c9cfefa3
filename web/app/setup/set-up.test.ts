import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { accounts } from '#people/people.tables.ts'
import { orNotFound } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { loadFirstSeason } from '#season/demo/demo-season.server.ts'
import { findJoinState, join, offerApp } from '#team/invitations/join.server.ts'
import { findAsker } from '#team/member.server.ts'
import { aMember, anAccount, aProgramme } from '../../test/builders/builders.ts'
import { anApp } from '../../test/harness/authenticator-app.ts'
import { test } from '../../test/harness/database.ts'
import { aSite } from '../../test/harness/site.ts'
import { aWorld } from '../../test/harness/world.ts'
import routes from '../routes.ts'
import { openSetUp } from './set-up.server.ts'

const season = fileURLToPath(new URL('../../../season.yaml', import.meta.url))
const settings = { DESK_KEY: 'a key of the desk for tests, 32 letters', FIRST_SEASON: 'none' }
const page = '/desk/set-up'
const typed = {
  ...{ name: 'Orchard Tennis', email: ' Play@Orchard.example ', time_zone: 'America/Denver' },
  ...{ first_name: 'Bea', last_name: 'Topspin', phone: '555 010 0142', owner_email: 'Bea@orchard.example' },
  ...{ password: 'volley-and-lob-44', confirmation: 'volley-and-lob-44' },
}
const posted = (form: Record<string, string>) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://localhost:3000' },
  body: new URLSearchParams(form).toString(),
})

test('an empty site is set up with the code of its start: it gets a name, and an owner with a second step', async ({
  db,
}) => {
  const world = aWorld(db, settings)
  await loadFirstSeason(world, season)
  expect(await db.$count(accounts), 'demo accounts').toBe(0)
  const code = orNotFound(await openSetUp(world))
  const ask = await aSite(world, routes)

  const first = await ask(page, posted({ code: code.toLowerCase() }))
  expect(await first.text()).toContain('Name')
  const wrong = await ask(`${page}?form=programme`, posted({ code, ...typed, time_zone: 'Mars' }))
  expect(wrong.status).toBe(400)
  expect(await wrong.text()).toMatch(/Choose a time zone\.[\s\S]*value="Bea"/)
  const done = await ask(`${page}?form=programme`, posted({ code, ...typed }))

  expect(done.status).toBe(302)
  expect(await readProgramme(db)).toMatchObject({
    ...{ name: 'Orchard Tennis', email: 'play@orchard.example', timeZone: 'America/Denver' },
    causes: { MCT: { name: 'Orchard Tennis' }, DBF: { name: 'Memorial fund' } },
  })
  const link = orNotFound(/\/desk\/join\/(.+)/.exec(done.headers.get('Location') ?? '')?.[1])
  const token = orNotFound(/sign-in=([^;]+)/.exec(done.headers.get('Set-Cookie') ?? '')?.[1])
  const asker = orNotFound(await findAsker(db, token))
  expect(await findJoinState(world, link, asker)).toEqual({ step: 'factor', email: 'bea@orchard.example' })
  const { secret, sealed } = offerApp(world, asker.visitor.accountId)
  const joined = await join(world, link, asker, { app: { sealed, code: anApp(secret).code() } })
  expect(await findAsker(db, joined.token)).toMatchObject({ roles: ['owner'], isSecondStepFresh: true })

  expect(await openSetUp(world), 'a code once there is an owner').toBeUndefined()
  expect((await ask(page, posted({ code }))).status).toBe(410)
  expect(await (await ask(page)).text()).toContain('This site is set up')
})

test('the code is taken ten times at most, and whoever has an account gives its password', async ({ db }) => {
  const world = aWorld(db, settings)
  await aProgramme(db)
  const { email } = await anAccount(db)
  const code = orNotFound(await openSetUp(world))
  const ask = await aSite(world, routes)

  const known = await ask(`${page}?form=programme`, posted({ code, ...typed, owner_email: email }))
  expect([known.status, known.headers.get('Set-Cookie')]).toEqual([302, null])
  for (const remaining of [9, 8, 7, 6, 5, 4, 3, 2]) {
    const answer = await ask(page, posted({ code: 'AAAAA-AAAAA' }))
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(`${remaining} more tries are left.`)
  }
  await ask(page, posted({ code: 'nonsense' }))
  await ask(page, posted({ code: 'nonsense' }))
  const late = await ask(page, posted({ code }))

  expect(late.status).toBe(429)
  expect(await late.text()).toContain('Start the site again: it prints a new one.')
})

test('a site with the demo has no code, nor one with an owner', async ({ db }) => {
  const world = aWorld(db, settings)
  await aProgramme(db)
  await anAccount(db, { isDemo: true })
  expect(await openSetUp(world)).toBeUndefined()
  await db.delete(accounts)
  expect(await openSetUp(world)).toBeDefined()
  await aMember(db, ['owner'])
  expect(await openSetUp(world)).toBeUndefined()
})
