import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { BraintreeHosts } from '../support/widget/braintree-hosts.ts'
import { test } from '../support/widget/braintree-page.ts'

/** What the shopper does with the bank's page, and what the page that asked is told. */
type Course = {
  version: string
  offers?: object
  /** What the page asks of the provider's script. */
  payment?: object
  does: (page: Page, hosts: BraintreeHosts) => Promise<void>
  hears: string[]
  ends: object
  /** Where ours ends otherwise. */
  oursEnds?: object
}
const canceled = { code: 'THREEDS_CARDINAL_SDK_CANCELED', number: 10011 }
const shown = ['authentication-modal-render-hidden', 'lookup-complete', 'authentication-modal-render']
const window = (page: Page) => page.getByRole('dialog', { name: 'Confirm the payment with your bank' })
const bank = (page: Page) => page.frameLocator('iframe[title="Your bank asks you to confirm the payment"]')

const courses: Record<string, Course> = {
  'types the code': {
    version: '2',
    payment: { displayLoading: true },
    does: typeCode,
    hears: [
      ...shown.slice(0, 2),
      'authentication-modal-loader-render',
      'authentication-modal-loader-close',
      'authentication-modal-render',
      'authentication-modal-close',
    ],
    ends: { liabilityShifted: true, action: 'SUCCESS' },
  },
  'closes the window': {
    version: '2',
    does: (page) => window(page).getByRole('button', { name: 'Close' }).click(),
    hears: [...shown, 'authentication-modal-close'],
    ends: canceled,
  },
  'presses Escape in Bootstrap’s window': {
    version: '2-bootstrap3-modal',
    async does(page) {
      await expect(window(page).locator('.modal-dialog .modal-body iframe')).toBeVisible()
      await bank(page).getByLabel('Code that we have sent you').press('Escape')
    },
    hears: [...shown, 'authentication-modal-close'],
    ends: canceled,
  },
  'cancels in a frame of the page': {
    version: '2-inline-iframe',
    does: (page) => bank(page).getByRole('button', { name: 'Cancel' }).click(),
    hears: [
      'lookup-complete',
      'authentication-iframe-available',
      'authentication-modal-render',
      'authentication-modal-close',
      'customer-canceled',
    ],
    ends: { liabilityShifted: false, action: 'FAILURE' },
  },
  'is shown nothing, for the provider’s details are wrong': {
    version: '2-inline-iframe',
    offers: { inline: 'wrong_type' },
    does: async () => undefined,
    hears: ['lookup-complete'],
    ends: { code: 'THREEDS_CARDINAL_SDK_BAD_CONFIG', number: 10006 },
    oursEnds: { code: 'THREEDS_INLINE_IFRAME_DETAILS_INCORRECT' },
  },
  'is shown nothing, for the bank does not answer': {
    version: '2',
    offers: { challenge_error: 10009 },
    does: async () => undefined,
    hears: shown.slice(0, 2),
    ends: { code: 'THREEDS_CARDINAL_SDK_RESPONSE_TIMEDOUT', number: 10009 },
  },
  'types the code, and the answer is altered on its way': {
    version: '2',
    offers: { answer_jwt: 'altered' },
    does: typeCode,
    hears: [...shown, 'authentication-modal-close'],
    ends: { code: 'THREEDS_JWT_AUTHENTICATION_FAILED' },
  },
}

const ours = fileURLToPath(new URL('../../dropin/dist/parts/three-d-secure.js', import.meta.url))

test('Braintree’s own 3-D Secure hears from its provider’s script what the shopper does at the bank, and ours the same (L8.22)', async ({
  page,
  hosts,
}) => {
  // Every course twice.
  test.slow()
  for (const [name, { version, offers = {}, payment = {}, does, hears, ...told }] of Object.entries(courses))
    for (const isOurs of [false, true])
      await test.step(`${name}, ${isOurs ? 'ours' : 'Braintree’s'}`, async () => {
        await setOffers(hosts, offers)
        await page.goto(`${hosts.shop}?components`)
        if (isOurs) await page.addScriptTag({ path: ours })
        const { clientToken: authorization } = await hosts.merchant.clientToken.generate({})
        const course = page.evaluate(authenticate, { authorization, version, payment })
        await does(page, hosts)
        const { heard, outcome } = await course
        expect(outcome).toMatchObject({ ...((isOurs && told.oursEnds) || told.ends) })
        expect(heard).toEqual(hears)
      })
  await setOffers(hosts, null)
})

async function typeCode(page: Page, hosts: BraintreeHosts) {
  const code = bank(page).getByLabel('Code that we have sent you')
  await code.waitFor()
  const sent = await fetch(`${hosts.sandbox}/control/three-d-secure/integration_merchant_id`)
  const { authentications } = await sent.json()
  await code.fill(authentications[0].bank.code)
  await bank(page).getByRole('button', { name: 'Confirm' }).click()
}

async function setOffers({ sandbox }: BraintreeHosts, three_d_secure: object | null) {
  const body = JSON.stringify({ offers: { three_d_secure } })
  await fetch(`${sandbox}/control/merchants/integration_merchant_id`, { method: 'PUT', body })
}

type Outcome = {
  liabilityShifted?: boolean
  rawCardinalSDKVerificationData?: { ActionCode: string }
  code?: string
  details?: { originalError?: { code?: number } }
}
type Component = {
  on: (event: string, hear: (told: { element: Element }, next: () => void) => void) => void
  verifyCard: (options: object) => Promise<Outcome>
}
type Client = { request: (call: object) => Promise<{ creditCards: { nonce: string }[] }> }
type Shop = {
  braintree: Record<'client', { create: (options: object) => Promise<Client> }> &
    Record<'threeDSecure', { create: (options: object) => Promise<Component> }>
}

type Asked = { authorization: string; version: string; payment: object }

/** Runs in the page: asks for the authentication of a card whose bank asks; gives what the page heard, and the end. */
async function authenticate({ authorization, version, payment }: Asked) {
  const { client: clients, threeDSecure } = (globalThis as unknown as Shop).braintree
  const client = await clients.create({ authorization })
  const component = await threeDSecure.create({ client, version, cardinalSDKConfig: { payment } })
  const heard: string[] = []
  const events = 'lookup-complete customer-canceled authentication-iframe-available'.split(' ')
  const ofModal = ['render', 'render-hidden', 'close', 'loader-render', 'loader-close'].map(
    (name) => `authentication-modal-${name}`,
  )
  for (const event of [...events, ...ofModal])
    component.on(event, (told, next) => {
      heard.push(event)
      if (event === 'authentication-iframe-available') document.body.append(told.element)
      next?.()
    })
  const creditCard = { number: '4000000000002503', expirationMonth: '01', expirationYear: '2031' }
  const data = { creditCard: { ...creditCard, options: { validate: false } } }
  const call = { method: 'post', endpoint: 'payment_methods/credit_cards', data }
  const { creditCards } = await client.request(call)
  const options = { nonce: creditCards[0]?.nonce, amount: '10.00', bin: '400000' }
  const ended = await component.verifyCard(options).catch((problem: Outcome) => problem)
  const { liabilityShifted, rawCardinalSDKVerificationData: raw, code, details } = ended
  return {
    heard,
    outcome: { liabilityShifted, action: raw?.ActionCode, code, number: details?.originalError?.code },
  }
}
