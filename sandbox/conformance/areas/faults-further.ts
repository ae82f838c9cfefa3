import { browserClient, merchantClient, searchTransactions } from '../../tests/support/clients.ts'
import { configure, control, setFaults } from '../../tests/support/control-client.ts'
import { calls, type World } from '../calls.ts'

type Merchant = World['merchant']

/** Faults that come late, that spoil one answer, and that hit one order, customer or page alone. */
calls({ lateWork, statuses, wrongAnswers, oneSubject, oneByOne })

const sell = (merchant: Merchant, orderId: string, params: object = {}) =>
  merchant.transaction.sale({ amount: '12.00', paymentMethodNonce: 'fake-valid-nonce', orderId, ...params })
/** "well", or the name of the SDK's exception. */
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'well',
    (problem: { type?: string }) => problem.type ?? String(problem),
  )
const countSales = async (merchant: Merchant, orderId: string) =>
  (await searchTransactions(merchant, (search) => search.orderId().is(orderId))).length
async function untilMade(merchant: Merchant, orderId: string) {
  const end = Date.now() + 20_000
  while (Date.now() < end && (await countSales(merchant, orderId)) === 0) await new Promise(setImmediate)
  return countSales(merchant, orderId)
}
const impatient = (world: World) => configure(merchantClient(world.sandbox), { timeout: 200 })

/** The caller's patience ends before the work begins: the sale is made all the same. */
async function lateWork(world: World) {
  const { sandbox, merchant, check } = world
  const gone = 'unexpectedError'
  await setFaults(sandbox, { operation: 'sale', when: 'before', act: 'delay', milliseconds: 1000, times: 1 })
  check('a sale may begin after its caller has gone', await outcome(sell(impatient(world), 'late')), gone)
  check('until then it is not there', await countSales(merchant, 'late'), 0)
  check('and then it is', await untilMade(merchant, 'late'), 1)

  await setFaults(sandbox, { operation: 'sale', when: 'before', act: 'hold' })
  check('a sale may be held back', await outcome(sell(impatient(world), 'held')), gone)
  check('as long as its fault stands it is not made', await countSales(merchant, 'held'), 0)
  await setFaults(sandbox)
  check('when the fault is ended it is made', await untilMade(merchant, 'held'), 1)

  await setFaults(sandbox, { operation: 'sale', when: 'after', act: 'hold' })
  const waiting = outcome(sell(merchant, 'unanswered'))
  check('an answer may be held back, the sale being made', await untilMade(merchant, 'unanswered'), 1)
  await setFaults(sandbox)
  check('and comes when the fault is ended', await waiting, 'well')
}

/** One status, with the work done or not. */
async function statuses({ sandbox, merchant, check }: World) {
  const exceptions: Record<number, string> = {
    401: 'authenticationError',
    403: 'authorizationError',
    404: 'notFoundError',
    426: 'upgradeRequired',
    429: 'tooManyRequestsError',
  }
  for (const [status, exception] of Object.entries(exceptions))
    for (const [when, made] of Object.entries({ before: 0, after: 1 })) {
      const order = `${status} ${when}`
      await setFaults(sandbox, { operation: 'sale', when, act: 'answer', status: Number(status) })
      check(`${status} may be answered ${when} the work`, await outcome(sell(merchant, order)), exception)
      await setFaults(sandbox)
      check(`${status} ${when} the work: sales made`, await countSales(merchant, order), made)
    }
}

/** Answered 200, with something else than the answer. */
async function wrongAnswers({ sandbox, merchant, check }: World) {
  const call = async (method: string, path: string) => {
    const response = await fetch(`${sandbox.origin}/merchants/integration_merchant_id/${path}`, {
      method,
      headers: { Authorization: `Basic ${btoa('integration_public_key:integration_private_key')}` },
    })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }
  const contents = {
    html: { type: /text\/html/, text: /<!doctype html>/ },
    text: { type: /text\/plain/, text: /^upstream connect error/ },
    content_type: { type: /text\/plain/, text: /^<\?xml/ },
    empty: { type: /application\/xml/, text: /^$/ },
  }
  for (const [content, expected] of Object.entries(contents)) {
    await setFaults(sandbox, { operation: 'search', when: 'after', act: 'garble', content })
    for (const step of ['advanced_search_ids', 'advanced_search'])
      check(`${step} may answer ${content}`, await call('POST', `transactions/${step}`), {
        status: 200,
        ...expected,
      })
  }
  await setFaults(sandbox, { operation: 'search', when: 'before', act: 'garble', content: 'empty', skip: 1 })
  const steps = ['advanced_search_ids', 'advanced_search']
  const texts = []
  for (const step of steps) texts.push((await call('POST', `transactions/${step}`)).text)
  check('the first step of a search may be right and the second empty', texts, [/search-results/, /^$/])

  for (const [when, isThere] of Object.entries({ before: true, after: false })) {
    const { customer } = await merchant.customer.create({})
    await setFaults(sandbox, { operation: 'delete_customer', when, act: 'garble', content: 'html' })
    check(
      `deleting a customer may answer a page, ${when} the work`,
      await call('DELETE', `customers/${customer.id}`),
      {
        status: 200,
        text: /<!doctype html>/,
      },
    )
    check(
      `and then the customer is there: ${isThere}`,
      (await outcome(merchant.customer.find(customer.id))) === 'well',
      isThere,
    )
  }
  await setFaults(sandbox, { operation: 'vault', when: 'before', act: 'answer', status: 503 })
  check(
    'deleting a customer is a call of the vault too',
    await outcome(merchant.customer.delete('any')),
    'serviceUnavailableError',
  )
  await setFaults(sandbox)
}

