import { expect, test, vi } from 'vitest'
import { checkAttribute, checkMonthList, presentField } from '../../src/hosted-fields/checks.ts'
import { create, type HostedFieldsOptions } from '../../src/hosted-fields/component.ts'

class Place {
  constructor(readonly frame?: object) {}
  querySelector = () => this.frame ?? null
}

test.each([
  ['no authorization', { fields: { number: {} } }, 'INSTANTIATION_OPTION_REQUIRED'],
  ['no fields', {}, 'INSTANTIATION_OPTION_REQUIRED'],
  ['a field that cards do not have', { fields: { pin: {} } }, 'HOSTED_FIELDS_INVALID_FIELD_KEY'],
  ['no element', { fields: { number: { selector: '#nowhere' } } }, 'HOSTED_FIELDS_INVALID_FIELD_SELECTOR'],
  [
    'an element that holds a field already',
    { fields: { cvv: { container: new Place({}) } } },
    'HOSTED_FIELDS_FIELD_DUPLICATE_IFRAME',
  ],
  [
    'a length that is no number',
    { fields: { postalCode: { container: new Place(), minlength: '3' } } },
    'HOSTED_FIELDS_FIELD_PROPERTY_INVALID',
  ],
])('fields with %s are refused by name', async (what, options, code) => {
  vi.stubGlobal('HTMLElement', Place)
  vi.stubGlobal('document', { querySelector: () => null })
  const authorization = what === 'no authorization' ? undefined : 'sandbox_a_b'
  const asked = { authorization, ...options } as unknown as HostedFieldsOptions

  await expect(create(asked)).rejects.toMatchObject({ code, type: 'MERCHANT' })
})

test('a field, an attribute or a value that fields do not take is refused by name', () => {
  const errorCode = (work: () => unknown) => {
    try {
      return work()
    } catch (problem) {
      return (problem as { code: string }).code
    }
  }
  const containers = { number: new Place() as unknown as HTMLElement }

  expect(errorCode(() => presentField('pin', containers))).toBe('HOSTED_FIELDS_FIELD_INVALID')
  expect(errorCode(() => presentField('cvv', containers))).toBe('HOSTED_FIELDS_FIELD_NOT_PRESENT')
  expect(errorCode(() => presentField('number', containers))).toBe('number')
  expect(errorCode(() => checkAttribute('onclick', 'x'))).toBe('HOSTED_FIELDS_ATTRIBUTE_NOT_SUPPORTED')
  expect(errorCode(() => checkAttribute('disabled', 'yes'))).toBe('HOSTED_FIELDS_ATTRIBUTE_VALUE_NOT_ALLOWED')
  expect(errorCode(() => checkAttribute('placeholder', true))).toBe(
    'HOSTED_FIELDS_ATTRIBUTE_VALUE_NOT_ALLOWED',
  )
  expect(errorCode(() => checkMonthList({ expirationMonth: {} }))).toBe(
    'HOSTED_FIELDS_FIELD_PROPERTY_INVALID',
  )
  for (const [name, value] of [
    ['disabled', true],
    ['aria-invalid', 'false'],
    ['placeholder', 7],
  ] as const)
    expect(errorCode(() => checkAttribute(name, value))).toBeUndefined()
})
