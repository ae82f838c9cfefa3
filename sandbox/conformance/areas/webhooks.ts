import { setTimeout as wait } from 'node:timers/promises'
import { control } from '../../tests/support/control-client.ts'
import { listenForWebhooks, type Received } from '../../tests/support/webhook-listener.ts'
import { calls, type World } from '../calls.ts'
import { disputedCard, sell, settledSale, submittedSale } from '../transaction-calls.ts'

const ours = '/merchants/integration_merchant_id'

calls({ webhooks })

async function webhooks(world: World) {
  const listener = await listenForWebhooks(world.merchant)
  try {
    await control(world.sandbox, 'PUT', ours, { webhook_url: listener.url })
    await signed(world, listener)
    await kinds(world, listener)
    await challenged(world, listener)
    await delayedAndRepeated(world, listener)
    await retried(world, listener)
  } finally {
    await listener.close()
  }
}

type Listener = Awaited<ReturnType<typeof listenForWebhooks>>

async function parsed({ merchant }: World, { signature, payload }: Received) {
  return merchant.webhookNotification.parse(signature, payload)
}

/** The next of this kind. */
async function parseNext(world: World, listener: Listener, kind: string) {
  for (;;) {
    const notification = await parsed(world, await listener.next())
    if (notification.kind === kind) return notification
  }
}

async function signed(world: World, listener: Listener) {
  const { check, checkThrows, merchant } = world
  const { id } = await submittedSale(world, { amount: '12.00', orderId: 'webhook' })
  await merchant.testing.settle(id)
  const received = await listener.next()
  const notification = await parsed(world, received)
  check('a settled sale is told of', notification, {
    kind: 'transaction_settled',
    timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
    transaction: { id, status: 'settled', amount: '12.00', orderId: 'webhook' },
  })
  check(
    'as a form that is signed with the public key',
    received.signature.split('|')[0],
    'integration_public_key',
  )
  const changed = `${received.payload.slice(0, 40)}A${received.payload.slice(41)}`
  const refused = (signature: string, payload: string) => () =>
    merchant.webhookNotification.parse(signature, payload)
  await checkThrows(
    'what was changed on its way is refused',
    refused(received.signature, changed),
    'invalidSignatureError',
  )
  const stranger = received.signature.replace('integration', 'another')
  await checkThrows(
    'so is the signature of another key',
    refused(stranger, received.payload),
    'invalidSignatureError',
  )
}

async function kinds(world: World, listener: Listener) {
  const { check, merchant, sandbox } = world
  const declined = await submittedSale(world, { paymentMethodNonce: 'fake-paypal-one-time-nonce' })
  await merchant.testing.settlementDecline(declined.id)
  check('a declined settlement is told of', await parsed(world, await listener.next()), {
    kind: 'transaction_settlement_declined',
    transaction: { id: declined.id, status: 'settlement_declined' },
  })
  const { transaction } = await sell(world, {
    creditCard: disputedCard,
    options: { submitForSettlement: true },
  })
  const dispute = { id: transaction.disputes?.[0]?.id ?? '' }
  check('an opened dispute is told of', await parsed(world, await listener.next()), {
    kind: 'dispute_opened',
    dispute: {
      ...dispute,
      status: 'open',
      amountDisputed: '10.00',
      transactionDetails: { id: transaction.id },
    },
  })
  await merchant.dispute.addTextEvidence(dispute.id, 'compelling_evidence')
  await merchant.dispute.finalize(dispute.id)
  const ends = [await parsed(world, await listener.next()), await parsed(world, await listener.next())]
  check('and how it ends', ends.map(({ kind }) => kind).toSorted(), ['dispute_disputed', 'dispute_won'])
  const refunded = await settledSale(world)
  const refund = (await merchant.transaction.refund(refunded.id)).transaction
  await merchant.testing.settlementDecline(refund.id)
  check(
    'a refund that the bank does not take is told of',
    await parseNext(world, listener, 'refund_failed'),
    {
      transaction: { id: refund.id, type: 'credit', status: 'settlement_declined' },
    },
  )
  const { id } = await submittedSale(world, { orderId: 'by clock' })
  await control(sandbox, 'POST', `${ours}/clock`, { seconds: 3600 })
  const settled: string[] = []
  while (!settled.includes(id)) {
    const { kind, transaction: notified } = Object(await parsed(world, await listener.next()))
    if (kind === 'transaction_settled') settled.push(notified.id)
  }
  check('a settlement by the clock is told of, whoever looks', settled.includes(id), true)
  await control(sandbox, 'POST', `${ours}/clock`, { seconds: 24 * 3600 })
  const paid: string[] = []
  while (!paid.includes(id)) {
    const { kind, transaction: notified } = Object(await parsed(world, await listener.next()))
    if (kind === 'transaction_disbursed') paid.push(notified.id)
  }
  check('so is its paying out', paid.includes(id), true)
  await listener.quiet()
}

