import { expect, test, vi } from 'vitest'
import { aVerifier, visit } from './verifier.ts'

const lacks = (what: string) => ({
  code: 'THREEDS_MISSING_VERIFY_CARD_OPTION',
  type: 'MERCHANT',
  message: `verifyCard options must include ${what}`,
})

test.each([
  ['anything', { bin: undefined, nonce: undefined, amount: undefined }, 'a BIN.'],
  ['a bin', { bin: '', nonce: undefined }, 'a BIN.'],
  ['a nonce', { nonce: undefined, amount: undefined }, 'a nonce.'],
  ['an amount', { amount: undefined, onLookupComplete: undefined }, 'an amount.'],
  ['who hears the lookup', { onLookupComplete: undefined }, 'an onLookupComplete function.'],
  ['a function that hears the lookup', { onLookupComplete: {} as never }, 'an onLookupComplete function.'],
])(
  'a card is not verified without %s; the next call works (L5.19, L5.20, L5.21, L5.22, L8.17)',
  async (_, options, what) => {
    const shop = aVerifier()

    await expect(shop.verify(options)).rejects.toMatchObject(lacks(what))
    expect(shop.to('/lookup')).toBeUndefined()
    expect(await shop.verify()).toMatchObject({ nonce: 'looked-up' })
  },
)

test('who shows the frame of the older flow must take it away, too (L5.24, L5.25)', async () => {
  const { verify } = aVerifier()

  await expect(verify({ removeFrame: () => undefined })).rejects.toMatchObject(lacks('an addFrame function'))
  await expect(verify({ addFrame: () => undefined })).rejects.toMatchObject(lacks('a removeFrame function'))
})

test('without any options the first that is missing is told', async () => {
  const { threeDSecure } = aVerifier()

  await expect(threeDSecure.verifyCard(undefined as never)).rejects.toMatchObject(lacks('a BIN.'))
})

test('what a page does not wish is not sent, but that a card is not about to be saved', async () => {
  const shop = aVerifier()
  const none = {
    ...{ challengeRequested: false, exemptionRequested: false, dataOnlyRequested: false },
    ...{ requestVisaDAF: false, requestedExemptionType: '', accountType: '', merchantName: '' },
  }
  await shop.verify({ ...none, amount: 0, cardAdd: false })

  const { body } = shop.to('/lookup') ?? {}
  for (const name of Object.keys(none)) expect(body).not.toHaveProperty(name)
  expect(body).toMatchObject({ amount: 0, cardAdd: false })
})

test('all that a page says of its shopper goes to the bank (L3.15, L3.16, L3.17, L3.18, L7.4)', async () => {
  const shop = aVerifier()
  await shop.verify({
    email: 'ada@example.com',
    mobilePhoneNumber: '5550101',
    billingAddress: address,
    shippingAddress: { ...address, locality: 'elsewhere' },
    additionalInformation: {
      acsWindowSize: '03',
      shippingMethod: '02',
      shippingAddress: { locality: 'Sunnyside', region: 'NY' },
    },
  })

  expect(shop.to('/lookup')?.body.additionalInfo).toEqual({
    acsWindowSize: '03',
    shippingMethod: '02',
    email: 'ada@example.com',
    mobilePhoneNumber: '5550101',
    ...addressLines('billing', 'Greenpoint'),
    billingPhoneNumber: '5550100',
    ...addressLines('shipping', 'Sunnyside'),
    shippingPhone: '5550100',
  })
})

const address = {
  givenName: 'Ada',
  surname: 'Demo',
  phoneNumber: '5550100',
  streetAddress: '1 Court Lane',
  extendedAddress: 'Flat 2',
  line3: 'Rear',
  locality: 'Greenpoint',
  region: 'NY',
  postalCode: '11222',
  countryCodeAlpha2: 'US',
}

const addressLines = (kind: string, city: string) => ({
  [`${kind}GivenName`]: 'Ada',
  [`${kind}Surname`]: 'Demo',
  [`${kind}Line1`]: '1 Court Lane',
  [`${kind}Line2`]: 'Flat 2',
  [`${kind}Line3`]: 'Rear',
  [`${kind}City`]: city,
  [`${kind}State`]: 'NY',
  [`${kind}PostalCode`]: '11222',
  [`${kind}CountryCode`]: 'US',
})

test('all that a page wants of the bank goes to it (L3.14, L3.19, L3.20, L7.2, L7.5)', async () => {
  const shop = aVerifier()
  const wishes = {
    accountType: 'credit',
    challengeRequested: true,
    requestedExemptionType: 'low_value',
    exemptionRequested: true,
    dataOnlyRequested: true,
    requestVisaDAF: true,
    cardAdd: true,
    customFields: { season: 'spring' },
    merchantName: 'Demo shop',
  }
  await shop.verify({ nonce: 'typed', amount: 0, bin: '411111', ...wishes })

  expect(shop.to('/lookup')?.url.pathname).toContain('/typed/')
  expect(shop.to('/lookup')?.body).toMatchObject({ amount: 0, bin: '411111', ...wishes })
  const other = aVerifier()
  await other.verify({ cardAdd: true, cardAddChallengeRequested: false })
  expect(other.to('/lookup')?.body).toMatchObject({ cardAdd: false })
})

test('a lookup that says nothing else names the visit, its measures and the library (L7.6)', async () => {
  const shop = aVerifier()
  await shop.verify()

  expect(shop.to('/lookup')?.body).toEqual({
    amount: '10.00',
    bin: '400000',
    additionalInfo: {},
    ...visit,
    _meta: { sessionId: 'session' },
  })
  expect(shop.provider.cardinal.trigger).toHaveBeenCalledWith('bin.process', '400000')
})

test('an exemption must be one that there is (L5.26, L5.27, L5.28, L8.24)', async () => {
  for (const requestedExemptionType of ['low_value', 'transaction_risk_analysis']) {
    const shop = aVerifier()
    await shop.verify({ requestedExemptionType })
    expect(shop.to('/lookup')?.body).toMatchObject({ requestedExemptionType })
  }
  const shop = aVerifier()
  await expect(shop.verify({ requestedExemptionType: 'pets' })).rejects.toMatchObject({
    code: 'THREEDS_REQUESTED_EXEMPTION_TYPE_INVALID',
    type: 'MERCHANT',
    message:
      'requestedExemptionType `pets` is not a valid exemption. The accepted values are: `low_value`, `transaction_risk_analysis`',
  })
  expect(shop.to('/lookup')).toBeUndefined()
})

test('the browser is told of only to pages that want it: literally true (L3.21, L7.3)', async () => {
  vi.stubGlobal('screen', { colorDepth: 24, height: 800, width: 1280 })
  vi.stubGlobal('navigator', { language: 'en-US', javaEnabled: () => false })
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(300)
  const sent = {
    browserColorDepth: 24,
    browserJavaEnabled: false,
    browserJavascriptEnabled: true,
    browserLanguage: 'en-US',
    browserScreenHeight: 800,
    browserScreenWidth: 1280,
    browserTimeZone: 300,
    deviceChannel: 'Browser',
  }

  const shop = aVerifier()
  await shop.verify({ collectDeviceData: true })
  expect(shop.to('/lookup')?.body).toMatchObject(sent)
  const other = aVerifier()
  await other.verify({ collectDeviceData: 'true' })
  expect(other.to('/lookup')?.body).not.toHaveProperty('browserLanguage')
})
