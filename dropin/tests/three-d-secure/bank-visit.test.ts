import { expect, test } from 'vitest'
import { visitBank } from '../../src/three-d-secure/fallback.ts'
import { aGateway } from '../gateway.ts'

const texts = () => ({ title: '', close: '', note: '', lang: 'en', dir: 'ltr' })
const usual = { gateway: aGateway(), framework: 'cardinal-modal' as const, nonce: 'n', texts }
const { signal } = new AbortController()
const bank = { acsUrl: 'https://bank.test/', pareq: 'p', md: 'm' }
const visit = (termUrl: string) =>
  visitBank({
    ...usual,
    lookup: { ...bank, termUrl },
    signal,
  })

test('a bank that would lead back to a host which is not the gateway’s is not visited (L8.25)', async () => {
  for (const termUrl of [
    'https://elsewhere.test/complete',
    'https://braintreegateway.com.elsewhere.test/complete',
    'http://api.braintreegateway.com/complete',
  ])
    await expect(visit(termUrl)).rejects.toMatchObject({
      code: 'THREEDS_TERM_URL_REQUIRES_BRAINTREE_DOMAIN',
      type: 'INTERNAL',
    })
})

test('Braintree’s hosts and that of the client token are the gateway’s', async () => {
  for (const termUrl of ['https://gateway.test/complete', 'https://api.braintreegateway.com/complete'])
    await expect(visit(termUrl)).rejects.toThrow('document is not defined') // it goes on to draw the frame
})

test('a verification that is over before the bank is visited ends with its reason', async () => {
  const over = AbortSignal.abort(new Error('canceled'))
  const lookup = { ...bank, termUrl: 'https://gateway.test/' }
  const visiting = visitBank({
    ...usual,
    lookup,
    signal: over,
  })
  await expect(visiting).rejects.toThrow('canceled')
})
