import { merchantClient, searchTransactions } from '../../tests/support/clients.ts'
import { configure, control, newMerchant, setFaults } from '../../tests/support/control-client.ts'
import { calls, type World } from '../calls.ts'

type Merchant = World['merchant']

calls({ callSelection, whenAndHowOften, latencies, bySeed, byHeader, merchantFaults, wrongFaults })

const sell = (merchant: Merchant, orderId?: string) =>
  merchant.transaction.sale({ amount: '12.00', paymentMethodNonce: 'fake-valid-nonce', orderId })
/** "well", or the name of the SDK's exception. */
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'well',
    (problem: { type?: string }) => problem.type ?? String(problem),
  )
const measureMillis = async (call: Promise<unknown>) => {
  const begun = performance.now()
  await call
  return performance.now() - begun
}

/** Each operation hits its own call, and no other. */
async function callSelection({ sandbox, merchant, check }: World) {
  const sold = async () => (await sell(merchant)).transaction.id
  const calls: [operation: string, call: () => Promise<unknown>][] = [
    ['client_token', () => merchant.clientToken.generate({})],
    ['sale', sold],
    ['submit_for_settlement', async () => merchant.transaction.submitForSettlement(await sold())],
    ['void', async () => merchant.transaction.void(await sold())],
    ['refund', async () => merchant.transaction.refund(await sold())],
    ['find', async () => merchant.transaction.find(await sold())],
    ['search', () => searchTransactions(merchant, (search) => search.orderId().is('none'))],
    ['vault', () => merchant.customer.create({})],
  ]
  for (const [operation, call] of calls) {
    await setFaults(sandbox, { operation, when: 'before', act: 'answer', status: 503 })
    check(`a fault of ${operation} hits it`, await outcome(call()), 'serviceUnavailableError')
    const other =
      operation === 'client_token' ? merchant.customer.create({}) : merchant.clientToken.generate({})
    check(`a fault of ${operation} leaves other calls alone`, await outcome(other), 'well')
  }
  await setFaults(sandbox, { operation: 'any', when: 'before', act: 'answer', status: 503 })
  for (const [operation, call] of calls)
    check(`a fault of any call hits ${operation}`, await outcome(call()), 'serviceUnavailableError')
  await setFaults(sandbox)
  for (const [operation, call] of calls)
    check(`without faults ${operation} is answered`, await outcome(call()), 'well')
}

async function whenAndHowOften({ sandbox, merchant, check }: World) {
  const countSales = async (orderId: string) =>
    (await searchTransactions(merchant, (search) => search.orderId().is(orderId))).length
  await setFaults(sandbox, { operation: 'sale', when: 'before', act: 'answer', status: 500 })
  check('a fault before the work fails', await outcome(sell(merchant, 'before')), 'serverError')
  check('a sale that failed before the work was not made', await countSales('before'), 0)
  await setFaults(sandbox, { operation: 'sale', when: 'after', act: 'answer', status: 500 })
  check('a fault after the work fails', await outcome(sell(merchant, 'after')), 'serverError')
  check('a sale that failed after the work was made', await countSales('after'), 1)

  await setFaults(sandbox, { operation: 'sale', when: 'before', act: 'answer', status: 429, times: 2 })
  const ends = []
  for (let turn = 0; turn < 4; turn++) ends.push(await outcome(sell(merchant)))
  check('a fault of two times hits two calls', ends, [
    'tooManyRequestsError',
    'tooManyRequestsError',
    'well',
    'well',
  ])
  const { body } = await control(sandbox, 'GET', '/faults')
  check('it tells how many it hit', body.faults, [{ operation: 'sale', status: 429, times: 2, hits: 2 }])
  await setFaults(sandbox, { operation: 'sale', when: 'before', act: 'answer', status: 429, times: 3 })
  const crowd = await Promise.all(Array.from({ length: 10 }, () => outcome(sell(merchant))))
  check('of ten calls at once, three are hit', crowd.filter((end) => end !== 'well').length, 3)

  await setFaults(sandbox, { operation: 'sale', when: 'before', act: 'drop', times: 1 })
  await sandbox.crash()
  check('a fault outlives a crash', await outcome(sell(merchant)), 'unexpectedError')
  check('and its count does', await outcome(sell(merchant)), 'well')
}

async function latencies({ sandbox, merchant, check }: World) {
  const delay = (params: object) =>
    setFaults(sandbox, { operation: 'client_token', when: 'before', act: 'delay', ...params })
  const call = () => measureMillis(merchant.clientToken.generate({}))
  await delay({ milliseconds: 400 })
  check('a delay of 400 ms takes that long', (await call()) >= 400, true)
  await delay({ latency: { distribution: 'fixed', milliseconds: 300 } })
  check('a fixed latency takes that long', (await call()) >= 300, true)
  await delay({ latency: { distribution: 'uniform', least: 200, most: 400 } })
  check('a uniform latency is no shorter than its least', (await call()) >= 200, true)
  await delay({ latency: { distribution: 'normal', mean: 300, deviation: 0 } })
  check('a normal latency without deviation is its mean', (await call()) >= 299, true)
  await delay({ latency: { distribution: 'long_tail', median: 20, p99: 200 } })
  const took = []
  for (let turn = 0; turn < 30; turn++) took.push(await call())
  const sorted = took.toSorted((one, other) => one - other)
  const [middle = 0, longest = 0] = [sorted[15], sorted.at(-1)]
  check('a long tail has calls that wait much longer than most', longest > 2 * middle, true)
  const impatient = configure(merchantClient(sandbox), { timeout: 200 })
  await delay({ milliseconds: 2000 })
  const end = await outcome(impatient.clientToken.generate({}))
  check('a delay longer than the patience of the caller is a timeout', end, 'unexpectedError')
  await setFaults(sandbox)
}

