import { expect, test } from 'vitest'
import { toCard } from '../../frames/hosted-fields/card.ts'

test('a date in two fields is sent as the date in one', () => {
  const date = { expirationMonth: '12', expirationYear: '2031' }

  expect(toCard({ number: '4111 1111', expirationDate: '12 / 31' }, {})).toMatchObject(date)
  expect(toCard({ number: '4111 1111', expirationMonth: '12', expirationYear: '31' }, {})).toMatchObject(date)
  expect(toCard({ expirationMonth: '3' }, {})).toMatchObject({ expirationMonth: '03' })
})

test('a CVV that is asked for alone is sent alone', () => {
  expect(JSON.parse(JSON.stringify(toCard({ cvv: '123' }, {})))).toEqual({ cvv: '123' })
})

test('the billing address of a request goes with the card; a postal code that was typed comes before its own', () => {
  const billingAddress = { streetAddress: '1 Court Lane', postalCode: '10001' }

  expect(toCard({ number: '4' }, { billingAddress }).billingAddress).toEqual(billingAddress)
  expect(toCard({ number: '4', postalCode: '94107' }, { billingAddress }).billingAddress).toEqual({
    streetAddress: '1 Court Lane',
    postalCode: '94107',
  })
})
