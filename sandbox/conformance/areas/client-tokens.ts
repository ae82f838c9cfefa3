import { browserClient, browserWith, cards } from '../../tests/support/clients.ts'
import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'
import { all, listProblems, newCustomer } from '../vault-calls.ts'

calls({ versions, customers, accountsAndDomains, options })

const decode = (token: string) => JSON.parse(Buffer.from(token, 'base64').toString())

async function versions({ sandbox, merchant, check }: World) {
  const { clientToken } = await merchant.clientToken.generate({})
  const content = decode(clientToken)
  check('a token is version 2 unless another is asked for', content.version, 2)
  check('a token names its merchant', content.merchantId, 'integration_merchant_id')
  check('a token names the default merchant account', content.merchantAccountId, 'sandbox_credit_card')
  check('a token says where the configuration is', content.configUrl, /\/client_api\/v1\/configuration$/)
  check('a token says where GraphQL is', content.graphQL, { url: /\/graphql$/, date: anything })
  check('a token without a customer says so', content.hasCustomer, false)
  check('a token without a preferred method has none', 'paymentMethodIdJwt' in content, false)

  const first = await merchant.clientToken.generate({ version: '1' })
  check('version 1 is JSON as it is', JSON.parse(first.clientToken).version, 1)
  const third = await merchant.clientToken.generate({ version: '3' })
  check('version 3 is JSON as it is', JSON.parse(third.clientToken).version, 3)
  const ninth = await merchant.clientToken.generate({ version: '9' })
  check('an unknown version is refused', listProblems(ninth), ['clientToken.version 92806'])

  const again = await merchant.clientToken.generate({})
  check('no two tokens are the same', again.clientToken === clientToken, false)
  const guest = browserWith(sandbox, content.authorizationFingerprint)
  check('a guest sees an empty vault', await guest.get('payment_methods.json'), {
    status: 200,
    body: { paymentMethods: [] },
  })
  const forged = browserWith(sandbox, content.authorizationFingerprint.replace(/.{4}$/, 'AAAA'))
  check('a changed fingerprint is worth nothing', (await forged.get('payment_methods')).status, 401)
}

async function customers(world: World) {
  const { sandbox, merchant, check } = world
  const stranger = await merchant.clientToken.generate({ customerId: 'nobody' })
  check('the customer must exist', listProblems(stranger), ['clientToken.customerId 92804'])
  check(
    'the refusal says what is wrong',
    stranger.message,
    'Customer specified by customer_id does not exist',
  )

  const { id: customerId } = await newCustomer(world, { paymentMethodNonce: 'fake-valid-amex-nonce' })
  const browser = await browserClient(sandbox, merchant, { customerId })
  check('a token of a customer says so', browser.content.hasCustomer, true)
  check(
    'the fingerprint of a customer names the customer',
    browser.content.authorizationFingerprint.split('?')[1],
    `customer_id=${customerId}`,
  )
  check('a browser sees the vault of the customer', (await browser.get('payment_methods')).body, {
    paymentMethods: [{ type: 'CreditCard', default: true, details: { lastFour: '0005' } }],
  })
}

async function accountsAndDomains({ merchant, check }: World) {
  const other = await merchant.clientToken.generate({ merchantAccountId: 'sandbox_credit_card_non_default' })
  check(
    'a token can be for another merchant account',
    decode(other.clientToken).merchantAccountId,
    'sandbox_credit_card_non_default',
  )
  const unknown = await merchant.clientToken.generate({ merchantAccountId: 'nowhere' })
  check('the merchant account must exist', listProblems(unknown), ['clientToken.merchantAccountId 92807'])

  const generate = (request: object) => merchant.clientToken.generate(request)
  const bound = await generate({ domains: ['example.com', 'shop.example.org'] })
  const fingerprint = decode(bound.clientToken).authorizationFingerprint
  check(
    'the domains can be read in the fingerprint',
    Buffer.from(fingerprint, 'base64').toString().includes('shop.example.org'),
    true,
  )
  const many = await generate({ domains: ['a.com', 'b.com', 'c.com', 'd.com', 'e.com', 'f.com'] })
  check('six domains are too many', listProblems(many), ['clientToken.domains 92810'])
  const wrong = await generate({ domains: ['not a domain'] })
  check('a domain must look like one', listProblems(wrong), ['clientToken.domains 92011'])

  const preferred = await generate({ preferredPaymentMethodToken: 'some_method' })
  const [, claims = ''] = decode(preferred.clientToken).paymentMethodIdJwt.split('.')
  check('a preferred method is told in a JWT', JSON.parse(Buffer.from(claims, 'base64url').toString()), {
    pmid: 'some_method',
  })
}

async function options(world: World) {
  const { sandbox, merchant, check, checkThrows } = world
  const names = {
    makeDefault: 'make default',
    verifyCard: 'verify',
    failOnDuplicatePaymentMethod: 'refuse duplicates',
    failOnDuplicatePaymentMethodForCustomer: 'refuse the duplicates of a customer',
  }
  for (const [name, label] of Object.entries(names)) {
    const generate = () => merchant.clientToken.generate({ options: { [name]: true } })
    await checkThrows(`a token cannot ${label} without a customer`, generate, 'unexpectedError')
  }
  const { id: customerId } = await newCustomer(world, { paymentMethodNonce: 'fake-valid-amex-nonce' })
  const browserWithToken = (chosen: object) =>
    browserClient(sandbox, merchant, { customerId, options: chosen })
  const defaults = async () =>
    (await merchant.customer.find(customerId)).creditCards?.filter((card) => card.default)

  await (await browserWithToken({ makeDefault: true })).nonce(cards.visa, true)
  check('makeDefault makes the saved card the default', await defaults(), [{ last4: '1111' }])
  const verifying = await browserWithToken({ verifyCard: true })
  const declined = await verifying.post('payment_methods/credit_cards', {
    creditCard: cards.declinesVerification,
  })
  check('verifyCard keeps a card out that the bank declines', declined.status, 422)
  const failing = await browserWithToken({ failOnDuplicatePaymentMethod: true })
  const twice = await failing.post('payment_methods/credit_cards', { creditCard: cards.visa })
  check('failOnDuplicatePaymentMethod keeps a known number out', twice, {
    status: 422,
    body: { fieldErrors: [{ field: 'creditCard', fieldErrors: [{ code: '81724' }] }] },
  })
  const mine = await browserWithToken({ failOnDuplicatePaymentMethodForCustomer: true })
  const again = await mine.post('payment_methods/credit_cards', { creditCard: cards.visa })
  check('failOnDuplicatePaymentMethodForCustomer keeps the own number out', again.body, {
    fieldErrors: [{ fieldErrors: [{ code: '81763' }] }],
  })
  const found = await all<{ status: string }>(
    merchant.creditCardVerification.search((search: VerificationSearch) =>
      search.customerId().is(customerId),
    ),
  )
  check('what verifyCard asked the bank is kept', found, [{ status: 'processor_declined' }])
}
type VerificationSearch = { customerId: () => { is: (id: string) => void } }
