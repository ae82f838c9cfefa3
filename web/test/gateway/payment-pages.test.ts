import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { parseEnv } from '#platform/settings/env.server.ts'
import { formatOptions } from '#platform/settings/payment-options.ts'
import { gatewayOrigins } from '#platform/settings/payment-sources.server.ts'
import routes from '../../app/routes.ts'
import { aProgramme } from '../builders/builders.ts'
import { limits } from '../builders/limits.ts'
import { test } from '../harness/database.ts'
import { aSite } from '../harness/site.ts'
import { aWorld } from '../harness/world.ts'

const noDeviceData = { DEVICE_DATA: '0' }
const live = {
  ...noDeviceData,
  GATEWAY_TOKENIZATION_KEY: 'production_x_y',
  SITE_URL: 'https://courtside.example',
}
const production = { ...live, GATEWAY_ENVIRONMENT: 'production' }
const trial = { ...live, GATEWAY_ENVIRONMENT: 'sandbox', GATEWAY_TOKENIZATION_KEY: 'sandbox_x_y' }
const desk = 'http://127.0.0.1:3001'
const braintree = (part: string) =>
  `https://api.${part}braintreegateway.com https://assets.braintreegateway.com https://payments.${part}braintree-api.com https://client-analytics.${part}braintreegateway.com`
const payPalFiles = 'https://www.paypalobjects.com'
const played = { calls: desk, scripts: ` ${desk}`, forms: ` ${desk}` }
const popups = 'same-origin-allow-popups'

/** What the pages with a payment form let in beside our own, per setting. */
const policies: [settings: Record<string, string>, allows: Partial<ReturnType<typeof alone>>][] = [
  [{}, { ...played, opener: popups }],
  [noDeviceData, {}],
  [
    { ...noDeviceData, PAYMENT_OPTIONS: 'card,paypal' },
    { ...played, opener: popups },
  ],
  [{ ...noDeviceData, PAYMENT_OPTIONS: 'card,venmo' }, { opener: popups }],
  [
    { ...production, DEVICE_DATA: '1' },
    {
      calls: `${braintree('')} https://c.paypal.com`,
      scripts: ' https://c.paypal.com',
      images: ' https://c.paypal.com https://b.stats.paypal.com',
      opener: popups,
    },
  ],
  [
    { ...noDeviceData, THREE_D_SECURE: 'ask' },
    { ...played, opener: popups },
  ],
  [
    {
      ...noDeviceData,
      PAYMENT_OPTIONS: 'card,applePay',
      ...limits({ deviceScript: 'http://127.0.0.1:3009/devices/apple-pay.js?cards=none' }),
    },
    { scripts: ' http://127.0.0.1:3009', opener: popups },
  ],
  [production, {}],
  [{ ...production, PAYMENT_OPTIONS: 'card,venmo,applePay' }, { opener: popups }],
  [
    { ...production, PAYMENT_OPTIONS: 'paypal, card' },
    {
      calls: `${braintree('')} https://www.paypal.com`,
      scripts: ` ${payPalFiles} https://www.paypal.com`,
      images: ` ${payPalFiles}`,
      opener: popups,
    },
  ],
  [
    { ...trial, PAYMENT_OPTIONS: 'card,paypalCredit' },
    {
      calls: `${braintree('sandbox.')} https://www.sandbox.paypal.com`,
      scripts: ` ${payPalFiles} https://www.sandbox.paypal.com`,
      images: ` ${payPalFiles}`,
      opener: popups,
    },
  ],
  [
    { ...production, PAYMENT_OPTIONS: 'card,googlePay', GOOGLE_PAY_MERCHANT_ID: 'BCR2DN4T' },
    {
      calls: `${braintree('')} https://pay.google.com https://google.com`,
      frames: `${braintree('')} https://pay.google.com`,
      scripts: ' https://pay.google.com',
      images: ' https://www.gstatic.com',
      opener: popups,
    },
  ],
  [
    { ...production, THREE_D_SECURE: 'always' },
    {
      calls: `${braintree('')} https://*.cardinalcommerce.com`,
      frames: `${braintree('')} https:`,
      scripts: ' https://songbird.cardinalcommerce.com',
      forms: ' https:',
      opener: popups,
    },
  ],
  [
    { ...trial, THREE_D_SECURE: 'ask' },
    {
      calls: `${braintree('sandbox.')} https://*.cardinalcommerce.com`,
      frames: `${braintree('sandbox.')} https:`,
      scripts: ' https://songbirdstag.cardinalcommerce.com',
      forms: ' https:',
      opener: popups,
    },
  ],
]
const alone = (calls: string) => ({
  calls,
  frames: '',
  scripts: '',
  images: '',
  forms: '',
  opener: 'same-origin',
})

