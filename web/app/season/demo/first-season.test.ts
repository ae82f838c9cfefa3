import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { events } from '#events/events.tables.ts'
import { checkSeason } from '#operations/doctor/check-stored.server.ts'
import { accounts } from '#people/people.tables.ts'
import { cookieNameFor } from '#people/sign-in/visitor.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { editDraft, findDraft, publishDraft, type Writer } from '#season/drafts/drafts.server.ts'
import { seasonNow } from '#season/file/export-season.server.ts'
import { programmeForm, readProgrammeForm } from '#season/forms/programme-form.ts'
import { aMember } from '../../../test/builders/builders.ts'
import { test } from '../../../test/harness/database.ts'
import { aSite } from '../../../test/harness/site.ts'
import { aWorld } from '../../../test/harness/world.ts'
import routes from '../../routes.ts'
import { loadFirstSeason } from './demo-season.server.ts'

const season = fileURLToPath(new URL('../../../../season.yaml', import.meta.url))
const braintree = { GATEWAY_ENVIRONMENT: 'sandbox', GATEWAY_TOKENIZATION_KEY: 'sandbox_a_b' }
const forReal = { SITE_URL: 'https://tennis.example', ...braintree }

test('a site where money is real begins without a season and without the demo: the owner names the programme at the desk, and publishes', async ({
  db,
}) => {
  const world = aWorld(db, { ...forReal, OPERATOR_EMAIL: 'Robin@tennis.example' })

  await loadFirstSeason(world, season)

  expect([await db.$count(events), await db.$count(accounts)]).toEqual([0, 0])
  expect(await readProgramme(db)).toMatchObject({ name: 'tennis.example', email: 'robin@tennis.example' })
  expect(await checkSeason(world)).toMatchObject({
    state: 'wrong',
    message: expect.stringMatching(/^there is none yet/),
  })

  const { id, token } = await aMember(db, ['owner'])
  const ask = await aSite(world, routes)
  const firstSteps = async () => {
    const answer = await ask('/desk', { headers: { cookie: `${cookieNameFor(forReal.SITE_URL)}=${token}` } })
    return /There is no season yet/.test(await answer.text())
  }
  expect(await firstSteps(), 'what to do next').toBe(true)
  const writer: Writer = { accountId: id, actor: `member:${id}` }
  const { structure } = await seasonNow(db)
  const empty = programmeForm(structure)
  expect(Object.keys(readProgrammeForm(empty, structure).problems)).toEqual(['phone', 'address'])
  const typed = {
    ...empty,
    name: 'Fairmeadow Tennis',
    phone: '+1 555 010 0142',
    email: ' Play@Fair.Example ',
    address: '18 Orchard Way',
    wallet: '@fair',
  }
  const { programme, problems } = readProgrammeForm(typed, structure)
  expect(problems).toEqual({})
  expect(programme).toMatchObject({ phone: '(555) 010-0142', email: 'play@fair.example' })
  const clinic = { key: 'green', name: 'Green', summary: '-', description: '-', price: 180 }
  const more = { 'price note': 'per player', location: ['Court 1'], sessions: [] }
  await editDraft(db, writer, (draft) => ({ ...draft, programme, clinics: [{ ...clinic, ...more }] }))
  const readAt = orNotFound(await findDraft(db, writer)).changedAt.getTime()
  const published = await publishDraft(db, writer, { readAt, siteUrl: forReal.SITE_URL, tellReworded: false })
  expect(published.did).toBe('published')
  expect(await firstSteps()).toBe(false)
  expect(await checkSeason(world)).toMatchObject({
    state: 'fine',
    message: 'it is that of Fairmeadow Tennis.',
  })
})

test.for<{ what: string; settings: Record<string, string>; state: string }>([
  { what: 'on this machine', settings: {}, state: 'note' },
  {
    what: 'that says so on every page',
    settings: { SITE_URL: 'https://tennis.example', DEMO_SITE: '1' },
    state: 'note',
  },
])('a demo $what begins with the demo season', async ({ settings, state }, { db }) => {
  const world = aWorld(db, settings)

  await loadFirstSeason(world, season)

  expect(await db.$count(events)).toBeGreaterThan(3)
  expect(await checkSeason(world)).toMatchObject({
    state,
    message: expect.stringMatching(/^it is still the demo’s/),
  })
  expect((await checkSeason(aWorld(db, forReal))).state, 'where families may use it').toBe('wrong')
})
