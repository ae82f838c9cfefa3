import { expect } from 'vitest'
import { parseEnv } from '#platform/env.server.ts'
import { gatewayOrigins } from '#platform/security-headers.server.ts'
import routes from '../app/routes.ts'
import { aProgramme } from './builders.ts'
import { test } from './database.ts'
import { aSite } from './site.ts'
import { aWorld } from './world.ts'

test('where PayPal is offered, pages with a payment form let in its button and its window, and no other page does', async ({
  db,
}) => {
  const live = { GATEWAY_TOKENIZATION_KEY: 'production_x_y', SITE_URL: 'https://courtside.example' }
  const braintree = (part: string) =>
    `https://api.${part}braintreegateway.com https://assets.braintreegateway.com https://payments.${part}braintree-api.com https://client-analytics.${part}braintreegateway.com`
  const desk = 'http://127.0.0.1:3001'
  const alone = { scripts: '', images: '', opener: 'same-origin' }
  const window = 'same-origin-allow-popups'
  const forms = ['checkout', 'donate', 'donate-bottinelli', 'registration-history', 'registration-history/']
  const settings = [
    [{}, { ...alone, calls: desk }],
    [{ PAYMENT_OPTIONS: 'card,paypal' }, { calls: desk, scripts: ` ${desk}`, images: '', opener: window }],
    [
      { ...live, GATEWAY_ENVIRONMENT: 'production' },
      { ...alone, calls: braintree('') },
    ],
    [
      { ...live, GATEWAY_ENVIRONMENT: 'production', PAYMENT_OPTIONS: 'paypal, card' },
      {
        calls: `${braintree('')} https://www.paypal.com`,
        scripts: ' https://www.paypalobjects.com https://www.paypal.com',
        images: ' https://www.paypalobjects.com',
        opener: window,
      },
    ],
    [
      { ...live, GATEWAY_ENVIRONMENT: 'sandbox', PAYMENT_OPTIONS: 'card,paypalCredit' },
      {
        calls: `${braintree('sandbox.')} https://www.sandbox.paypal.com`,
        scripts: ' https://www.paypalobjects.com https://www.sandbox.paypal.com',
        images: ' https://www.paypalobjects.com',
        opener: window,
      },
    ],
  ] as const
  await aProgramme(db)

  for (const [given, form] of settings) {
    const world = aWorld(db, given)
    const site = await aSite(world, routes)
    const other = { ...alone, calls: gatewayOrigins(world.env.gateway).join(' ') }
    const pages = ['/', '/pages/cart', '/pages/policy', '/api/openapi.json', '/pages/donate/success/x']
    for (const [path, allows] of [
      ...forms.map((page) => [`/pages/${page}`, form] as const),
      ...pages.map((page) => [page, other] as const),
    ]) {
      const { headers } = await site(path)
      const where = `${path} with ${JSON.stringify(given)}`
      expect(headers.get('Cross-Origin-Opener-Policy'), where).toBe(allows.opener)
      const policy = headers.get('Content-Security-Policy')?.replace(/'nonce-[^']*'/, "'nonce'")
      expect(policy, where).toContain(`; script-src 'self' 'nonce'${allows.scripts}; `)
      expect(policy, where).toContain(`; img-src 'self' data:${allows.images}; `)
      expect(policy, where).toMatch(`; connect-src 'self' ${allows.calls}`)
      expect(policy, where).toContain(`; frame-src ${allows.calls}; `)
    }
  }
})

test('ways to pay are named by the setting, the card among them, and what is no way to pay ends the start', () => {
  const offered = (PAYMENT_OPTIONS: string) => parseEnv({ PAYMENT_OPTIONS }).paymentOptions

  expect(parseEnv({}).paymentOptions).toEqual(['card'])
  expect(offered('card')).toEqual(['card'])
  expect(offered('paypal, card,paypalCredit')).toEqual(['paypal', 'card', 'paypalCredit'])
  for (const wrong of ['paypal', 'card,check', 'card,card', 'card;paypal', 'card,'])
    expect(() => offered(wrong), wrong).toThrow(
      'The setting PAYMENT_OPTIONS is wrong: it must name card, and what is offered beside it (paypal, paypalCredit), each once, such as card,paypal.',
    )
})
