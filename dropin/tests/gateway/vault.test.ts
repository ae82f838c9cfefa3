import { beforeEach, expect, test, vi } from 'vitest'
import { callGraphQL } from '../../src/gateway/call-graphql.ts'
import type { Gateway } from '../../src/gateway/gateway.ts'
import type { CreateOptions } from '../../src/merchant-options/create-options.ts'
import { dispatch } from '../../src/model/running.ts'
import * as deletion from '../../src/vault/deletion.ts'
import { clearSelection, deleteFromList, loadMethods } from '../../src/vault/vault.ts'
import { savedMethods } from '../../src/vault/vault-calls.ts'
import { aGateway } from '../gateway.ts'
import { aNetwork, type Call } from '../network.ts'
import { aCard, aWidget } from '../running.ts'

const saved = aCard('saved', { vaulted: true })
const guests: Gateway['authorization'][] = [
  { kind: 'tokenization-key', key: 'sandbox_a_b', environment: 'sandbox', merchantId: 'b' },
  { kind: 'client-token', fingerprint: 'nobody', configUrl: 'https://gateway.test' },
]
const isDeletion = ({ url }: Call) => url.pathname === '/graphql'
const isFetch = ({ url }: Call) => url.pathname.endsWith('/v1/payment_methods')

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

/** A customer with one saved card, at the confirmation of its deletion. */
function deleting(vaultManager: CreateOptions['vaultManager'] = true) {
  const running = aWidget({ options: { vaultManager }, methods: [saved] })
  running.loadCode = async () => deletion
  dispatch(running, { type: 'edit-toggled' })
  dispatch(running, { type: 'delete-asked', method: saved })
  return running
}

/** The vault after a deletion: empty, or with the card as before when the deletion failed. */
const vaultThat =
  (answer: unknown, remaining = [saved]) =>
  (call: Call) =>
    isDeletion(call) ? answer : isFetch(call) ? { paymentMethods: remaining } : {}

test('saved methods are fetched with the default first unless the shop says otherwise, whole, and marked vaulted (L7.12 L6.12 L3.9 L3.10)', async () => {
  const described = { description: 'ending in 11', binData: { debit: 'No' } }
  const paymentMethods = [
    aCard('a', { default: true, hasSubscription: false, ...described }),
    aCard('b', { default: false, hasSubscription: true }),
  ]
  const calls = aNetwork(() => ({ paymentMethods }))

  expect(await loadMethods(aWidget())).toEqual(
    paymentMethods.map((method) => ({ ...method, vaulted: true, fromVault: true })),
  )
  await loadMethods(aWidget({ options: { showDefaultPaymentMethodFirst: false } }))

  const asked = calls.map(({ method, url }) => `${method} ${url.pathname}`)
  expect(asked).toEqual(Array(2).fill('GET /client_api/v1/payment_methods'))
  expect(calls.map(({ url }) => url.searchParams.get('defaultFirst'))).toEqual(['1', '0'])
})

test('a guest’s vault is never asked: its list is empty (L6.2 L6.3)', async () => {
  const calls = aNetwork()

  for (const authorization of guests)
    expect(await savedMethods({ ...aGateway(), authorization }, true)).toEqual([])
  expect(calls).toEqual([])
})

test('deleting takes a client token with a customer: a guest deletes nothing (L5.34 L6.4 L6.6 L8.28)', async () => {
  const calls = aNetwork()

  for (const authorization of guests)
    await expect(deletion.deleteMethod({ ...aGateway(), authorization }, 'n')).rejects.toMatchObject({
      code: 'VAULT_MANAGER_DELETE_PAYMENT_METHOD_NONCE_REQUIRES_CLIENT_TOKEN',
    })
  expect(calls).toEqual([])
})

test('deleting goes by the nonce over GraphQL (L7.14)', async () => {
  const calls = aNetwork(() => ({ data: {} }))

  await deletion.deleteMethod(aGateway(), 'a-nonce')

  expect(calls).toMatchObject([
    {
      method: 'POST',
      headers: { Authorization: 'Bearer f?customer_id=1' },
      body: {
        query: expect.stringContaining('deletePaymentMethodFromSingleUseToken'),
        variables: { input: { singleUseTokenId: 'a-nonce' } },
      },
    },
  ])
})

test.each([
  ['https://assets.braintreegateway.com', 'production', 'https://payments.braintree-api.com/graphql'],
  ['https://assets.braintreegateway.com', 'sandbox', 'https://payments.sandbox.braintree-api.com/graphql'],
  ['https://gateway.test/assets', 'sandbox', 'https://gateway.test/graphql'],
])(
  'a gateway at %s, %s, that names no address for GraphQL has it at %s',
  async (assetsUrl, environment, url) => {
    const calls = aNetwork()
    const { graphQL: _, ...configuration } = { ...aGateway().configuration, assetsUrl, environment }
    const gateway = { ...aGateway(), configuration }

    await deletion.deleteMethod(gateway, 'a-nonce')
    await callGraphQL(gateway, { query: '{}' })

    expect(calls.map((call) => call.url.href)).toEqual([url, url])
  },
)