/** A fault that is about one thing hits whatever names it, and nothing else. */
async function oneSubject({ sandbox, merchant, check }: World) {
  const { customer } = await merchant.customer.create({ id: 'robin', paymentMethodNonce: 'fake-valid-nonce' })
  const { token = '' } = customer.paymentMethods?.[0] ?? {}
  const sold = await sell(merchant, 'order 1', { options: { submitForSettlement: true } })
  const other = await sell(merchant, 'order 2', { options: { submitForSettlement: true } })
  const about = (subject: string) =>
    setFaults(sandbox, { operation: 'any', when: 'before', act: 'answer', status: 503, about: subject })
  const isHit = async (call: Promise<unknown>) => (await outcome(call)) === 'serviceUnavailableError'

  await about('order 1')
  check('about an order: its sale', await isHit(sell(merchant, 'order 1')), true)
  check('about an order: another', await isHit(sell(merchant, 'order 2')), false)
  check('about an order: its search', await isHit(countSales(merchant, 'order 1')), true)
  check(
    'about an order: its transaction is found',
    await isHit(merchant.transaction.find(sold.transaction.id)),
    true,
  )
  check(
    'about an order: its transaction is voided',
    await isHit(merchant.transaction.void(sold.transaction.id)),
    true,
  )
  check(
    'about an order: another is voided',
    await isHit(merchant.transaction.void(other.transaction.id)),
    false,
  )
  check('about an order: a call without one', await isHit(merchant.clientToken.generate({})), false)

  await about('robin')
  check('about a customer: found', await isHit(merchant.customer.find('robin')), true)
  check(
    'about a customer: a client token',
    await isHit(merchant.clientToken.generate({ customerId: 'robin' })),
    true,
  )
  check(
    'about a customer: a sale by a vaulted card',
    await isHit(sell(merchant, '3', { paymentMethodNonce: undefined, paymentMethodToken: token })),
    true,
  )
  check('about a customer: another', await isHit(merchant.customer.create({})), false)
  await setFaults(sandbox)
  const robins = await browserClient(sandbox, merchant, { customerId: 'robin' })
  const guests = await browserClient(sandbox, merchant)
  await about('robin')
  const readStatus = async (browser: typeof guests) =>
    (await browser.get('payment_methods').catch(() => 0)) === 0
  check('about a customer: its browser', await readStatus(robins), true)
  check("about a customer: a guest's browser", await readStatus(guests), false)

  await about('robin@example.com')
  const guest = (email: string) => sell(merchant, email, { customer: { email } })
  check('about an e-mail address: its sale', await isHit(guest('robin@example.com')), true)
  check('about an e-mail address: another', await isHit(guest('kim@example.com')), false)
  await about('http://localhost:4000')
  const from = async (origin: string) => {
    const { status } = await fetch(`${sandbox.origin}/graphql`, {
      method: 'POST',
      headers: { Origin: origin },
    })
    return status
  }
  check('about an Origin: a call from there', await from('http://localhost:4000'), 503)
  check('about an Origin: a call from elsewhere', (await from('http://localhost:5000')) === 503, false)
  await setFaults(sandbox)
}

/** Ending one test's faults leaves those of others. */
async function oneByOne({ sandbox, merchant, check }: World) {
  const fault = { operation: 'sale', when: 'before', act: 'answer', status: 503 }
  const ours = await control(sandbox, 'POST', '/faults', { ...fault, about: 'ours' })
  check('a fault can be added', ours, { status: 201, body: { ...fault, about: 'ours', hits: 0 } })
  const theirs = await control(sandbox, 'POST', '/merchants/integration_merchant_id/faults', {
    ...fault,
    about: 'theirs',
  })
  check('and another', theirs, { status: 201 })
  check('it is ended by its number', await control(sandbox, 'DELETE', `/faults/${ours.body.number}`), {
    status: 200,
  })
  check('and no more hit', await outcome(sell(merchant, 'ours')), 'well')
  check('the other stands', await outcome(sell(merchant, 'theirs')), 'serviceUnavailableError')
  check(
    'one that is wrong is not added',
    await control(sandbox, 'POST', '/faults', { ...fault, act: 'dance' }),
    { status: 400 },
  )
  await setFaults(sandbox)
}
