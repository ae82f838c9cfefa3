import { readFileSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'
import pg from 'pg'
import { checkOut, expectPaid } from '../support/checkout.ts'
import { expect, site, test } from '../support/fixtures.ts'
import { aWish } from '../support/shop.ts'
import { cards, registerAndPayByCard } from '../support/ways-to-pay/cards.ts'

/** Everything that the browser sends to the site: addresses, headers and bodies. */
function listenToSite(context: BrowserContext) {
  const sent: string[] = []
  context.on('request', async (request) => {
    if (!request.url().startsWith(site)) return
    sent.push(request.url(), request.postData() ?? '', JSON.stringify(request.headers()))
  })
  return sent
}

/** Every row of every table of the site, as text. */
async function everyRow(): Promise<string> {
  const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL })
  await client.connect()
  const tables = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const texts: string[] = []
  for (const { name } of tables.rows) {
    const rows = await client.query<{ row: string }>(`select t::text as row from "${name}" t`)
    texts.push(...rows.rows.map(({ row }) => row))
  }
  await client.end()
  return texts.join('\n')
}

test('the card number reaches neither the site, nor its log, nor its database (P1.18)', async ({
  page,
  context,
  db,
  guardian,
}) => {
  const wish = await aWish(db, guardian, { event: { name: 'Marker Clinic 8317' } })
  const sent = listenToSite(context)
  await checkOut(page, wish)
  await registerAndPayByCard(page, cards.accepted)
  await expectPaid(page)

  const places = {
    requests: sent.join('\n'),
    log: readFileSync(process.env.E2E_SITE_LOG ?? '', 'utf8'),
    rows: await everyRow(),
  }

  const { number } = cards.accepted
  const spaced = number.replace(/(\d{4})(?=\d)/g, '$1 ')
  for (const [place, text] of Object.entries(places))
    for (const form of [number, spaced, encodeURIComponent(spaced)])
      expect(text.includes(form), `${form} in the ${place}`).toBe(false)
  expect(places.requests, 'the search finds what is there').toContain('Marker Clinic 8317')
  expect(places.log).toContain('the site is up')
  expect(places.rows).toContain('Marker Clinic 8317')
})
