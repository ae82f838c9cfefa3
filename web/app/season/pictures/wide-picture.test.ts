import sharp from 'sharp'
import { expect } from 'vitest'
import routes from '#routes.ts'
import { seasonPictures } from '#season/season.tables.ts'
import { aProgramme } from '../../../test/builders/builders.ts'
import { test } from '../../../test/harness/database.ts'
import { aSite } from '../../../test/harness/site.ts'
import { aWorld } from '../../../test/harness/world.ts'

/** A picture as a camera leaves it: with the place where it was taken. */
const photo = await sharp({ create: { width: 1200, height: 500, channels: 3, background: '#1c5f9f' } })
  .jpeg()
  .withExif({ IFD3: { GPSLatitude: '37/1 46/1 0/1' } })
  .toBuffer()

test('the wide picture comes as AVIF and WebP in the widths of the page, kept for good, without what a camera wrote', async ({
  db,
}) => {
  const name = 'season-pictures/home-1a2b3c4d.jpg'
  await aProgramme(db, { picture: { name, alt: 'Two courts.', focus: '20% 90%' } })
  await db.insert(seasonPictures).values({ name, img: `data:image/jpeg;base64,${photo.toString('base64')}` })
  const site = await aSite(aWorld(db), routes)
  const at = (file: string) => site(`/pages/picture/${file}`)

  const page = await (await site('/')).text()

  expect((await sharp(photo).metadata()).exif).toBeDefined()
  for (const [type, format] of [
    ['avif', 'heif'],
    ['webp', 'webp'],
  ]) {
    const answer = await at(`home-1a2b3c4d/480/${type}`)
    expect(page).toContain(`/pages/picture/home-1a2b3c4d/480/${type} 480w`)
    expect(answer.headers.get('content-type')).toBe(`image/${type}`)
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const built = await sharp(await answer.arrayBuffer()).metadata()
    expect(built).toMatchObject({ format, width: 480, height: 200 })
    expect(built.exif).toBeUndefined()
  }
  expect(page).toMatch(
    /<img[^>]* alt="Two courts." width="1920" height="800" loading="lazy"[^>]* data-x="1" data-y="4"/,
  )
  for (const file of ['home-1a2b3c4d/481/avif', 'home-1a2b3c4d/480/png', 'home-ffffffff/480/avif'])
    expect((await at(file)).status, file).toBe(404)
  await aProgramme(db, { picture: null })
  expect((await at('home-1a2b3c4d/480/avif')).status).toBe(404)
  expect(await (await site('/')).text()).not.toContain('<picture')
})
