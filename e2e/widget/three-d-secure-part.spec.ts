import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expect, sandbox } from '../support/fixtures.ts'
import { merchantAt } from '../support/widget/merchant.ts'
import { test } from '../support/widget/merchant-page.ts'

const merchant = merchantAt(Number(new URL(sandbox || 'http://nowhere').port))
const asked = (page: Page) => page.frameLocator('iframe[title="Your bank asks you to confirm the payment"]')

/** The endings of Visa's test cards by what their banks do. */
const banks = { asksNobody: '2701', asks: '2503', refuses: '2370' }
const failed = { liabilityShifted: false, liabilityShiftPossible: true }

test('a page of its own has cards verified, by either of two forms: by a code from the bank, or without a question; what failed does not sell (L1.5)', async ({
  page,
  merchantPage,
}) => {
  // The provider takes its time to set a form up anew after a verification, while the other goes on.
  await page.route('**/three-d-secure/provider/sessions', async (route) => {
    await wait(300)
    await route.continue()
  })
  await page.goto(merchantPage)
  for (const part of ['client', 'three-d-secure']) await page.addScriptTag({ url: `parts/${part}.js` })
  const { clientToken } = await merchant.clientToken.generate({})
  await page.evaluate(openThreeDSecure, clientToken)

  const frictionless = await verify(page, banks.asksNobody)
  expect(frictionless).toMatchObject({
    liabilityShifted: true,
    verificationDetails: { liabilityShifted: true },
  })
  expect(await sells(frictionless)).toBe(true)
  expect(await (await fetch(`${sandbox}/control/three-d-secure/${await page.title()}`)).json()).toMatchObject(
    {
      request: {
        amount: '31.00',
        bin: '400000',
        browserLanguage: 'en-US',
        browserTimeZone: expect.anything(),
        additionalInfo: { billingCity: 'Greenpoint', email: 'robin@example.com' },
      },
      provider: { site: new URL(merchantPage).origin, bin: '400000' },
    },
  )

  const asking = verify(page, banks.asks, 'other')
  await typeCode(page)
  const authenticated = await asking
  expect(authenticated).toMatchObject({
    liabilityShifted: true,
    threeDSecureInfo: { status: 'authenticate_successful' },
    rawCardinalSDKVerificationData: { ActionCode: 'SUCCESS' },
  })
  expect(await sells(authenticated)).toBe(true)

  const refusing = verify(page, banks.refuses)
  await typeCode(page)
  const refused = await refusing
  expect(refused).toMatchObject({ ...failed, rawCardinalSDKVerificationData: { ActionCode: 'FAILURE' } })
  expect(await sells(refused)).toBe(false)

  const canceling = verify(page, banks.asks)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  expect(await canceling).toMatchObject({
    code: 'THREEDS_CARDINAL_SDK_CANCELED',
    message: 'Canceled by user.',
  })

  const leaving = verify(page, banks.asks)
  await expect(asked(page).getByLabel('Code that we have sent you')).toBeVisible()
  const lookedUp = await page.evaluate(() => (window as unknown as OwnPage).part.cancelVerifyCard())
  expect(lookedUp).toMatchObject(failed)
  expect(await leaving).toMatchObject({ code: 'THREEDS_VERIFY_CARD_CANCELED_BY_MERCHANT' })
  expect(await sells(lookedUp)).toBe(false)
})

type Result = Record<string, unknown> & { nonce?: string }
type Options = Record<string, unknown>
type Part = {
  verifyCard: (options: Options) => Promise<Result>
  cancelVerifyCard: () => Promise<Result>
}
type Client = { request: (call: object) => Promise<{ creditCards: { nonce: string }[] }> }
type OwnPage = {
  braintree: {
    client: { create: (options: Options) => Promise<Client> }
    threeDSecure: { create: (options: Options) => Promise<Part> }
  }
  client: Client
  part: Part
  /** Another form of the page. */
  other: Part
}

/** Runs in the page. */
async function openThreeDSecure(authorization: string) {
  const page = window as unknown as OwnPage
  page.client = await page.braintree.client.create({ authorization })
  const options = { client: page.client, version: 2 }
  page.part = await page.braintree.threeDSecure.create(options)
  page.other = await page.braintree.threeDSecure.create(options)
}

/** Verifies a card with this ending; gives the result, or the error. The page's title names the authentication. */
function verify(page: Page, ending: string, form: 'part' | 'other' = 'part') {
  return page.evaluate(
    async ([ending, form]) => {
      const { client, [form]: part } = window as unknown as OwnPage
      const creditCard = { number: `400000000000${ending}`, expirationMonth: '01', expirationYear: '2031' }
      const data = { creditCard: { ...creditCard, options: { validate: false } } }
      const call = { method: 'post', endpoint: 'payment_methods/credit_cards', data }
      const { creditCards } = await client.request(call)
      document.title = ''
      const options = {
        nonce: creditCards[0]?.nonce,
        bin: '400000',
        amount: '31.00',
        email: 'robin@example.com',
        billingAddress: { locality: 'Greenpoint', countryCodeAlpha2: 'US' },
        collectDeviceData: true,
        onLookupComplete(lookedUp: { lookup: { transactionId: string } }, next: () => void) {
          document.title = lookedUp.lookup.transactionId
          next()
        },
      }
      return await part
        .verifyCard(options)
        .catch(({ code, message }: { code: string; message: string }): Result => ({ code, message }))
    },
    [ending, form] as const,
  )
}

/** As the owner of the card does, whose bank sends a text message. */
async function typeCode(page: Page) {
  const code = asked(page).getByLabel('Code that we have sent you')
  await code.waitFor()
  const sent = await fetch(`${sandbox}/control/three-d-secure/${await page.title()}`)
  const { bank } = await sent.json()
  await code.fill(bank.code)
  await asked(page).getByRole('button', { name: 'Confirm' }).click()
}

/** Whether the gateway takes a sale of this nonce that must have been verified. */
async function sells({ nonce }: Result) {
  const options = { threeDSecure: { required: true } }
  const sale = await merchant.transaction.sale({ amount: '31.00', paymentMethodNonce: nonce, options })
  return sale.success
}
