import { expect } from 'vitest'
import { endRoles } from '#team/members.server.ts'
import { memberRoles } from '#team/team.tables.ts'
import { aMember, aProgramme } from '../../../test/builders/builders.ts'
import { aMembersRecoveryCodes } from '../../../test/builders/recovery-codes.ts'
import { anApp } from '../../../test/harness/authenticator-app.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { newSecret, spendCode, storeApp } from './authenticator.server.ts'
import { spendRecoveryCode } from './recovery-codes.server.ts'

const settings = { DESK_KEY: 'a key of the desk for tests, 32 letters' }

test('of eight who send one code at once, one is let in', async ({ freshDatabase: { db } }) => {
  const { env } = aWorld(db, settings)
  const { id } = await aMember(db, ['owner'])
  const secret = newSecret()
  await storeApp(db, env, id, secret, 0)
  const code = anApp(secret).code()
  const [recovery = ''] = await aMembersRecoveryCodes(db, id)
  const eight = <Answer>(ask: () => Promise<Answer>) => Promise.all(Array.from({ length: 8 }, ask))

  const byApp = await eight(() => spendCode(db, env, id, code))
  const byRecovery = await eight(() => spendRecoveryCode(db, id, recovery))

  expect(byApp.filter(Boolean)).toHaveLength(1)
  expect(byRecovery.filter(Boolean)).toHaveLength(1)
})

test('of two owners who end each other at once, one stays', async ({ freshDatabase: { db } }) => {
  await aProgramme(db)
  const [ann, ben] = [await aMember(db, ['owner']), await aMember(db, ['owner'])]

  for (let round = 0; round < 12; round += 1) {
    await db.update(memberRoles).set({ lastDay: null })
    const ended = await Promise.allSettled([
      endRoles(db, `member:${ann.id}`, ben.id),
      endRoles(db, `member:${ben.id}`, ann.id),
    ])

    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const owners = (await db.select().from(memberRoles)).filter(({ lastDay }) => lastDay === null)
    expect(owners).toHaveLength(1)
  }
})
