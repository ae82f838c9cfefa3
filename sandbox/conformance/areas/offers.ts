import { control } from '../../tests/support/control-client.ts'
import { listErrorCodes, officialConfiguration, officialTokenize, threeBrowsers } from '../browser-calls.ts'
import { calls, type World } from '../calls.ts'
import { visa } from '../transaction-calls.ts'

calls({ followed, refusedWhenOff, wrong, storedOffers })

const set = ({ sandbox }: World, offers: unknown) =>
  control(sandbox, 'PUT', '/merchants/integration_merchant_id', { offers })

/** Options, and how the REST and the GraphQL configuration show them. */
type Row = [offers: object, rest: object, graphql?: object]
const absent = undefined
const rows: Row[] = [
  [{ challenges: ['cvv'] }, { challenges: ['cvv'] }],
  [{ challenges: [] }, { challenges: [] }],
  [{ card_brands: ['Visa', 'JCB'] }, { creditCards: { supportedCardTypes: ['Visa', 'JCB'] } }],
  [{ collect_device_data: true }, { creditCards: { collectDeviceData: true } }, {}],
  [{ graphql_cards: false }, { graphQL: absent }, {}],
  [
    { three_d_secure: false },
    { threeDSecureEnabled: false, threeDSecure: absent },
    { threeDSecureEnabled: false },
  ],
  [
    { three_d_secure: { jwt: false } },
    { threeDSecureEnabled: true, threeDSecure: absent },
    { threeDSecureEnabled: true },
  ],
  [{ paypal: false }, { paypalEnabled: false, paypal: absent }, { paypalEnabled: false }],
  [{ paypal: { environment_no_network: true } }, { paypal: { environmentNoNetwork: true } }],
  [{ paypal: { billing_agreements: false } }, { paypal: { billingAgreementsEnabled: false } }],
  [{ paypal: { unvetted_merchant: true } }, { paypal: { unvettedMerchant: true } }],
  [
    { paypal: { environment: 'live', display_name: 'Courtside' } },
    { paypal: { environment: 'live', displayName: 'Courtside', currencyIsoCode: 'USD' } },
  ],
  [{ venmo: false }, { payWithVenmo: absent }],
  [{ venmo: { enriched_customer_data: false } }, { payWithVenmo: { enrichedCustomerDataEnabled: false } }],
  [{ apple_pay: false }, { applePayWeb: absent }],
  [{ apple_pay: { networks: ['amex'] } }, { applePayWeb: { supportedNetworks: ['amex'] } }],
  [{ google_pay: false }, { androidPay: absent }],
  [{ google_pay: { paypal: true } }, { androidPay: { enabled: true, paypalClientId: /^paypal-/ } }],
  [{ kount: true }, { kount: { kountMerchantId: '600000' } }],
  [{ kount: { merchant_id: '7' } }, { kount: { kountMerchantId: '7' } }],
  [{ union_pay: true }, { unionPay: { merchantAccountId: 'sandbox_credit_card' } }],
  [{ analytics_url: 'https://a.example/x' }, { analytics: { url: 'https://a.example/x' } }],
  [{ analytics_url: false }, { analytics: absent }, { analytics: { url: null } }],
]

async function followed(world: World) {
  const { keyed } = await threeBrowsers(world)
  for (const [offers, rest, graphql = rest] of rows) {
    const name = JSON.stringify(offers)
    await set(world, null)
    await set(world, offers)
    world.check(`${name} stands in the configuration`, (await keyed.get('configuration')).body, rest)
    const { merchant, sandbox } = world
    world.check(
      `${name} in that of GraphQL`,
      await officialConfiguration(keyed, `${sandbox.origin}/graphql`),
      graphql,
    )
    const { clientToken } = await merchant.clientToken.generate({})
    const { challenges, paypalEnabled } = JSON.parse(Buffer.from(clientToken, 'base64').toString())
    const configuration = (await keyed.get('configuration')).body
    world.check(
      `${name} in a client token`,
      [challenges, paypalEnabled],
      [configuration.challenges, configuration.paypalEnabled],
    )
  }
  await set(world, null)
  const { body } = await keyed.get('configuration')
  world.check('null puts everything back', body, { challenges: ['cvv', 'postal_code'], paypalEnabled: true })
}

