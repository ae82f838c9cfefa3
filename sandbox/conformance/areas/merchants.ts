import { browserWith, searchTransactions } from '../../tests/support/clients.ts'
import { control, type MerchantKeys, newMerchant } from '../../tests/support/control-client.ts'
import { calls, type World } from '../calls.ts'

type Merchant = World['merchant']

calls({ twoMerchants })

async function twoMerchants(world: World) {
  const { sandbox } = world
  const second = await newMerchant(sandbox, { id: 'second_club', settle_after_seconds: 0 })
  await itsKeys(world, second.keys)
  await separateRecords(world, second.sdk)
  await sameNames(world, second.sdk)
  await itsClients(world, second)
  await itsSettings(world, second.sdk)
  await afterCrash(world, second.sdk)
  await resetting(world, second.sdk)
}

const isMissing = (call: Promise<unknown>) =>
  call.then(
    () => 'found',
    (problem: { type?: string }) => problem.type,
  )

async function itsKeys({ sandbox, check }: World, keys: MerchantKeys) {
  check('a new merchant has keys of its own', keys, {
    id: 'second_club',
    public_key: /^[0-9a-f]{16}$/,
    private_key: /^[0-9a-f]{32}$/,
    tokenization_key: /^development_[0-9a-f]{8}_second_club$/,
  })
  const { body } = await control(sandbox, 'GET', '/merchants')
  const ids = body.merchants.map(({ id }: MerchantKeys) => id)
  check('all merchants are listed', ids, ['integration_merchant_id', 'second_club'])
  const again = await control(sandbox, 'POST', '/merchants', { id: 'second_club' })
  check('an id is given once', again, { status: 400, body: { error: { message: /second_club already/ } } })
  const odd = await control(sandbox, 'POST', '/merchants', { id: 'second club' })
  check('an id consists of letters, digits and _', odd, { status: 400 })
  const long = await control(sandbox, 'POST', '/merchants', { id: 'x'.repeat(41) })
  check('an id has at most 40 signs', long, {
    status: 400,
    body: { error: { message: /^id: must have at most 40/ } },
  })
}

/** Records of one merchant are invisible to another. */
async function separateRecords({ merchant, check }: World, second: Merchant) {
  const { customer } = await merchant.customer.create({
    id: 'own',
    email: 'own@example.org',
    paymentMethodNonce: 'fake-valid-visa-nonce',
  })
  const token = customer.paymentMethods?.[0]?.token ?? ''
  const { transaction } = await merchant.transaction.sale({
    amount: '12.00',
    paymentMethodToken: token,
    orderId: 'own',
    options: { submitForSettlement: true },
  })
  const { paymentMethodNonce } = await merchant.paymentMethodNonce.create(token)
  const calls = {
    'find its transaction': () => second.transaction.find(transaction.id),
    'void its transaction': () => second.transaction.void(transaction.id),
    'refund its transaction': () => second.transaction.refund(transaction.id),
    'settle its transaction': () => second.testing.settle(transaction.id),
    'find its customer': () => second.customer.find('own'),
    'change its customer': () => second.customer.update('own', { email: 'other@example.org' }),
    'delete its customer': () => second.customer.delete('own'),
    'find its payment method': () => second.paymentMethod.find(token),
    'delete its payment method': () => second.paymentMethod.delete(token),
    'find its nonce': () => second.paymentMethodNonce.find(paymentMethodNonce.nonce),
    'make a nonce of its payment method': () => second.paymentMethodNonce.create(token),
  }
  for (const [label, call] of Object.entries(calls))
    check(`another merchant cannot ${label}`, await isMissing(call()), 'notFoundError')
  const search = await searchTransactions(second, (fields) => fields.orderId().is('own'))
  check('another merchant’s search does not show its transaction', search, [])
  const sale = (params: object) =>
    second.transaction
      .sale({ amount: '1.00', ...params })
      .then((result) => result.errors?.deepErrors()[0]?.code)
  check(
    'another merchant cannot sell its nonce',
    await sale({ paymentMethodNonce: paymentMethodNonce.nonce }),
    '91565',
  )
  check('another merchant cannot sell its payment method', await sale({ paymentMethodToken: token }), '91518')
  check('another merchant cannot sell to its customer', await sale({ customerId: 'own' }), '91510')
  const stranger = await second.clientToken.generate({ customerId: 'own' })
  check(
    'another merchant gets no client token for its customer',
    stranger.errors.deepErrors()[0]?.code,
    '92804',
  )
  const stored = await merchant.transaction.find(transaction.id)
  check('the transaction is as it was', stored, { status: 'submitted_for_settlement', amount: '12.00' })
  check('the customer is as it was', await merchant.customer.find('own'), { email: 'own@example.org' })
}

/** Ids are each merchant's own. */
async function sameNames({ merchant, check }: World, second: Merchant) {
  await merchant.customer.create({ id: 'same', firstName: 'Here' })
  const twin = await second.customer.create({ id: 'same', firstName: 'There' })
  check('two merchants may use one customer id', twin.success, true)
  const names = [await merchant.customer.find('same'), await second.customer.find('same')].map(
    (one) => one.firstName,
  )
  check('each finds its own customer of that id', names, ['Here', 'There'])
  const method = { customerId: 'same', token: 'same', paymentMethodNonce: 'fake-valid-nonce' }
  const save = (sdk: Merchant) => sdk.paymentMethod.create(method)
  const saved = [(await save(merchant)).success, (await save(second)).success]
  check('two merchants may use one payment method token', saved, [true, true])
  const sell = (sdk: Merchant) => {
    const request = { amount: '3.00', paymentMethodToken: 'same', apiRequestKey: 'same' }
    return sdk.transaction.sale(request)
  }
  const ids = [(await sell(merchant)).transaction.id, (await sell(second)).transaction.id]
  check('one request key at two merchants makes two sales', new Set(ids).size, 2)
}

