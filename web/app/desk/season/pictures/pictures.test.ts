import sharp from 'sharp'
import { expect } from 'vitest'
import { staff } from '#events/events.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import routes from '#routes.ts'
import { findDraft, publishDraft } from '#season/drafts/drafts.server.ts'
import { seasonDrafts } from '#season/season.tables.ts'
import { aMember, aProgramme } from '../../../../test/builders/builders.ts'
import { test } from '../../../../test/harness/database.ts'
import { aSite } from '../../../../test/harness/site.ts'
import { aWorld } from '../../../../test/harness/world.ts'

const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#1c5f9f' } })
  .jpeg()
  .withExif({ IFD3: { GPSLatitude: '37/1 46/1 0/1' } })
  .toBuffer()

async function aDesk(db: Db) {
  await aProgramme(db, { seasonBase: '2037-01-01' })
  await db.insert(staff).values({ name: 'Mara Quill', year: 2037, bio: 'Plays left-handed.' })
  const { token, id: accountId } = await aMember(db, ['registrar'])
  const site = await aSite(aWorld(db), routes)
  const headers = { Cookie: `sign-in=${token}`, Origin: 'http://localhost:3000' }
  const page = async () => (await site('/desk/season/pictures', { headers })).text()
  async function send(fields: Record<string, string>, file?: File) {
    const body = new FormData()
    for (const [name, value] of Object.entries({ what: 'keep', ...fields })) body.set(name, value)
    if (file) body.set('file', file)
    const answer = await site('/desk/season/pictures', { method: 'POST', headers, body })
    return { status: answer.status, html: await answer.text() }
  }
  return { site, headers, page, send, writer: { accountId, actor: `member:${accountId}` as const } }
}

const mara = { of: '0', name: 'Mara Quill' }
const jpeg = new File([photo], 'IMG_1.jpg', { type: 'image/jpeg' })

test('the desk takes photos of a phone into the draft, shows them there, and families see them once it is published', async ({
  db,
}) => {
  const { site, headers, page, send, writer } = await aDesk(db)

  expect((await send(mara, jpeg)).status).toBe(302)
  expect((await send({ of: 'home', alt: 'Two courts.', focus: '0% 100%' }, jpeg)).status).toBe(302)

  const html = await page()
  const [ofHome] = /\/desk\/season\/pictures\/home-\w+/.exec(html) ?? []
  expect(html).toMatch(/<img src="\/desk\/season\/pictures\/mara-quill-\w+"/)
  const shown = await site(String(ofHome), { headers })
  expect(shown.headers.get('content-type')).toBe('image/webp')
  const facts = await sharp(await shown.arrayBuffer()).metadata()
  expect([facts.width, facts.exif]).toEqual([1920, undefined])
  expect((await db.select().from(staff))[0]?.img).toBeNull()

  const { changedAt } = (await findDraft(db, writer)) ?? { changedAt: new Date(0) }
  const options = { readAt: changedAt.getTime(), siteUrl: 'https://x.example', tellReworded: false }
  expect((await publishDraft(db, writer, options)).did).toBe('published')
  expect((await db.select().from(staff))[0]?.img).toMatch(/^data:image\/webp;base64,/)
  expect((await readProgramme(db)).picture).toMatchObject({ alt: 'Two courts.', focus: '0% 100%' })
  expect((await send({ ...mara, what: 'take-away' })).status).toBe(302)
  expect(JSON.stringify((await findDraft(db, writer))?.structure)).not.toContain('mara-quill-')
})

test('a picture that cannot be taken gets a sentence at its field, and nothing else is lost or changed', async ({
  db,
}) => {
  const { send } = await aDesk(db)
  const heic = new File([Buffer.from('0000002466747970686569630000000068656963', 'hex')], 'IMG_2.HEIC')

  const refused = await send({ of: 'home', alt: 'Two courts.' }, heic)
  expect(refused.status).toBe(400)
  expect(refused.html).toContain(
    '“IMG_2.HEIC” is a HEIC photo, which browsers cannot show; save or send it as JPEG',
  )
  expect(refused.html).toContain('value="Two courts."')
  const nothing = await send({ of: 'home', alt: '' })
  expect(nothing.html).toContain('Choose a picture first.')
  expect(nothing.html).toContain('Write what the picture shows.')
  const huge = await send(mara, new File([Buffer.alloc(20_200_000)], 'huge.jpg'))
  expect([huge.status, huge.html]).toEqual([
    413,
    expect.stringContaining('That is more than we take at once. Choose a file of up to 20 MB.'),
  ])
  expect((await send({ of: '0', name: 'Somebody else' }, jpeg)).status).toBe(409)
  expect(await db.$count(seasonDrafts)).toBe(0)
})
