import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { translate } from '../../src/model/language.ts'
import { dispatch } from '../../src/model/running.ts'
import * as code from '../../src/ways-to-pay/paypal/open-button.ts'
import { paypalCreditOption, paypalOption } from '../../src/ways-to-pay/paypal/paypal-option.tsx'
import { aGateway } from '../gateway.ts'
import { aNetwork } from '../network.ts'
import { aWidget } from '../running.ts'

type Rendered = {
  style: object
  env: string
  locale?: string
  commit?: boolean
  funding: { disallowed: string[] }
  payment: () => Promise<string>
  onAuthorize: (approval: object) => Promise<void>
  onError: (problem: Error) => void
  onCancel: () => void
  onClick: () => void
}

const sheet = { querySelector: () => ({ replaceChildren: () => undefined }) } as unknown as Element
const configuration = {
  paypalEnabled: true,
  paypal: {
    displayName: 'Demo shop',
    clientId: 'client',
    assetsUrl: 'https://gateway.test',
    environmentNoNetwork: false,
    unvettedMerchant: false,
  },
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A customer's widget with the sheet of a way to pay, and what PayPal's script was told to draw there. */
async function aButton(way: 'paypal' | 'paypalCredit', overrides: object = {}, isGuest = false) {
  const drawn: Rendered[] = []
  vi.stubGlobal('document', { createElement: () => ({}) })
  vi.stubGlobal('paypal', {
    FUNDING: { PAYPAL: 'paypal', CREDIT: 'credit', VENMO: 'venmo' },
    Button: { render: async (options: Rendered) => drawn.push(options) },
  })
  const options = { flow: 'vault' as const, ...overrides }
  const running = aWidget({ options: { [way]: options }, offered: [way], isGuest })
  Object.assign(running, { gateway: aGateway(configuration), loadCode: async () => code })
  const open = (way === 'paypal' ? paypalOption : paypalCreditOption).open(running)
  await open.load(sheet, Promise.resolve())
  const [button = expect.fail('no button was drawn')] = drawn
  const shown = () => {
    const { error } = running.store.read()
    return error && running.messages[error]
  }
  return { running, open, button, shown, drawn }
}

const approvedBy = (email: string) => ({
  paypalAccounts: [{ nonce: email, type: 'PayPalAccount', details: { payerInfo: { email } } }],
})

test('PayPal’s button is drawn as the shop wants it, for PayPal or its credit alone', async () => {
  aNetwork()
  const { button } = await aButton('paypal', { commit: true, buttonStyle: { color: 'blue' } })
  expect(button).toMatchObject({ env: 'sandbox', commit: true, style: { color: 'blue' } })
  expect(button.funding.disallowed).toEqual(['credit', 'venmo'])

  const { button: credit } = await aButton('paypalCredit')
  expect(credit).toMatchObject({ style: { label: 'credit' }, funding: { disallowed: ['venmo'] } })
})

test('the button speaks the language of the widget, and learns another unless a payer is at PayPal', async () => {
  aNetwork(() => ({ agreementSetup: { tokenId: 'BA-1' } }))
  const { running, open, button, drawn } = await aButton('paypal')
  const locales = () => drawn.map(({ locale }) => locale)

  translate(running, 'de', {})
  expect(locales()).toEqual([undefined, 'de_DE'])
  dispatch(running, { type: 'error-cleared' })
  await button.payment()
  translate(running, 'fr', {})
  await open.close()
  translate(running, 'it', {})
  expect(locales()).toEqual([undefined, 'de_DE'])
})

test('an approved account is chosen, and saved for a customer who pays by agreement', async () => {
  const calls = aNetwork(() => approvedBy('a@example.org'))
  const saving = () => calls.find(({ url }) => url.pathname.endsWith('paypal_accounts'))?.body
  for (const [overrides, isGuest, vaulted] of [
    [{ vault: { vaultPayPal: false } }, false, undefined],
    [{}, false, true],
    [{}, true, undefined],
    [{ flow: 'checkout' }, false, undefined],
  ] as const) {
    const { running, button } = await aButton('paypal', overrides, isGuest)
    await button.payment().catch(() => undefined)
    await button.onAuthorize({ billingToken: 'BA-1' })
    expect(running.store.read().selected).toMatchObject({ nonce: 'a@example.org' })
    expect(running.store.read().selected?.vaulted).toBe(vaulted)
  }
  expect(saving()).toMatchObject({ paypalAccount: { options: { validate: false } } })
})

test('a shop that asks its customer in a box of its own is asked as the payer begins, not as they come back', async () => {
  const calls = aNetwork(() => approvedBy('a@example.org'))
  let isVaulting = false
  const { running, button } = await aButton('paypal', { flow: () => (isVaulting ? 'vault' : 'checkout') })

  await button.payment().catch(() => undefined)
  isVaulting = true
  await button.onAuthorize({ paymentID: 'PAY-1' })
  expect(running.store.read().selected?.vaulted).toBeUndefined()

  await button.payment().catch(() => undefined)
  isVaulting = false
  await button.onAuthorize({ billingToken: 'BA-1' })
  expect(running.store.read().selected?.vaulted).toBe(true)
  const begun = calls.map(({ url }) => url.pathname).filter((path) => path.includes('/paypal_hermes/'))
  expect(begun.map((path) => path.split('/').at(-1))).toEqual([
    'create_payment_resource',
    'setup_billing_agreement',
  ])
})

test('a request in the sheet says that the button must be used (L4.63 L8.77)', async () => {
  aNetwork()
  const { open, shown } = await aButton('paypal')

  await expect(open.request({})).rejects.toThrow('No payment method is available.')
  expect(shown()).toBe('Use the PayPal button to continue.')
})

test('what fails is told by its step: PayPal was not reached, or the account not added (L8.80 L8.81)', async () => {
  aNetwork(() => new TypeError('no network'))
  const { running, button, shown } = await aButton('paypal')

  await expect(button.payment()).rejects.toThrow()
  expect(shown()).toBe("We couldn't connect to PayPal. Please try again.")
  button.onCancel() // PayPal's window closes after a failure
  expect(shown()).toBe("We couldn't connect to PayPal. Please try again.")
  button.onCancel()
  expect(shown()).toBe('The PayPal payment was canceled.')
  button.onError(new Error('PayPal’s script broke'))
  expect(shown()).toBe("We couldn't connect to PayPal. Please try again.")
  await button.onAuthorize({ billingToken: 'BA-1' })
  expect(shown()).toBe("We couldn't add this PayPal account. Please try again.")
  expect(running.store.read().request).toBe('none')
})

test('while one payer is at PayPal, a second press is told so; after that the other button works (L8.82)', async () => {
  aNetwork(() => ({ agreementSetup: { tokenId: 'BA-1' } }))
  const first = await aButton('paypal')
  const second = await aButton('paypalCredit')
  const inProgress = 'A PayPal authorization is already in progress.'
  await first.button.payment()

  first.button.onClick()
  expect(first.shown()).toBe(inProgress)
  await expect(second.button.payment()).rejects.toThrow()
  second.button.onError(new Error('the same, in PayPal’s words'))
  expect(second.shown()).toBe(inProgress)

  first.button.onCancel()
  expect(await second.button.payment()).toBe('BA-1')
  expect(second.shown()).toBeUndefined()
  await second.open.close()
  expect(await first.button.payment()).toBe('BA-1')
  await first.open.close()
})

test('a setting that is changed counts for the next payment; what the widget decides cannot be changed', async () => {
  const calls = aNetwork(() => ({ agreementSetup: { tokenId: 'BA-1' } }))
  const { open, button } = await aButton('paypal')

  open.configure('displayName', 'Courts')
  open.configure('offerCredit', true)
  open.configure('locale', 'de_DE')
  await button.payment()
  await open.close()

  const { offerPaypalCredit, experienceProfile } = calls.at(-1)?.body ?? {}
  expect(offerPaypalCredit).toBe(false)
  expect(experienceProfile).toMatchObject({ brandName: 'Courts' })
  expect(experienceProfile).not.toHaveProperty('localeCode')
})

test('a script of PayPal’s that hangs is waited for 30 seconds, and nothing is drawn after that (L7.31)', async () => {
  aNetwork()
  const script = { setAttribute: vi.fn(), addEventListener: () => undefined, remove: vi.fn() }
  vi.stubGlobal('document', { createElement: () => script, head: { append: () => undefined } })
  const running = aWidget({ options: { paypal: { flow: 'vault', logLevel: 'error' } }, offered: ['paypal'] })
  Object.assign(running, { gateway: aGateway(configuration), loadCode: async () => code })
  const failed = vi.fn()
  const loading = paypalOption.open(running).load(sheet, Promise.resolve()).catch(failed)

  await vi.advanceTimersByTimeAsync(29_999)
  expect(failed).not.toHaveBeenCalled()
  expect(script.setAttribute).toHaveBeenCalledWith('data-log-level', 'error')
  await vi.advanceTimersByTimeAsync(1)
  await loading
  expect(failed).toHaveBeenCalledWith(
    expect.objectContaining({ message: 'There was an error connecting to PayPal.' }),
  )
  expect(script.remove).toHaveBeenCalled()
})