async function itsClients(
  { sandbox, merchant, check }: World,
  { sdk, keys }: { sdk: Merchant; keys: MerchantKeys },
) {
  const { clientToken } = await sdk.clientToken.generate({ customerId: 'same' })
  const content = JSON.parse(Buffer.from(clientToken, 'base64').toString())
  check('a client token names its merchant', content, {
    merchantId: 'second_club',
    configUrl: /\/merchants\/second_club\/client_api\/v1\/configuration$/,
  })
  const fingerprint = content.authorizationFingerprint
  const configuration = (id: string, query: Record<string, string>) =>
    fetch(`${sandbox.origin}/merchants/${id}/client_api/v1/configuration?${new URLSearchParams(query)}`)
  const ownConfiguration = await configuration('second_club', { authorizationFingerprint: fingerprint })
  check(
    'its configuration names it too',
    [ownConfiguration.status, await ownConfiguration.json()],
    [200, { merchantId: 'second_club' }],
  )
  const foreign = await configuration('integration_merchant_id', { authorizationFingerprint: fingerprint })
  check('a fingerprint opens no other merchant', foreign.status, 401)
  const byKey = await configuration('second_club', { tokenizationKey: keys.tokenization_key })
  check('a tokenization key opens its merchant', byKey.status, 200)
  const wrongKey = await configuration('integration_merchant_id', { tokenizationKey: keys.tokenization_key })
  check('a tokenization key opens no other merchant', wrongKey.status, 401)
  check('an unknown merchant has no configuration', (await configuration('nobody', {})).status, 401)

  const card = { number: '4111111111111111', expirationMonth: '12', expirationYear: '2031' }
  for (const [label, authorization] of Object.entries({
    fingerprint,
    'tokenization key': keys.tokenization_key,
  })) {
    const nonce = await browserWith(sandbox, authorization).nonce(card)
    check(
      `a card tokenized with a ${label} belongs to its merchant`,
      await sdk.paymentMethodNonce.find(nonce),
      { nonce },
    )
    const elsewhere = await isMissing(merchant.paymentMethodNonce.find(nonce))
    check(`a card tokenized with a ${label} belongs to no other`, elsewhere, 'notFoundError')
  }
}

async function itsSettings({ sandbox, merchant, check }: World, second: Merchant) {
  const sell = async (sdk: Merchant) => {
    const { transaction } = await sdk.transaction.sale({
      amount: '4.00',
      paymentMethodNonce: 'fake-valid-nonce',
      options: { submitForSettlement: true },
    })
    return (await sdk.transaction.find(transaction.id)).status
  }
  check('a merchant whose sales settle at once has them settled', await sell(second), 'settled')
  check('another merchant’s sales wait', await sell(merchant), 'submitted_for_settlement')
  const change = { settle_after_seconds: 600 }
  const changed = await control(sandbox, 'PUT', '/merchants/second_club', change)
  check('the wait can be changed', changed, { status: 200, body: change })
  check('and the next sale waits', await sell(second), 'submitted_for_settlement')
  const waiting = () => searchTransactions(second, (search) => search.status().is('submitted_for_settlement'))
  check('one sale waits', (await waiting()).length, 1)
  await control(sandbox, 'POST', '/merchants/second_club/clock', { seconds: 300 })
  check('moving the clock by less than the wait settles nothing', (await waiting()).length, 1)
  await control(sandbox, 'POST', '/merchants/second_club/clock', { seconds: 600 })
  check('moving it by the wait settles the sale', (await waiting()).length, 0)
  const far = await control(sandbox, 'POST', '/merchants/second_club/clock', { seconds: 1e12 })
  check('the clock moves a year at most', far, {
    status: 400,
    body: { error: { message: /^seconds: must be 31536000 \(a year\) or less/ } },
  })
  const others = await searchTransactions(merchant, (search) =>
    search.status().is('submitted_for_settlement'),
  )
  check('the clock of one merchant moves no other’s', others.length > 0, true)
  const odd = await control(sandbox, 'PUT', '/merchants/second_club', { settle_after_seconds: -1 })
  check('a wait below 0 is refused', odd, { status: 400 })
  const wrong = await control(sandbox, 'PUT', '/merchants/nobody', change)
  check('an unknown merchant cannot be changed', wrong, { status: 404 })
}

async function afterCrash({ sandbox, check }: World, second: Merchant) {
  await sandbox.crash()
  check('a merchant and its records outlive a crash', await second.customer.find('same'), {
    firstName: 'There',
  })
  const { body } = await control(sandbox, 'GET', '/merchants')
  const settings = body.merchants.map((one: MerchantKeys) => one.settle_after_seconds)
  check('and so do its settings', settings, [3600, 600])
}

async function resetting({ sandbox, merchant, check }: World, second: Merchant) {
  check('a reset is done', await control(sandbox, 'POST', '/merchants/second_club/reset'), { status: 200 })
  check('after it, the customers are gone', await isMissing(second.customer.find('same')), 'notFoundError')
  const remaining = await searchTransactions(second, (search) => search.amount().min('0.01'))
  check('after it, the transactions are gone', remaining, [])
  check('after it, the keys still work', (await second.clientToken.generate({})).success, true)
  check('it leaves other merchants alone', await merchant.customer.find('same'), { firstName: 'Here' })
}
