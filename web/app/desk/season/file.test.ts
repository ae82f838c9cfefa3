import { expect } from 'vitest'
import { staff } from '#events/events.tables.ts'
import { importSeason } from '#season/publish/import-season.server.ts'
import routes from '../../../app/routes.ts'
import { aSeasonWithAFamily } from '../../../test/builders/a-season-with-a-family.ts'
import { aMember } from '../../../test/builders/builders.ts'
import { unpacked } from '../../../test/builders/unpacked.ts'
import { test } from '../../../test/harness/database.ts'
import { aSite } from '../../../test/harness/site.ts'
import { aWorld } from '../../../test/harness/world.ts'

test('the file of the season that the desk gives out has its pictures, and changes nothing when it comes in again', async ({
  db,
}) => {
  await aSeasonWithAFamily(db)
  const img = 'data:image/svg+xml;base64,PHN2Zy8+'
  await db.insert(staff).values({ name: 'Mara Quillfeather', year: 2027, bio: 'Plays left-handed.', img })
  const { token } = await aMember(db, ['registrar'])
  const site = await aSite(aWorld(db), routes)

  const answer = await site('/desk/season/file', { headers: { cookie: `sign-in=${token}` } })

  expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="season.zip"')
  const file = await unpacked(new Uint8Array(await answer.arrayBuffer()))
  expect(Object.values(file.pictures)).toEqual([img])
  const siteUrl = 'https://tennis.example'
  const done = await importSeason(db, file, { write: true, withDemo: false, siteUrl })
  expect(done).not.toHaveProperty('problems')
  expect('changes' in done && done.changes.filter(({ did }) => did !== 'unchanged')).toEqual([])
})
