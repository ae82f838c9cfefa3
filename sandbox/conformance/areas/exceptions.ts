import { merchantClient, searchTransactions } from '../../tests/support/clients.ts'
import { configure, newMerchant, sdkClient, setFaults } from '../../tests/support/control-client.ts'
import { calls, type World } from '../calls.ts'

const keys = {
  id: 'integration_merchant_id',
  public_key: 'integration_public_key',
  private_key: 'integration_private_key',
}

calls({ wrongKeys, missing, refusedByStatus, oldSdk, brokenConnections, wrongContent })

async function wrongKeys({ sandbox, checkThrows }: World) {
  const { keys: other } = await newMerchant(sandbox, { id: 'another' })
  const wrong = {
    'a wrong private key': { ...keys, private_key: 'wrong' },
    'a wrong public key': { ...keys, public_key: 'wrong' },
    'an unknown merchant id': { ...keys, id: 'nobody' },
    'the keys of another merchant': { ...other, id: keys.id },
    'the id of another merchant': { ...keys, id: other.id },
  }
  for (const [label, params] of Object.entries(wrong)) {
    const find = () => sdkClient(sandbox, params).transaction.find('any')
    await checkThrows(`${label} is an authentication error`, find, 'authenticationError')
  }
  const sell = () =>
    sdkClient(sandbox, { ...keys, private_key: 'wrong' }).transaction.sale({
      amount: '1.00',
      paymentMethodNonce: 'fake-valid-nonce',
    })
  await checkThrows('nothing is sold with wrong keys', sell, 'authenticationError')
}

async function missing({ sandbox, merchant, check, checkThrows }: World) {
  const calls = {
    'a transaction': () => merchant.transaction.find('nothing'),
    'a transaction to void': () => merchant.transaction.void('nothing'),
    'a transaction to refund': () => merchant.transaction.refund('nothing', '1.00'),
    'a transaction to submit': () => merchant.transaction.submitForSettlement('nothing'),
    'a transaction to settle': () => merchant.testing.settle('nothing'),
    'a customer': () => merchant.customer.find('nobody'),
    'a customer to update': () => merchant.customer.update('nobody', { firstName: 'A' }),
    'a customer to delete': () => merchant.customer.delete('nobody'),
    'a payment method': () => merchant.paymentMethod.find('nothing'),
    'a payment method to update': () => merchant.paymentMethod.update('nothing', {}),
    'a payment method to delete': () => merchant.paymentMethod.delete('nothing'),
    'a nonce': () => merchant.paymentMethodNonce.find('nothing'),
    'a method for a new nonce': () => merchant.paymentMethodNonce.create('nothing'),
    'a merchant account': () => merchant.merchantAccount.find('nothing'),
  }
  for (const [label, call] of Object.entries(calls))
    await checkThrows(`${label} that is not there is not found`, call, 'notFoundError')
  const notOffered = {
    plans: () => merchant.plan.all(),
    subscriptions: () => merchant.subscription.find('any'),
    'add-ons': () => merchant.addOn.all(),
    discounts: () => merchant.discount.all(),
  }
  const created: { create(request: object): Promise<unknown> } = Reflect.get(merchant, 'merchant')
  await checkThrows(
    'creating merchants, which is not offered, is not found',
    () => created.create({ email: 'a@example.org' }),
    'notFoundError',
  )
  for (const [label, call] of Object.entries(notOffered))
    await checkThrows(`${label}, which are not offered, are not found`, call, 'notFoundError')
  const response = await fetch(`${sandbox.origin}/merchants/${keys.id}/plans`, {
    headers: { Authorization: `Basic ${btoa(`${keys.public_key}:${keys.private_key}`)}` },
  })
  check(
    'what is not offered is named',
    await response.text(),
    new RegExp(`There is no GET /merchants/${keys.id}/plans here`),
  )
  const creating = await fetch(`${sandbox.origin}/merchants/create_via_api`, { method: 'POST' })
  check(
    'and so is the call that would create a merchant',
    [creating.status, await creating.text()],
    [404, /There is no POST \/merchants\/create_via_api here/],
  )
}

