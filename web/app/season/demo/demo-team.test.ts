import { expect } from 'vitest'
import { authenticators, members } from '#team/team.tables.ts'
import { anAccount, aProgramme } from '../../../test/builders/builders.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld } from '../../../test/harness/world.ts'
import team from './demo-team.json' with { type: 'json' }
import { keepDemoTeam } from './demo-team.server.ts'

test('demo accounts, whose password and secret everybody knows, open the desk on this machine alone', async ({
  db,
}) => {
  await aProgramme(db)
  for (const email of Object.keys(team.roles)) await anAccount(db, { email, isDemo: true })
  const many = Object.keys(team.roles).length
  const counts = async () => [await db.$count(members), await db.$count(authenticators)]

  await keepDemoTeam(aWorld(db))
  expect(await counts()).toEqual([many, many])

  const elsewhere: Record<string, string>[] = [
    { SITE_URL: 'https://courtside.example', DEMO_SITE: '1' },
    { SITE_URL: 'http://192.0.2.7:3000' },
    { HOST: '0.0.0.0' },
  ]
  for (const settings of elsewhere) {
    await keepDemoTeam(aWorld(db))
    await keepDemoTeam(aWorld(db, settings))
    expect(await counts(), JSON.stringify(settings)).toEqual([0, 0])
  }
})
