import { expect } from 'vitest'
import { aMember, aProgramme } from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { aSite } from '../../test/harness/site.ts'
import { aWorld } from '../../test/harness/world.ts'
import routes from '../routes.ts'

test('an address of the desk that is no page, and one of what is gone, keeps the desk around it and leads back to Today', async ({
  db,
}) => {
  await aProgramme(db)
  const { token } = await aMember(db, ['registrar'])
  const site = await aSite(aWorld(db), routes)
  for (const path of ['/desk/famlies', '/desk/families/99999', '/desk/sessions/99999']) {
    const answer = await site(path, { headers: { cookie: `sign-in=${token}` } })
    const page = await answer.text()
    expect([path, answer.status]).toEqual([path, 404])
    for (const words of ['<nav aria-label="Desk">', 'Just wide of the line', 'Go to Today'])
      expect(page).toContain(words)
    expect(page).not.toContain('See the season')
  }
})
