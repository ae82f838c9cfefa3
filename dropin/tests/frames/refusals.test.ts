import { expect, test } from 'vitest'
import { toHttpStatus, toRestErrors } from '../../agreed/card-by-graphql.ts'
import { tokenizationFailure } from '../../frames/hosted-fields/failures.ts'
import { isSafeSelector, isSafeValue } from '../../frames/hosted-fields/styles.ts'

function refused(legacyCode: string, errorClass = 'VALIDATION') {
  const inputPath = ['input', 'creditCard', 'number']
  return [{ message: 'Refused', extensions: { errorClass, legacyCode, inputPath } }]
}

test.each([
  ['81724', 'HOSTED_FIELDS_TOKENIZATION_FAIL_ON_DUPLICATE'],
  ['81763', 'HOSTED_FIELDS_TOKENIZATION_FAIL_ON_DUPLICATE'],
  ['81736', 'HOSTED_FIELDS_TOKENIZATION_CVV_VERIFICATION_FAILED'],
  ['81703', 'HOSTED_FIELDS_FAILED_TOKENIZATION'],
])('the gateway error %s reaches the page as %s (L8.89)', (legacyCode, code) => {
  const errors = refused(legacyCode)

  const failure = tokenizationFailure({ status: toHttpStatus(errors), body: toRestErrors(errors) })

  expect(failure).toMatchObject({ code, type: 'CUSTOMER' })
  expect(failure.details).toMatchObject({
    originalError: {
      details: { httpStatus: 422, originalError: { fieldErrors: [{ field: 'creditCard' }] } },
    },
  })
})

test('a gateway that breaks or is not there is a network error, a forbidden call is named as such', () => {
  const codeAt = (status: number) => tokenizationFailure({ status, body: {} }).code

  expect(codeAt(toHttpStatus(refused('', 'INTERNAL')))).toBe('HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR')
  expect(codeAt(403)).toBe('CLIENT_AUTHORIZATION_INSUFFICIENT')
})

test("a merchant's styles cannot leave their rule or load anything", () => {
  expect(isSafeSelector('input::placeholder')).toBe(true)
  expect(isSafeSelector('@media (max-width: 400px)')).toBe(true)
  expect(isSafeSelector('input {} body')).toBe(false)
  expect(isSafeValue('oklch(0.24 0.034 168)')).toBe(true)
  for (const value of ['red; margin: 0', 'url(x)', 'expression(1)', 'javascript:x', '\\75rl(x)']) {
    expect(isSafeValue(value), value).toBe(false)
  }
})