async function refusedByStatus(world: World) {
  const { sandbox, merchant, checkThrows } = world
  const types: [status: number, type: string][] = [
    [400, 'unexpectedError'],
    [401, 'authenticationError'],
    [403, 'authorizationError'],
    [404, 'notFoundError'],
    [408, 'requestTimeoutError'],
    [426, 'upgradeRequired'],
    [429, 'tooManyRequestsError'],
    [500, 'serverError'],
    [502, 'unexpectedError'],
    [503, 'serviceUnavailableError'],
    [504, 'gatewayTimeoutError'],
  ]
  for (const [status, type] of types) {
    await setFaults(sandbox, { operation: 'any', when: 'before', act: 'answer', status })
    await checkThrows(`an answer ${status} is ${type}`, () => merchant.customer.create({}), type)
  }
  await setFaults(sandbox)
  const raw: { get: (path: string) => Promise<unknown> } = Reflect.get(merchant, 'http')
  await checkThrows('/test/error is a server error', () => raw.get('/test/error'), 'serverError')
  await checkThrows(
    '/test/maintenance is the gateway down for maintenance',
    () => raw.get('/test/maintenance'),
    'serviceUnavailableError',
  )
}

async function oldSdk({ sandbox, check, checkThrows }: World) {
  const old = configure(merchantClient(sandbox), { apiVersion: '5' })
  await checkThrows(
    'an SDK of an older API must be upgraded',
    () => old.clientToken.generate({}),
    'upgradeRequired',
  )
  const today = configure(merchantClient(sandbox), { apiVersion: '6' })
  check('an SDK of this API need not', (await today.clientToken.generate({})).success, true)
}

async function brokenConnections({ sandbox, merchant, check, checkThrows }: World) {
  const sale = (sdk: typeof merchant, orderId: string) =>
    sdk.transaction.sale({ amount: '12.00', paymentMethodNonce: 'fake-valid-nonce', orderId })
  const soldAs = async (orderId: string) =>
    (await searchTransactions(merchant, (search) => search.orderId().is(orderId))).map(({ status }) => status)
  const impatient = configure(merchantClient(sandbox), { timeout: 700 })

  await setFaults(sandbox, { operation: 'sale', when: 'after', act: 'hang', times: 1 })
  await checkThrows(
    'a sale whose answer never comes times out',
    () => sale(impatient, 'hung'),
    'unexpectedError',
  )
  check('it was made all the same', await soldAs('hung'), ['authorized'])
  await setFaults(sandbox, { operation: 'sale', when: 'before', act: 'hang', times: 1 })
  await checkThrows('a sale that never begins times out', () => sale(impatient, 'unhung'), 'unexpectedError')
  check('it was not made', await soldAs('unhung'), [])
  await setFaults(sandbox, { operation: 'sale', when: 'after', act: 'drop', times: 1 })
  await checkThrows(
    'a connection that breaks is unexpected',
    () => sale(merchant, 'broken'),
    'unexpectedError',
  )
  check('the sale before it broke was made', await soldAs('broken'), ['authorized'])
  await setFaults(sandbox)
}

async function wrongContent({ sandbox, merchant, check }: World) {
  const endings = {
    html: 'a web page in place of the answer',
    cut: 'half of the answer',
    content_type: 'an answer as plain text',
    empty: 'an answer of nothing',
  }
  for (const [content, label] of Object.entries(endings)) {
    await setFaults(sandbox, { operation: 'find', when: 'after', act: 'garble', content, times: 1 })
    const { transaction } = await merchant.transaction.sale({
      amount: '1.00',
      paymentMethodNonce: 'fake-valid-nonce',
    })
    const found = await merchant.transaction.find(transaction.id).then(
      ({ id }) => id,
      () => 'an exception',
    )
    check(`${label} is never taken for the transaction`, found === transaction.id, false)
    check(
      `after ${label}, the next call is answered`,
      (await merchant.transaction.find(transaction.id)).id,
      transaction.id,
    )
  }
}
