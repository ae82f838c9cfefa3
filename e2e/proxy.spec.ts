import { freePort } from '../scripts/postgres.mjs'
import { settingsOf, startSite } from '../scripts/services.mjs'
import { expect, test } from './fixtures.ts'

test('behind a proxy that ends TLS the forms of the public address work, and those of another site do not', async ({
  request,
}) => {
  const port = await freePort()
  const DATABASE_URL = process.env.E2E_DATABASE_URL
  const site = startSite(
    settingsOf({
      ...process.env,
      PORT: String(port),
      DATABASE_URL,
      SITE_URL: 'https://courtside.example',
      DEMO_SITE: '1',
    }),
    'ignore',
  )
  await site.untilReady()
  const logIn = async (origin: string) => {
    const form = { email: 'nobody@example.test', password: 'not the one' }
    const headers = { Host: 'courtside.example', Origin: origin }
    return (await request.post(`http://127.0.0.1:${port}/pages/login`, { form, headers })).status()
  }

  expect(await logIn('https://courtside.example')).toBe(401)
  expect(await logIn('https://elsewhere.example')).toBe(403)
  await site.stop()
})