/** Disabled options are refused past the configuration too. */
async function refusedWhenOff(world: World) {
  const { keyed, guest } = await threeBrowsers(world)
  await set(world, {
    paypal: false,
    apple_pay: false,
    google_pay: false,
    card_brands: ['JCB'],
    three_d_secure: false,
  })
  const addresses = { returnUrl: 'https://a.example', cancelUrl: 'https://a.example' }
  const calls: [path: string, body: object, message: RegExp][] = [
    ['paypal_hermes/setup_billing_agreement', addresses, /^PayPal account is invalid$/],
    ['payment_methods/paypal_accounts', {}, /^PayPal account is invalid$/],
    ['apple_pay_web/sessions', {}, /^Apple Pay card is invalid$/],
    ['payment_methods/apple_payment_tokens', {}, /^Apple Pay card is invalid$/],
    ['payment_methods/android_pay_cards', {}, /^Google Pay card is invalid$/],
  ]
  for (const [path, body, message] of calls)
    world.check(`${path} is refused when it is off`, await keyed.post(path, body), {
      status: 422,
      body: { error: { message } },
    })
  const card = { ...visa, expirationDate: undefined, expirationMonth: '05', expirationYear: '2030' }
  world.check('a card of another brand too', listErrorCodes(await officialTokenize(keyed, card)), ['81703'])
  const nonce = await keyed.nonce({ ...card, number: '3530111333300000' })
  const lookup = await guest.post(`payment_methods/${nonce}/three_d_secure/lookup`, { amount: '1.00' })
  world.check('and an authentication', lookup.status, 422)
  await set(world, null)
}

async function wrong(world: World) {
  const { keyed } = await threeBrowsers(world)
  const sentences: [offers: unknown, message: string][] = [
    [{ challenges: 'cvv' }, 'offers.challenges must be a list of cvv, postal_code.'],
    [{ challenges: ['pin'] }, 'offers.challenges.0 must be one of cvv, postal_code.'],
    [
      { paypal: 'on' },
      'offers.paypal must be true, false, or an object of environment, environment_no_network, billing_agreements, credit, unvetted_merchant, display_name.',
    ],
    [{ paypal: { credit: 'yes' } }, 'offers.paypal.credit must be true or false.'],
    [{ paypal: { colour: 'gold' } }, 'offers.paypal has no colour.'],
    [{ analytics_url: 'here' }, 'offers.analytics_url must be an http or https address, or false.'],
    [{ cash: true }, 'offers has no cash.'],
    [
      { kount: { merchant_id: 7 }, union_pay: 1 },
      'offers.kount.merchant_id must be a text. offers.union_pay must be true, false, or an object.',
    ],
    [[], 'offers must be an object.'],
  ]
  for (const [offers, message] of sentences)
    world.check(message, await set(world, offers), { status: 400, body: { error: { message } } })
  world.check('and nothing has changed', (await keyed.get('configuration')).body, { paypalEnabled: true })
}

async function storedOffers(world: World) {
  const { sandbox, check } = world
  await set(world, { paypal: { credit: false } })
  const both = await set(world, { challenges: ['cvv'] })
  check('what a call leaves out stays', both.body, {
    offers: { challenges: ['cvv'], paypal: { enabled: true, credit: false } },
  })
  const back = await set(world, { paypal: null })
  check('null puts one back', back.body, { offers: { challenges: ['cvv'], paypal: { credit: true } } })
  await sandbox.crash()
  const { body } = await control(sandbox, 'GET', '/merchants')
  check('it outlives a crash', body.merchants[0], { offers: { challenges: ['cvv'] } })
  const page = await (await fetch(`${sandbox.origin}/`)).text()
  check('the control page shows it', page, /challenges<\/code><\/dt><dd>cvv \(set\)/)
  await control(sandbox, 'POST', '/merchants/integration_merchant_id/reset')
  check('a reset leaves it', (await control(sandbox, 'GET', '/merchants')).body.merchants[0], {
    offers: { challenges: ['cvv'] },
  })
  await set(world, null)
}
