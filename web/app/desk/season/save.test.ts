import { expect } from 'vitest'
import { aMember, anEvent, aProgramme, aSession } from '../../../test/builders.ts'
import { test } from '../../../test/database.ts'
import { aSite } from '../../../test/site.ts'
import { aWorld } from '../../../test/world.ts'
import routes from '../../routes.ts'

test('a session that is saved leads back to its form, which says what was saved, without a script', async ({
  db,
}) => {
  await aProgramme(db, { seasonBase: '2037-01-01' })
  const { id: eventId } = await anEvent(db, { key: 'green', name: 'Green Ball' })
  await aSession(db, { eventId, number: 1, startsOn: '2037-06-15', endsOn: '2037-06-18' })
  const { token } = await aMember(db, ['registrar'])
  const site = await aSite(aWorld(db), routes)
  const headers = { Cookie: `sign-in=${token}`, Origin: 'http://localhost:3000' }
  const form = { number: '1', starts: '2037-06-15', ends: '2037-06-18', note: 'Mon to Thu', active: 'on' }

  const saved = await site('/desk/season/events/green/2037-1', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form),
  })
  const page = await (await site(saved.headers.get('location') ?? '', { headers })).text()

  expect(saved.status).toBe(302)
  expect(page).toContain('<p role="status"><span>Saved in your draft: Session 1 of Green Ball.</span>')
})
