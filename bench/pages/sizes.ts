import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { listRequests } from '../harness/browser.mjs'
import { atMost, expectThat, note, title } from '../harness/report.ts'
import { makeDatabase, openSite } from '../site.ts'
import { aHousehold } from './household.ts'

const pageBudget = 115
const widgetBudget = 60

const zipped = (content: Buffer | string) => gzipSync(content, { level: 9 }).length / 1000
/** Executable scripts, not JSON-LD. */
const script = /<script(?![^>]*application\/ld\+json)/
const kb = (size: number) => `${size.toFixed(1)} KB`

/** JavaScript of an event's page, and its content before scripts run. */
export async function weighEventPage() {
  title('The event page in Chromium, gzip')
  const { url, db, close } = await makeDatabase('sizes')
  const household = await aHousehold(db)
  await household.growTo(8)
  const { event, token } = household
  const site = await openSite(url)
  const page = `${site.url}/pages/${event.kind}/${event.id}`
  await weighScripts('event page, anonymous', page)
  await weighScripts('event page, signed in', page, token)
  const html = await (await fetch(page)).text()
  const body = html.slice(html.indexOf('<body'))
  const beforeScripts = body.slice(0, body.search(script))
  const { name, description, location, formats, missions } = event
  const texts = [
    name,
    description,
    location.split('<br>')[0] ?? '',
    ...formats,
    ...missions,
    '$180',
    '</main>',
  ]
  const missing = texts.filter((text) => !beforeScripts.includes(text))
  expectThat(
    'the page has its content before any script but the one in its head',
    missing.length === 0,
    missing.join(', '),
  )
  await site.close()
  await close()
}

async function weighScripts(name: string, page: string, token?: string) {
  const requests = await listRequests(page, token)
  const urls = [...new Set(requests.filter(({ type }) => type === 'script').map((request) => request.url))]
  const files = await Promise.all(urls.map(served))
  const html = await (await fetch(page, { headers: { Cookie: token ? `sign-in=${token}` : '' } })).text()
  const inline = [
    ...html.matchAll(/<script(?![^>]*(?:\ssrc=|application\/ld\+json))[^>]*>([\s\S]*?)<\/script>/g),
  ].map(([, script]) => script)
  const size = files.reduce((sum, size) => sum + size, 0) + zipped(inline.join('\n'))
  const detail = `${kb(size)} of ${pageBudget} in ${urls.length} scripts and what stands in the page`
  atMost(1, `${name}, JavaScript`, size / pageBudget, detail)
  const { origin } = new URL(page)
  const foreign = requests
    .map(({ url }) => url)
    .filter((url) => !url.startsWith('data:') && new URL(url).origin !== origin)
  const fonts = requests.filter(({ type }) => type === 'font').length
  expectThat(
    `${name}: ${fonts} font and all else from the site itself`,
    foreign.length === 0,
    foreign.join(', '),
  )
}

/** Gzipped transfer size in thousands of bytes. */
const served = (url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'gzip' } }, (response) => {
      let bytes = 0
      response.on('data', (piece: Buffer) => {
        bytes += piece.length
      })
      response.on('end', () => resolve(bytes / 1000))
    }).on('error', reject)
  })

/** Script and style with English messages. */
export function weighWidget() {
  title('The stand-alone widget, gzip')
  const at = (file: string) => fileURLToPath(new URL(`../../dropin/dist/${file}`, import.meta.url))
  const [code, style] = [readFileSync(at('dropin.js')), readFileSync(at('dropin.css'))]
  const size = zipped(code) + zipped(style)
  atMost(1, 'widget, script and style', size / widgetBudget, `${kb(size)} of ${widgetBudget}`)
  note(`script ${kb(zipped(code))}, style ${kb(zipped(style))}`)
  expectThat('its English is in the script', code.includes('Pay with card'))
}
