import { expect, test } from 'vitest'
import { suggestPlaces } from '#donations/form/address-lookup.server.ts'
import { completeAddress } from '#donations/form/complete-address.ts'
import { donationTypes } from './donation-types.ts'
import { DonationRequest } from './donations.schema.ts'
import { addressDoubt, customAmount, fieldsWith, giftCents } from './donations.ts'

const request = {
  donation_type: 'MCT',
  first_name: 'Edith',
  last_name: 'Lobwell',
  email: 'edith@example.test',
  mailing_address: '4 Baseline Road, Fairmeadow, CA 94000',
  transaction_amount: 20,
  payment_method_nonce: 'nonce',
  g_recaptcha_response: 'answer',
}
const problemsWith = (change: object) =>
  DonationRequest.safeParse({ ...request, ...change }).error?.issues.map(({ message }) => message)

test('a donor has a name as every other person', () => {
  expect(problemsWith({ first_name: 'Zoë', last_name: 'O’Neill' })).toBeUndefined()
  for (const name of ['www.evil.example', 'Edith\nLobwell', 'a@b.example'])
    expect(problemsWith({ first_name: name, last_name: name })).toHaveLength(2)
})

test('a mailing address holds what a letter needs, and nothing that leads elsewhere', () => {
  for (const address of [
    '4 Baseline Road, Apt. #12/B, Fairmeadow, CA 94000',
    'c/o O’Neill & Söhne, Hauptstr. 4a, 10115 Berlin (Mitte)',
    'שדרות רוטשילד 5, תל אביב',
  ])
    expect(problemsWith({ mailing_address: address }), address).toBeUndefined()
  for (const address of [
    'You won! https://evil.example/win',
    'WWW.evil.example 4',
    'write to win@evil.example',
    '4 Road\u202e moc.live',
    '4 Road\u2066x',
    '4 Road\nFairmeadow',
  ])
    expect(problemsWith({ mailing_address: address }), address).toEqual([
      'Write the mailing address alone: no email, no web address, no hidden characters.',
    ])
})

test('a custom amount says what is wrong with it (P5.28 P5.29 P5.31 P5.32 P9.3)', () => {
  expect(customAmount('')).toBe('Custom donation amount is required.')
  expect(customAmount('$')).toBe('Custom donation amount is required.')
  for (const wrong of ['$12.', '$1.234', 'twenty', '$12345678901', '$123,456,789.01'])
    expect(customAmount(wrong), wrong).toBe('Invalid amount.')
  expect(customAmount('$19.99')).toBe('Minimum Donation amount is $20')
})

test('twenty dollars and ten digits will do (P5.33 P9.1 P9.3)', () => {
  expect(customAmount('$20')).toBeUndefined()
  expect(customAmount('$12,345,678.90')).toBeUndefined()
  expect(giftCents('custom', '$12,345,678.90')).toBe(1_234_567_890)
  expect(giftCents('250', '')).toBe(25_000)
})

test('the custom amount is asked for only when Custom is chosen', () => {
  expect(fieldsWith('100')).not.toHaveProperty('custom_amount')
  expect(fieldsWith('custom')).toHaveProperty('custom_amount', customAmount)
})

test('the request is checked as the form is (P3.33 P5.26 P5.32 P8.18 P9.4)', () => {
  expect(problemsWith({})).toBeUndefined()
  expect(DonationRequest.parse({ ...request, transaction_amount: 20.1 })).toMatchObject({ amountCents: 2010 })
  expect(problemsWith({ transaction_amount: 19.99 })).toEqual(['Minimum Donation amount is $20'])
  expect(problemsWith({ transaction_amount: 20.001 })).toContain('Invalid amount.')
  expect(problemsWith({ mailing_address: '  ' })).toEqual(['Mailing address is required.'])
  expect(problemsWith({ phone: '555' })).toEqual(['Invalid phone number.'])
  expect(problemsWith({ donation_type: 'ABC' })).toHaveLength(1)
  expect(donationTypes).toEqual(['MCT', 'DBF'])
})

const towns = [
  { city: 'Fairfield', state: 'CA', zips: ['94533', '94534'] },
  { city: 'Fairfield', state: 'ME', zips: ['04937'] },
  { city: 'Fairfield Bay', state: 'AR', zips: ['72088'] },
]

test('an address is completed by town, state and postal code, and its street is kept', () => {
  expect(completeAddress('4 Baseline Road, fairf', towns)).toEqual([
    { text: '4 Baseline Road, Fairfield, CA', zips: '94533 to 94534' },
    { text: '4 Baseline Road, Fairfield Bay, AR 72088' },
    { text: '4 Baseline Road, Fairfield, ME 04937' },
  ])
  const both = ['94533', '94534'].map((zip) => ({ text: `4 Baseline Road, Fairfield, CA ${zip}` }))
  expect(completeAddress('4 Baseline Road, Fairfield, CA', towns)).toEqual(both)
  expect(completeAddress('4 Baseline Road, Fairfield, CA 94533', towns)).toEqual(both.slice(0, 1))
  expect(completeAddress('4 Baseline Road, 720', towns)).toEqual([
    { text: '4 Baseline Road, Fairfield Bay, AR 72088' },
  ])
  expect(completeAddress('4 Baseline Road', towns)).toEqual([])
})

test('a town that was chosen offers its postal codes, and not towns that begin alike', () => {
  const alike = [...towns, { city: 'Fairfield Heights', state: 'CA', zips: ['94535'] }]

  expect(completeAddress('4 Baseline Road, Fairfield, CA ', alike).map(({ text }) => text)).toEqual([
    '4 Baseline Road, Fairfield, CA 94533',
    '4 Baseline Road, Fairfield, CA 94534',
  ])
})

test('an address where a receipt would hardly arrive is doubted; whole ones, abroad too, are not', () => {
  for (const short of ['asdf', '12', 'Fairmeadow, CA', '4 Baseline Road'])
    expect(addressDoubt(short), short).toContain('That looks short for an address.')
  for (const whole of [
    '4 Baseline Road, Fairmeadow, CA 94000',
    '22 Rue Sherbrooke, Montréal QC H2X 1Y6, Canada',
    'General Delivery, Port Lions, AK 99550',
    '',
  ])
    expect(addressDoubt(whole), whole).toBeUndefined()
})

test('without a key the towns of the United States are known, and no others (P5.27)', async () => {
  const texts = async (typed: string) =>
    (await suggestPlaces(undefined, typed, undefined)).map(({ text }) => text)

  expect(await texts('1 Main Street, Palo Alto')).toContain('1 Main Street, Palo Alto, CA 94301')
  expect(await texts('1 Main Street, Saskatoon')).toEqual([])
})