test.each([
  ['NOT_FOUND', 'VAULT_MANAGER_PAYMENT_METHOD_NONCE_NOT_FOUND'],
  ['INTERNAL', 'VAULT_MANAGER_DELETE_PAYMENT_METHOD_UNKNOWN_ERROR'],
])('a deletion that fails as %s is %s (L7.15 L8.29 L8.30)', async (errorClass, code) => {
  aNetwork(() => ({ data: null, errors: [{ message: 'no', extensions: { errorClass } }] }))

  await expect(deletion.deleteMethod(aGateway(), 'n')).rejects.toMatchObject({ code })
})

test('after a deletion the rest is shown, under a loader for half a second (L1.4 L4.48 L9.20)', async () => {
  vi.useFakeTimers()
  const calls = aNetwork(vaultThat({ data: {} }, [aCard('other')]))
  const running = deleting()

  await deleteFromList(running, saved)
  expect(calls.filter(isDeletion)).toMatchObject([
    { body: { variables: { input: { singleUseTokenId: saved.nonce } } } },
  ])
  expect(running.store.read()).toMatchObject({ screen: { view: 'methods', editing: false }, loading: true })
  expect(running.store.read().methods.map(({ nonce }) => nonce)).toEqual(['other'])
  await vi.advanceTimersByTimeAsync(499)
  expect(running.store.read().loading).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(running.store.read().loading).toBe(false)
  vi.useRealTimers()
})

test('a deletion that fails leads back into edit mode with its sentence (L8.84)', async () => {
  aNetwork(vaultThat(new TypeError('no network')))
  const running = deleting()

  await deleteFromList(running, saved)

  const { screen, methods, error } = running.store.read()
  expect(screen).toMatchObject({ view: 'methods', editing: true })
  expect(methods).toHaveLength(1)
  expect(running.messages[error ?? 'edit']).toBe(
    'We were unable to delete the funding source. Please try again.',
  )
})

test('a deletion without a network leaves the list as it is, and says so', async () => {
  aNetwork(() => new TypeError('no network'))
  const running = deleting()

  await deleteFromList(running, saved)

  expect(running.store.read()).toMatchObject({
    screen: { view: 'methods', editing: true },
    methods: [saved],
    error: 'vaultManagerPaymentMethodDeletionError',
  })
})

test('a deletion that is confirmed twice is asked for once', async () => {
  const calls = aNetwork(vaultThat({ data: {} }, []))
  const running = deleting()

  await Promise.all([deleteFromList(running, saved), deleteFromList(running, saved)])

  expect(calls.filter(isDeletion)).toHaveLength(1)
  expect(running.store.read().error).toBeUndefined()
})

test('what deletes may not load, or never: then nothing is deleted, and the customer is told', async () => {
  vi.useFakeTimers()
  const calls = aNetwork(vaultThat({ data: {} }))
  for (const loadCode of [() => Promise.reject(new Error('404')), () => new Promise(() => 0)]) {
    const running = Object.assign(deleting(), { loadCode })
    const deletion = deleteFromList(running, saved)
    await vi.advanceTimersByTimeAsync(60_000)
    await deletion
    expect(running.store.read().error).toBe('vaultManagerPaymentMethodDeletionError')
  }
  expect(calls.filter(isDeletion)).toEqual([])
  vi.useRealTimers()
})

test('a question that is cancelled deletes nothing and stays in edit mode (L4.45)', () => {
  const running = deleting()

  dispatch(running, { type: 'delete-cancelled' })

  expect(running.store.read()).toMatchObject({
    screen: { view: 'methods', editing: true },
    methods: [saved],
  })
})

test('a shop that is asked before a deletion can keep the method; then nobody asks the gateway', async () => {
  const calls = aNetwork(vaultThat({ data: {} }))
  const asked: unknown[] = []
  const running = deleting({
    async beforeDelete(method) {
      asked.push(method)
      return false
    },
  })

  await deleteFromList(running, saved)

  expect(asked).toEqual([{ nonce: 'saved', type: 'CreditCard', details: saved.details, vaulted: true }])
  expect(calls.filter(isDeletion)).toEqual([])
  expect(running.store.read()).toMatchObject({
    screen: { view: 'methods', editing: true },
    loading: false,
    error: undefined,
  })
})

test('a shop whose answer breaks or never comes keeps the method, and the customer is told', async () => {
  vi.useFakeTimers()
  const calls = aNetwork(vaultThat({ data: {} }))
  for (const beforeDelete of [
    () => Promise.reject(new Error('broken')),
    () => new Promise<boolean>(() => 0),
  ]) {
    const running = deleting({ beforeDelete })
    const deletion = deleteFromList(running, saved)
    await vi.advanceTimersByTimeAsync(300_000)
    await deletion
    expect(running.store.read().error).toBe('vaultManagerPaymentMethodDeletionError')
  }
  expect(calls.filter(isDeletion)).toEqual([])
  vi.useRealTimers()
})

test.each([
  ['cannot be reached', new TypeError('no network')],
  ['answers nonsense', { nothing: 'of use' }],
])('a vault that %s counts as empty: the customer can still pay', async (_, answer) => {
  aNetwork(() => answer)
  const running = aWidget({ methods: [saved] })

  await clearSelection(running)

  expect(running.store.read()).toMatchObject({ screen: { view: 'card' }, methods: [], loading: false })
})