async function challenged(world: World, listener: Listener) {
  const { check, sandbox } = world
  const { body } = await control(sandbox, 'POST', `${ours}/webhooks/challenge`)
  check('an address that knows the keys answers the challenge', body, { answered: true })
  listener.answerChallenges(false)
  const failed = await control(sandbox, 'POST', `${ours}/webhooks/challenge`)
  check('one that does not is told of', failed.body, {
    answered: false,
    reason: 'The address did not answer the challenge.',
  })
  listener.answerChallenges(true)
  await control(sandbox, 'POST', `${ours}/webhooks/check`)
  check('a check can be sent', await parsed(world, await listener.next()), { kind: 'check' })
}

async function delayedAndRepeated(world: World, listener: Listener) {
  const { check, merchant, sandbox } = world
  await control(sandbox, 'PUT', ours, { webhook_delay_seconds: 2, webhook_repeats: 2 })
  const { id } = await submittedSale(world)
  const settledAt = Date.now()
  await merchant.testing.settle(id)
  const received = [await listener.next(), await listener.next(), await listener.next()]
  check('a webhook waits as long as is wanted', (received[0]?.at ?? 0) - settledAt >= 2000, true)
  check('and comes as often as is wanted, the same', new Set(received.map(({ payload }) => payload)).size, 1)
  await control(sandbox, 'PUT', ours, { webhook_delay_seconds: 0, webhook_repeats: 0 })
}

async function retried(world: World, listener: Listener) {
  const { check, merchant, sandbox } = world
  listener.fail(2)
  const { id } = await submittedSale(world)
  await merchant.testing.settle(id)
  const tries = [await listener.next(), await listener.next(), await listener.next()]
  check('what fails is sent again, the same', new Set(tries.map(({ payload }) => payload)).size, 1)
  const [first = 0, second = 0, third = 0] = tries.map(({ at }) => at)
  check('after two seconds, then after four', [second - first > 1500, third - second > 3500], [true, true])
  const latest = await latestEnded(sandbox)
  check('the log tells what came of it', latest, {
    kind: 'transaction_settled',
    subject_id: id,
    state: 'delivered',
    tries: 3,
    last_answer: '200',
  })
  await control(sandbox, 'POST', `${ours}/webhooks/${latest.number}/resend`)
  check('what was delivered can be sent again', await parsed(world, await listener.next()), {
    transaction: { id },
  })
  const nothing = await control(sandbox, 'POST', `${ours}/webhooks/${'9'.repeat(20)}/resend`)
  check('what was never sent cannot be sent again', nothing, { status: 404 })
  await control(sandbox, 'PUT', ours, { webhook_url: null })
  await merchant.testing.settle((await submittedSale(world)).id)
  const { body: after } = await control(sandbox, 'GET', `${ours}/webhooks`)
  check('without an address nobody is told', after.webhooks[0].subject_id, id)
}

/** The newest of the log, once its end stands there: the address has a webhook before the sandbox has its answer. */
async function latestEnded(sandbox: World['sandbox']) {
  for (let looks = 1; ; looks += 1) {
    const { body } = await control(sandbox, 'GET', `${ours}/webhooks`)
    const [latest] = body.webhooks
    if (latest.state !== 'waiting' || looks === 100) return latest
    await wait(50)
  }
}
