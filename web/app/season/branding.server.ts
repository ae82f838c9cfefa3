import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { decodedPicture } from '#events/staff/staff.server.ts'
import { widePictureName } from '#events/wide-picture.ts'
import type { World } from '#platform/contexts.server.ts'
import { usualAccent } from '#platform/format/accent.ts'
import { refuse } from '#platform/refusal.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { decodingInTurn } from '#season/pictures/resize-picture.server.ts'
import { seasonPictures } from './season.tables.ts'

type Sign = { name: string; accent: string; logo: string | null; img: string | null }

/** Favicon, manifest, touch icon and social image in the programme's name, colour and logo. */
export function programmeSign({ db }: World) {
  const app = new Hono()
  async function signNow(): Promise<Sign> {
    const { name, accent, logo } = programme
    const [sign] = await db
      .select({ name, accent, logo, img: seasonPictures.img })
      .from(programme)
      .leftJoin(seasonPictures, eq(seasonPictures.name, logo))
    return { name: 'Courtside', logo: null, img: null, ...sign, accent: sign?.accent ?? usualAccent }
  }
  app.get('/site.webmanifest', async (c) => send(c, 'application/manifest+json', toManifest(await signNow())))
  app.get('/favicon.svg', async (c) => send(c, 'image/svg+xml; charset=utf-8', drawIcon(await signNow())))
  app.get('/touch-icon.png', async (c) => send(c, 'image/png', await drawn('icon', await signNow())))
  app.get('/social.png', async (c) => send(c, 'image/png', await drawn('social', await signNow())))
  app.get('/accent/:file{[0-9a-f]{6}\\.css}', (c) => {
    const css = `:root{--surround:#${c.req.param('file').slice(0, 6)}}`
    return c.body(css, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': forGood })
  })
  app.get('/logo/:name', async (c) => {
    const { logo, img } = await signNow()
    const picture = decodedPicture(img ?? '')
    if (!logo || !picture || widePictureName({ name: logo }) !== c.req.param('name'))
      return refuse('not-found')
    return c.body(picture.bytes, 200, {
      ...{ 'Content-Type': picture.type, 'Cache-Control': forGood },
      // An SVG may contain scripts: none run when it is opened directly.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
  })
  return app
}

const forGood = 'public, max-age=31536000, immutable'

const send = (c: Context, type: string, body: string | Uint8Array<ArrayBuffer>) =>
  c.body(body, 200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400' })

const toManifest = ({ name, accent }: Sign) =>
  JSON.stringify({
    ...{ name, short_name: name.split(' ')[0], start_url: '/', display: 'browser' },
    ...{ background_color: '#ffffff', theme_color: accent },
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/touch-icon.png', sizes: '180x180', type: 'image/png' },
    ],
  })

const inXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const court = (accent: string) => `<path fill="${accent}" d="M0 0h32v32H0z"/>
  <path fill="none" stroke="#fff" stroke-width="2.5" d="M6 5h13v22H6zM6 16h13M12.5 5v11"/>
  <circle cx="25" cy="23" r="3.5" fill="#dbf339"/>`

const drawIcon = ({ name, accent, img }: Sign) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <title>${inXml(name)}</title>
  ${img ? `<image href="${img}" width="32" height="32"/>` : court(accent)}
</svg>
`

const scene = (accent: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><path fill="${accent}" d="M0 0h1200v630H0z"/>
  <g transform="translate(890 340) rotate(21)" stroke="#fff" stroke-width="6" fill="none">
    <path fill="#1c5f9a" stroke-width="7" d="M-205-620h410v1240h-410z"/><path d="M-150-620v1240M150-620v1240M-150-240h300M-150 240h300M0-240v480"/>
    <path stroke="#0007" stroke-width="20" d="M-225 16h470"/><path stroke-width="9" d="M-240 0h480"/>
  </g><circle cx="772" cy="415" r="15" fill="#dbf339"/><ellipse cx="783" cy="447" rx="25" ry="10" fill="#0006"/></svg>`

const fontPath = () =>
  fileURLToPath(import.meta.resolve('@expo-google-fonts/archivo/800ExtraBold/Archivo_800ExtraBold.ttf'))

/** Cached per name, colour and logo. */
const drawings = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

function drawn(what: keyof typeof draw, sign: Sign): Promise<Uint8Array<ArrayBuffer>> {
  const key = [what, sign.name, sign.accent, sign.logo].join('\n')
  const known = drawings.get(key)
  if (known) return known
  for (const other of drawings.keys()) if (other.startsWith(`${what}\n`)) drawings.delete(other)
  const drawing = decodingInTurn(async () => Uint8Array.from(await draw[what](sign)))
  drawings.set(key, drawing)
  drawing.catch(() => drawings.delete(key))
  return drawing
}

const draw = {
  icon: async (sign: Sign) => {
    const { default: sharp } = await import('sharp')
    const logo = await logoIn(sign, 148)
    const ground = logo ? `<path fill="#fff" d="M0 0h32v32H0z"/>` : court(sign.accent)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="180" height="180">${ground}</svg>`
    return sharp(Buffer.from(svg))
      .composite(logo ? [{ input: logo, gravity: 'centre' }] : [])
      .png()
      .toBuffer()
  },
  social: async (sign: Sign) => {
    const { default: sharp } = await import('sharp')
    const markup = `<span foreground="white">${inXml(sign.name)}</span>`
    const text = await sharp({
      text: {
        text: markup,
        font: 'Archivo 70',
        fontfile: fontPath(),
        rgba: true,
        dpi: 72,
        width: 500,
        wrap: 'word',
      },
    })
      .resize({ height: 330, width: 500, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
    const logo = await logoIn(sign, 140)
    return sharp(Buffer.from(scene(sign.accent)))
      .composite([
        { input: text, left: 85, top: logo ? 250 : 200 },
        ...(logo ? [{ input: logo, left: 85, top: 85 }] : []),
      ])
      .png()
      .toBuffer()
  },
}

async function logoIn({ img }: Sign, side: number) {
  const picture = decodedPicture(img ?? '')
  if (!picture) return undefined
  const { default: sharp } = await import('sharp')
  const fit = { fit: 'contain', background: '#0000' } as const
  return sharp(picture.bytes).resize(side, side, fit).png().toBuffer()
}