test('pages with a payment form let in what the ways to pay that are offered bring, and no other page does', async ({
  db,
}) => {
  const forms = ['checkout', 'donate', 'donate-bottinelli', 'registration-history', 'registration-history/']
  const pages = ['/pages/cart', '/api/openapi.json', '/pages/donate/success/x']
  await aProgramme(db)

  for (const [settings, lets] of policies) {
    const world = aWorld(db, settings)
    const site = await aSite(world, routes)
    const other = alone(gatewayOrigins(world.env.gateway).join(' '))
    const form = { ...other, ...lets }
    for (const [path, allows] of [
      ...forms.map((page) => [`/pages/${page}`, form] as const),
      ...pages.map((page) => [page, other] as const),
    ]) {
      const { headers } = await site(path)
      const where = `${path} with ${JSON.stringify(settings)}`
      expect(headers.get('Cross-Origin-Opener-Policy'), where).toBe(allows.opener)
      const policy = headers.get('Content-Security-Policy')?.replace(/'(nonce|sha256)-[^;]*'/, "'known'")
      expect(policy, where).toContain(`; script-src 'self' 'known'${allows.scripts}; `)
      expect(policy, where).toContain(`; img-src 'self' data:${allows.images}; `)
      expect(policy, where).toMatch(`; connect-src 'self' ${allows.calls}`)
      expect(policy, where).toContain(`; frame-src ${allows.frames || allows.calls}; `)
      expect(policy, where).toContain(`; form-action 'self'${allows.forms}; `)
    }
  }
})

test('the privacy notice tells of those who watch for fraud, unless the setting keeps them out', async ({
  db,
}) => {
  await aProgramme(db)
  const noticeWith = async (settings: Record<string, string>) =>
    (await (await aSite(aWorld(db, settings), routes))('/pages/policy')).text()

  expect(await noticeWith({})).toContain('Watching for fraud')
  expect(await noticeWith(noDeviceData)).not.toContain('Watching for fraud')
})

test('the browser plays a device with wallets beside the sandbox alone, not behind https, and where a wallet is offered', () => {
  const wallets = { PAYMENT_OPTIONS: 'card,googlePay' }
  const scriptOf = (settings: Record<string, string>) => parseEnv(settings).paymentOffer.deviceScript

  expect(scriptOf(wallets)).toBe('http://127.0.0.1:3001/devices/apple-pay.js')
  const demo = { SITE_URL: 'https://courtside.example', DEMO_SITE: '1' }
  const keys = { GATEWAY_ENVIRONMENT: 'sandbox', GATEWAY_TOKENIZATION_KEY: 'sandbox_x_y' }
  for (const settings of [{}, { ...wallets, ...demo }, { ...wallets, ...keys }])
    expect(scriptOf(settings)).toBeUndefined()
})

test('Apple reads at its address the file that a setting names', async ({ db }) => {
  const path = '/.well-known/apple-developer-merchantid-domain-association'
  const APPLE_PAY_DOMAIN_FILE = join(mkdtempSync(join(tmpdir(), 'courtside-apple-')), 'association')
  writeFileSync(APPLE_PAY_DOMAIN_FILE, '7B227073704964')
  const read = async (settings: Record<string, string>) => {
    const response = await (await aSite(aWorld(db, settings), routes))(path)
    return [response.status, response.headers.get('Content-Type'), await response.text()]
  }
  // Node and its server write the blank or leave it out.
  const plainText = expect.stringMatching(/^text\/plain; ?charset=UTF-8$/)

  expect(await read({ APPLE_PAY_DOMAIN_FILE })).toEqual([200, plainText, '7B227073704964'])
  expect((await read({}))[0]).toBe(404)
  expect(() => parseEnv({ APPLE_PAY_DOMAIN_FILE: `${APPLE_PAY_DOMAIN_FILE}.not` })).toThrow(
    'The setting APPLE_PAY_DOMAIN_FILE is wrong: it must be the path of a file that can be read.',
  )
  rmSync(dirname(APPLE_PAY_DOMAIN_FILE), { recursive: true })
})

test('ways to pay are named by the setting, the card among them, and what is no way to pay ends the start', () => {
  const offered = (PAYMENT_OPTIONS: string) => parseEnv({ PAYMENT_OPTIONS }).paymentOffer.options

  expect(parseEnv({}).paymentOffer.options).toEqual(['card'])
  expect(offered('card')).toEqual(['card'])
  expect(offered('paypal, card,paypalCredit')).toEqual(['paypal', 'card', 'paypalCredit'])
  expect(formatOptions(offered('card'))).toBe('card')
  expect(formatOptions(offered('paypalCredit,card,paypal'))).toBe('card or PayPal')
  expect(formatOptions(offered('card,googlePay,applePay,venmo'))).toBe(
    'card, Venmo, Apple Pay, or Google Pay',
  )
  for (const wrong of ['paypal', 'card,check', 'card,card', 'card;paypal', 'card,'])
    expect(() => offered(wrong), wrong).toThrow(
      'The setting PAYMENT_OPTIONS is wrong: it must name card, and what is offered beside it (paypal, paypalCredit, venmo, applePay, googlePay), each once, such as card,paypal.',
    )
})
