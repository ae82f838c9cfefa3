import { eq } from 'drizzle-orm'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { expect } from 'vitest'
import { events, staff } from '#events/events.tables.ts'
import { accounts } from '#people/people.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import routes from '#routes.ts'
import { exportSeason } from '#season/file/export-season.server.ts'
import { formatSeason, parseStructure } from '#season/file/season-structure.server.ts'
import { seasonUploads } from '#season/season.tables.ts'
import { aSeasonWithAFamily } from '../../../../test/builders/a-season-with-a-family.ts'
import { aMember } from '../../../../test/builders/builders.ts'
import { test } from '../../../../test/harness/database.ts'
import { aSite } from '../../../../test/harness/site.ts'
import { aWorld } from '../../../../test/harness/world.ts'

const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#1c5f9f' } })
  .jpeg()
  .toBuffer()

type Sent = Record<string, string | File>

async function aDesk(db: Db) {
  await aSeasonWithAFamily(db)
  const { token, id } = await aMember(db, ['registrar'])
  const site = await aSite(aWorld(db), routes)
  const headers = { Cookie: `sign-in=${token}`, Origin: 'http://localhost:3000' }
  const page = async () => plain(await (await site('/desk/season/upload', { headers })).text())
  async function send(fields: Sent) {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    const answer = await site('/desk/season/upload', { method: 'POST', headers, body })
    return { status: answer.status, html: plain(await answer.text()) }
  }
  /** Presses “Publish” below what the page shows. */
  async function publish(more: Sent = {}) {
    const html = await page()
    const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
    return send({
      ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])),
      what: 'publish',
      ...more,
    })
  }
  return { id, page, send, publish, text: (await exportSeason(db)).text }
}

const plain = (html: string) =>
  html.replaceAll('<!-- -->', '').replaceAll('&quot;', '"').replaceAll('&#x27;', "'")

const withMara = (text: string, picture: string) =>
  formatSeason({
    ...parseStructure(text),
    staff: [{ name: 'Mara Quill', years: [2027], picture, bio: 'Left-handed.' }],
  })

const aZip = (files: Record<string, Uint8Array>) =>
  new File([zipSync(files) as Uint8Array<ArrayBuffer>], 'season.zip', { type: 'application/zip' })

test('a season is uploaded as a zip from a Mac, its mistakes are said by line and mended on screen, and it is published with its pictures', async ({
  db,
}) => {
  const { page, send, publish, text } = await aDesk(db)
  const wrong = withMara(text, 'pictures/mara.jpeg').replace('price: 180', 'price: free')
  const line = 1 + wrong.split('\n').findIndex((one) => one.includes('price: free'))
  const zip = aZip({
    'My season/season.yaml': strToU8(wrong),
    'My season/pictures/mara.jpg': photo,
    '__MACOSX/My season/._season.yaml': strToU8('x'),
  })

  expect((await send({ what: 'send', files: zip })).status).toBe(302)

  const planPage = await page()
  expect(planPage).toContain('2 things need you')
  expect(planPage).toContain(`Line ${line}</button>`)
  expect(planPage).toContain('price is “free”; write dollars up to 100,000 (0 is free), such as 180 or 95.50')
  expect(planPage).toContain('picture “pictures/mara.jpeg” was not found')
  expect(planPage).toContain('price: free\n')
  expect((await publish({ readAt: '1' })).status).toBe(409)

  const mended = wrong.replace('price: free', 'price: 195').replace('mara.jpeg', 'mara.jpg')
  expect((await send({ what: 'mend', text: mended.replaceAll('\n', '\r\n') })).status).toBe(302)

  const plan = await page()
  expect(plan).toMatch(/changed<\/span><span class="break">clinic Green Ball: price \$180 → \$195/)
  expect(plan).toMatch(/added<\/span><span class="break">staff Mara Quill, 2027/)
  expect(await db.$count(staff)).toBe(0)
  expect((await publish()).status).toBe(302)
  expect((await db.select().from(events))[0]?.priceCents).toBe(19_500)
  const [mara] = await db.select().from(staff)
  expect(mara?.img).toMatch(/^data:image\/jpeg;base64,/)
  expect(await db.$count(seasonUploads)).toBe(0)
})

test('what the desk changed since the file was made is undone only with a yes, and nothing is published of a season that changed meanwhile', async ({
  db,
}) => {
  const { send, publish, page, text } = await aDesk(db)
  const named = (name: string) => new File([text.replace(/name: .*/, `name: ${name}`)], 'season.yaml')
  await send({ what: 'send', files: named('Fairmeadow Tennis') })
  expect((await publish()).status).toBe(302)
  await send({ what: 'send', files: named('Millbrook Tennis') })
  const stale = [...(await page()).matchAll(/name="(readAt|revision)" value="(\d+)"/g)]

  const refused = await publish()
  expect(refused.status).toBe(400)
  expect(refused.html).toContain('Say yes to this, or change these lines in the text.')
  expect(refused.html).toContain('season.yaml:2: programme: name “Fairmeadow Tennis” → “Millbrook Tennis”')
  expect((await publish({ undo: 'on', revision: '1' })).status).toBe(409)
  expect((await publish({ undo: 'on', readAt: '1' })).status).toBe(409)
  expect((await readProgramme(db)).name).toBe('Fairmeadow Tennis')
  expect(stale).toHaveLength(2)
  expect((await publish({ undo: 'on' })).status).toBe(302)
  expect((await readProgramme(db)).name).toBe('Millbrook Tennis')
})

test('what is no season is refused at its field, and whoever goes with the demonstration cannot take it away', async ({
  db,
}) => {
  const { id, page, send, publish, text } = await aDesk(db)
  const zip = new File(['no zip'], 'season.zip')
  const pair = aZip({ 'a.yaml': strToU8('x'), 'b.yml': strToU8('y') })

  expect((await send({ what: 'send', files: zip })).html).toContain('“season.zip” is no zip that can be read')
  expect((await send({ what: 'send', files: pair })).html).toContain(
    'Here are 2 season files: a.yaml, b.yml.',
  )
  expect((await send({ what: 'send', files: new File([photo], 'a.jpg') })).html).toContain(
    'Here is no season file',
  )
  expect((await send({ what: 'send' })).html).toContain('Choose a file first.')
  expect(await page()).not.toContain('Throw this upload away')

  await db.update(accounts).set({ isDemo: true }).where(eq(accounts.id, id))
  const ownSeason = formatSeason({ ...parseStructure(text), 'demo stays': false })
  await send({ what: 'send', files: new File([ownSeason], 'season.yaml') })
  expect(await page()).toContain('the account you are signed in with belongs to it')
  expect((await publish()).status).toBe(409)
  expect((await send({ what: 'throw-away' })).status).toBe(302)
  expect(await db.$count(seasonUploads)).toBe(0)
})
