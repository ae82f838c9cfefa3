import sharp from 'sharp'
import { expect } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import routes from '#routes.ts'
import { exportSeason } from '#season/file/export-season.server.ts'
import { formatSeason, parseStructure } from '#season/file/season-structure.server.ts'
import { importSeason } from '#season/publish/import-season.server.ts'
import { offerPasskey } from '#team/second-step/passkeys.server.ts'
import { anAccount, aProgramme } from '../../test/builders/builders.ts'
import { test } from '../../test/harness/database.ts'
import { aSite } from '../../test/harness/site.ts'
import { aWorld } from '../../test/harness/world.ts'

const red = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c00000' } })
  .png()
  .toBuffer()

/** Another programme, as its season file says it. */
async function bring(db: Db, shown: { name: string; accent?: string; logo?: string }) {
  await aProgramme(db, { seasonBase: '2037-01-01' })
  const season = parseStructure((await exportSeason(db)).text)
  const text = formatSeason({ ...season, programme: { ...season.programme, ...shown } })
  const pictures = { 'logo.png': `data:image/png;base64,${red.toString('base64')}` }
  const options = { write: true, withDemo: false, siteUrl: 'https://x.example' }
  return importSeason(db, { name: 'season.yaml', text, pictures }, options)
}

test('another programme has its own name, colour and sign in manifest, icons, shared picture, header and passkeys', async ({
  db,
}) => {
  await bring(db, { name: 'Millbrook & Sons Tennis', accent: '#7c2d12', logo: 'logo.png' })
  const site = await aSite(aWorld(db), routes)
  const textAt = async (path: string) => (await site(path)).text()

  const manifest = JSON.parse(await textAt('/site.webmanifest'))
  expect(manifest).toMatchObject({
    name: 'Millbrook & Sons Tennis',
    short_name: 'Millbrook',
    theme_color: '#7c2d12',
  })
  const icon = await textAt('/favicon.svg')
  expect(icon).toContain('<title>Millbrook &amp; Sons Tennis</title>')
  expect(icon).toContain(red.toString('base64'))
  const pointAt = async (path: string, x: number, y: number) => {
    const answer = Buffer.from(await (await site(path)).arrayBuffer())
    const { width, height } = await sharp(answer).metadata()
    const [r, g, b] = await sharp(answer)
      .extract({ left: x, top: y, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer()
    return [width, height, r, g, b]
  }
  expect(await pointAt('/touch-icon.png', 90, 90)).toEqual([180, 180, 192, 0, 0])
  expect(await pointAt('/social.png', 5, 5)).toEqual([1200, 630, 0x7c, 0x2d, 0x12])
  expect(await pointAt('/social.png', 150, 150)).toEqual([1200, 630, 192, 0, 0])
  const page = await textAt('/')
  expect(page).toContain('<link rel="stylesheet" href="/accent/7c2d12.css"/>')
  expect(await textAt('/accent/7c2d12.css')).toBe(':root{--surround:#7c2d12}')
  const [logo = ''] = /\/logo\/[\w-]+/.exec(page) ?? []
  expect((await site(logo)).headers.get('content-type')).toBe('image/png')
  expect((await site('/logo/logo-00000000')).status).toBe(404)
  const { id: accountId, email } = await anAccount(db)
  const { options } = await offerPasskey(aWorld(db), { accountId, email: `${email}`, name: 'Robin Vale' })
  expect(JSON.parse(options).rp.name).toBe('Millbrook & Sons Tennis desk')
})

test('a programme without colour and sign has the court, under its own name', async ({ db }) => {
  await bring(db, { name: 'Millbrook Tennis' })
  const site = await aSite(aWorld(db), routes)

  expect(JSON.parse(await (await site('/site.webmanifest')).text()).name).toBe('Millbrook Tennis')
  expect(await (await site('/favicon.svg')).text()).toContain('fill="#0e3b29"')
  expect((await site('/touch-icon.png')).status).toBe(200)
  const social = Buffer.from(await (await site('/social.png')).arrayBuffer())
  const white = await sharp(social).extract({ left: 85, top: 200, width: 460, height: 200 }).stats()
  expect(white.channels[0]?.max).toBe(255)
  expect(await (await site('/')).text()).not.toMatch(/\/accent\/|\/logo\//)
})

test('a colour on which white words cannot be read is refused at import, with its contrast', async ({
  db,
}) => {
  expect(await bring(db, { name: 'Millbrook Tennis', accent: '#3b9b5b', logo: 'sign.png' })).toEqual({
    problems: [
      expect.stringMatching(
        /^season.yaml:\d+: accent is “#3b9b5b”, on which white words .* 3\.\d to 1, and must be 6.5 to 1; write a darker colour$/,
      ),
      expect.stringMatching(/^season.yaml:\d+: logo “sign.png” was not found/),
    ],
  })
})