async function bySeed({ sandbox, merchant, check }: World) {
  const sequence = async (fault: object, calls = 24) => {
    await setFaults(sandbox, { operation: 'client_token', when: 'before', ...fault })
    const ends = []
    for (let turn = 0; turn < calls; turn++) ends.push(await outcome(merchant.clientToken.generate({})))
    return ends
  }
  const half = { act: 'answer', status: 503, rate: 0.5 }
  const first = await sequence({ ...half, seed: 7 })
  const hits = first.filter((end) => end !== 'well').length
  check('a rate of one half hits some calls and spares others', hits > 4 && hits < 20, true)
  check('the same seed hits the same calls again', await sequence({ ...half, seed: 7 }), first)
  const other = await sequence({ ...half, seed: 8 })
  check('another seed hits other calls', JSON.stringify(other) === JSON.stringify(first), false)
  const never = await sequence({ ...half, rate: 0 }, 8)
  check(
    'a rate of 0 hits none',
    never.every((end) => end === 'well'),
    true,
  )
  const always = await sequence({ ...half, rate: 1 }, 8)
  check('a rate of 1 hits all', always.includes('well'), false)
  const random = { act: 'random', rate: 0.6, seed: 3 }
  const lot = await sequence(random)
  check('by lot, calls go wrong in more than one way', new Set(lot).size > 2, true)
  check('and in the same ways again', await sequence(random), lot)
  await setFaults(sandbox)
}

async function byHeader({ sandbox, merchant, check }: World) {
  const ask = async (header?: string) => {
    const keys = btoa('integration_public_key:integration_private_key')
    const response = await fetch(`${sandbox.origin}/merchants/integration_merchant_id/client_token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${keys}`, ...(header ? { 'X-Sandbox-Fault': header } : {}) },
    })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }
  const status = (params: object) => ask(JSON.stringify({ when: 'before', ...params }))
  check('a header makes its call fail', await status({ act: 'answer', status: 429 }), { status: 429 })
  check('the next call without it is answered', await ask(), { status: 201, type: /application\/xml/ })
  check('a header spoils its answer', await status({ act: 'garble', content: 'html' }), {
    type: /text\/html/,
  })
  const half = await ask(JSON.stringify({ when: 'after', act: 'garble', content: 'cut' }))
  check(
    'half of an answer is no document',
    [half.text.startsWith('<?xml'), half.text.endsWith('>')],
    [true, false],
  )
  const dropped = await status({ act: 'drop' }).then(
    () => 'answered',
    () => 'no answer',
  )
  check('a header breaks its connection', dropped, 'no answer')
  check('a header that makes no sense is refused', await ask('{"act":"explode"}'), {
    status: 400,
    text: /X-Sandbox-Fault/,
  })
  check('a header cannot hold its call', await status({ act: 'hold' }), {
    status: 400,
    text: /X-Sandbox-Fault/,
  })
  check('a header that is no JSON is refused', await ask('drop'), { status: 400, text: /not JSON/ })
  check('callers without it are never hit', await outcome(merchant.clientToken.generate({})), 'well')
}

async function merchantFaults({ sandbox, merchant, check }: World) {
  const { sdk } = await newMerchant(sandbox, { id: 'unlucky' })
  const broken = { operation: 'any', when: 'before', act: 'answer', status: 503 }
  await control(sandbox, 'PUT', '/merchants/unlucky/faults', { faults: [broken] })
  check(
    'a fault of one merchant hits it',
    await outcome(sdk.clientToken.generate({})),
    'serviceUnavailableError',
  )
  check('and no other merchant', await outcome(merchant.clientToken.generate({})), 'well')
  await setFaults(sandbox, broken)
  await control(sandbox, 'PUT', '/merchants/unlucky/faults', { faults: [] })
  check('each merchant has its own list', await outcome(sdk.clientToken.generate({})), 'well')
  check(
    'ending one list leaves the other',
    await outcome(merchant.clientToken.generate({})),
    'serviceUnavailableError',
  )
  await setFaults(sandbox)
}

async function wrongFaults({ sandbox, check }: World) {
  const fault = { operation: 'sale', when: 'before' }
  const wrong: Record<string, object> = {
    'without a status, an answer': { ...fault, act: 'answer' },
    'with 422, whose problems the SDK would read, an answer': { ...fault, act: 'answer', status: 422 },
    'without a length, a delay': { ...fault, act: 'delay' },
    'with two lengths, a delay': {
      ...fault,
      act: 'delay',
      milliseconds: 1,
      latency: { distribution: 'fixed', milliseconds: 1 },
    },
    'with a status, a drop': { ...fault, act: 'drop', status: 500 },
    'without a kind, a garbling': { ...fault, act: 'garble' },
    'of an unknown call, a fault': { ...fault, operation: 'dance', act: 'drop' },
    'with a rate above 1, a fault': { ...fault, act: 'drop', rate: 2 },
    'of no order, a fault': { ...fault, act: 'drop', about: '' },
    'with a length, a hold': { ...fault, act: 'hold', milliseconds: 1 },
    'with a word that nobody knows, a fault': { ...fault, act: 'drop', speed: 2 },
  }
  for (const [label, one] of Object.entries(wrong))
    check(`${label} is refused`, await setFaults(sandbox, one), {
      status: 400,
      body: { error: { message: /\w/ } },
    })
  const list = (await control(sandbox, 'GET', '/faults')).body.faults
  check('what was refused is not set', list, [])
  const nobody = await control(sandbox, 'GET', '/merchants/nobody/faults')
  check('an unknown merchant has no list', nobody, { status: 404 })
}
