import { control } from '../../tests/support/control-client.ts'
import { type Browser, threeBrowsers } from '../browser-calls.ts'
import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'

calls({ applePay, googlePay })

const set = ({ sandbox }: World, offers: unknown) =>
  control(sandbox, 'PUT', '/merchants/integration_merchant_id', { offers })

async function applePay(world: World) {
  const { merchant, check } = world
  const { keyed } = await threeBrowsers(world)
  const { body: configuration } = await keyed.get('configuration')
  const { merchantIdentifier } = configuration.applePayWeb
  const sessionRequest = { validationUrl: startSession, domainName: 'shop.example', merchantIdentifier }
  const session = (overrides: object = {}) =>
    keyed.post('apple_pay_web/sessions', { applePayWebSession: { ...sessionRequest, ...overrides } })
  const opened = await session()
  check('Apple’s session is opened', opened.body, {
    merchantSessionIdentifier: anything,
    domainName: 'shop.example',
    signature: anything,
  })
  for (const wrong of [
    { validationUrl: 'https://example.com' },
    { domainName: 'https://shop.example' },
    { merchantIdentifier: 'merchant.of.another' },
    { initiative: 'web' },
  ])
    check(`but not with ${JSON.stringify(wrong)}`, (await session(wrong)).status, 422)

  const approve = (card: string, overrides: object = {}) =>
    fetch(`${world.sandbox.origin}/devices/apple-pay/payments`, {
      method: 'POST',
      body: JSON.stringify({ card, session: { ...opened.body, ...overrides } }),
    })
  check(
    'the device asks for that session',
    (await approve(visa, { domainName: 'other.example' })).status,
    422,
  )
  const pay = async (card: string, overrides: object = {}) => {
    const token = await (await approve(card)).json()
    const paymentData = btoa(JSON.stringify(token.paymentData))
    return keyed.post('payment_methods/apple_payment_tokens', {
      _meta: { source: 'apple-pay' },
      applePaymentToken: { ...token, paymentData, ...overrides },
    })
  }
  const { status, body } = await pay(visa)
  const [card] = body.applePayCards
  const details = { cardType: /Visa/, paymentInstrumentName: 'Visa 1111', dpanLastTwo: '11' }
  check(
    'a payment of Apple Pay becomes a nonce',
    [status, card],
    [201, { type: 'ApplePayCard', nonce: anything, details }],
  )
  const sell = async (nonce: string) =>
    await merchant.transaction.sale({ amount: '14.00', paymentMethodNonce: nonce })
  const sale = await sell(card.nonce)
  check('it is sold', [sale.success, sale.transaction.applePayCard], [true, { cardType: 'Apple Pay - Visa' }])
  const declined = await sell((await pay('4000111111111115')).body.applePayCards[0].nonce)
  check('a card that the bank declines is not', [declined.success, declined.message], [false, 'Do Not Honor'])
  const forged = btoa(JSON.stringify({ version: 'EC_v1', data: 'abc', signature: 'abc' }))
  check(
    'a token of no device is refused',
    errorCode((await pay(visa, { paymentData: forged })).body),
    '83520',
  )
  check('so is one that cannot be read', errorCode((await pay('4000000000000002')).body), '83520')
  check('and one with a member that is not Apple’s', await pay(visa, { tip: '1.00' }), {
    status: 422,
    body: { error: { message: 'applePaymentToken.tip is not offered here.' } },
  })
  await set(world, { apple_pay: { networks: ['amex'], domains: ['club.example'] } })
  check('a network of Apple’s that is not taken is refused', errorCode((await pay(visa)).body), '83518')
  check('a domain that is not registered too', (await session()).status, 422)
  check('one that is has its session', (await session({ domainName: 'club.example' })).status, 201)
  await set(world, null)
}

const startSession = 'https://apple-pay-gateway.apple.com/paymentservices/startSession'
const visa = '4111111111111111'

async function googlePay(world: World) {
  const { merchant, check } = world
  const { keyed, known, customer } = await threeBrowsers(world)
  const pay = (browser: Browser, androidPayCard: object) =>
    browser.post('payment_methods/android_pay_cards', { androidPayCard })
  const { body } = await pay(keyed, { cardNetwork: 'VISA', lastFour: '1111', isNetworkTokenized: false })
  const [card] = body.androidPayCards
  check('a payment of Google Pay becomes a nonce', card, {
    type: 'AndroidPayCard',
    details: { cardType: 'Visa', isNetworkTokenized: false },
  })
  const sale = await merchant.transaction.sale({ amount: '15.00', paymentMethodNonce: card.nonce })
  check(
    'it is sold too',
    [sale.success, sale.transaction.androidPayCard],
    [true, { sourceCardLast4: '1111' }],
  )
  const bad = { cardNetwork: 'VISA', number: '4000111111111115' }
  const [declined] = (await pay(keyed, bad)).body.androidPayCards
  const lost = await merchant.transaction.sale({ amount: '15.00', paymentMethodNonce: declined.nonce })
  check('a card that the bank declines is not sold', lost.message, 'Do Not Honor')
  check('a network that is unknown is refused', (await pay(keyed, { cardNetwork: 'NONE' })).status, 422)
  const odd = (await pay(keyed, { cardNetwork: 'VISA', cryptogram: 'abc' })).body
  check(
    'so is a member that is not offered',
    odd.error.message,
    'androidPayCard.cryptogram is not offered here.',
  )
  const mine = (await pay(known, { cardNetwork: 'MASTERCARD', isNetworkTokenized: true })).body
    .androidPayCards[0]
  const stored = await merchant.paymentMethod.create({
    customerId: customer.id,
    paymentMethodNonce: mine.nonce,
  })
  check('and can be vaulted', [stored.success, stored.paymentMethod.token], [true, anything])
  const payPal = { paypalAccount: { email: 'robin@example.com' } }
  const payByPayPal = () => keyed.post('payment_methods/android_pay_cards', payPal)
  check('PayPal inside of it is refused', (await payByPayPal()).status, 422)
  await set(world, { google_pay: { paypal: true } })
  const [account] = (await payByPayPal()).body.paypalAccounts
  check('unless it is offered', account, { type: 'PayPalAccount', nonce: anything, details: undefined })
  await set(world, null)
}

const errorCode = (body: { fieldErrors: { fieldErrors: { code: string }[] }[] }) =>
  body.fieldErrors[0]?.fieldErrors[0]?.code
