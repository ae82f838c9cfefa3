import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { Candidate, FieldState, SheetField } from '../../agreed/fields.ts'
import type { CardOptions } from '../../src/merchant-options/card-options.ts'
import { enUs } from '../../src/messages/en-us.ts'
import { openCard } from '../../src/ways-to-pay/card/card.ts'
import { toBillingAddress } from '../../src/ways-to-pay/card/card-address.ts'
import { Field } from '../../src/ways-to-pay/card/card-field.tsx'
import { fieldsFor, frameOptions, labelFor } from '../../src/ways-to-pay/card/card-fields.ts'
import { type CardForm, emptyForm, isComplete, reduceForm } from '../../src/ways-to-pay/card/card-form.ts'
import { aWidget } from '../running.ts'

const visa: Candidate = { type: 'visa', niceType: 'Visa', code: { name: 'CVV', size: 3 }, supported: true }
const mir: Candidate = { ...visa, type: 'mir', niceType: 'Mir' }
const empty: FieldState = { isEmpty: true, isValid: false, isPotentiallyValid: true, isFocused: false }
const valid: FieldState = { ...empty, isEmpty: false, isValid: true }
const wrong: FieldState = { ...empty, isEmpty: false, isPotentiallyValid: false }
const halfway: FieldState = { ...empty, isEmpty: false }
const allValid = { number: valid, expirationDate: valid, cvv: valid }

function buildForm(card: CardOptions = {}) {
  return emptyForm({ keys: fieldsFor(['cvv'], card), card, supportedCardTypes: ['Visa'] })
}

function typed(
  form: CardForm,
  fields: Partial<Record<SheetField, FieldState>>,
  event = 'validityChange',
  cards = [visa],
) {
  const [emittedBy = 'number'] = Object.keys(fields) as SheetField[]
  const all = {
    ...Object.fromEntries(form.settings.keys.map((key) => [key, empty])),
    ...form.fields,
    ...fields,
  }
  return reduceForm(form, { type: 'field-event', event, payload: { cards, emittedBy, fields: all } })
}

test('a shop that wants a card field elsewhere on its page is told that the widget has a place for it', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const fields = { number: { container: '#number' }, expirationDate: { selector: '#date' }, cvv: null }

  openCard(aWidget({ options: { card: { overrides: { fields } } } }))

  expect(log.mock.calls).toEqual([
    [expect.stringContaining('card.overrides.fields.number:')],
    [expect.stringContaining('card.overrides.fields.expirationDate:')],
  ])
  log.mockRestore()
})

test('the card form is complete once every field is right and the brand is taken', () => {
  const form = buildForm()

  expect(isComplete(form)).toBe(false)
  expect(isComplete(typed(form, { number: valid, cvv: valid }))).toBe(false)
  expect(isComplete(typed(form, allValid))).toBe(true)
  expect(isComplete(typed(form, allValid, 'validityChange', [mir]))).toBe(false)
})

test('an optional name may stay empty, a required one may not (L5.43 L5.44)', () => {
  expect(isComplete(typed(buildForm({ cardholderName: true }), allValid))).toBe(true)
  expect(isComplete(typed(buildForm({ cardholderName: { required: true } }), allValid))).toBe(false)
})

test('an error shows when the field is left, and goes while the field is being put right (L5.47)', () => {
  const typing = typed(buildForm(), { number: wrong })
  const blurred = typed(typing, { number: wrong }, 'blur')

  expect(typing.problems.number).toBeUndefined()
  expect(blurred.problems.number).toBe('fieldInvalidForNumber')
  expect(typed(blurred, { number: halfway }).problems.number).toBeUndefined()
})

test('what was wrong with a number that may still grow is told while its field gets the focus', () => {
  const blurred = typed(typed(buildForm(), { number: halfway }), { number: halfway }, 'blur')

  expect(typed(blurred, { number: halfway }, 'focus').problems.number).toBe('fieldInvalidForNumber')
})

test('a brand that is not taken shows as soon as its number is whole (L5.50 L8.85)', () => {
  const form = typed(buildForm(), { number: valid }, 'validityChange', [mir])

  expect(form.problems.number).toBe('unsupportedCardTypeError')
  expect(typed(form, { number: halfway }, 'cardTypeChange').problems.number).toBeUndefined()
})

test('a brand that the shop itself refuses is not taken, and one that the gateway refuses stays so', () => {
  const formTaking = (supportedCardBrands: Record<string, boolean>) =>
    buildForm({ overrides: { fields: { number: { supportedCardBrands } } } })

  expect(typed(formTaking({ visa: false }), { number: valid }).problems.number).toBe(
    'unsupportedCardTypeError',
  )
  expect(isComplete(typed(formTaking({ mir: true }), allValid, 'validityChange', [mir]))).toBe(false)
  expect(isComplete(typed(formTaking({ jcb: false }), allValid))).toBe(true)
})

test('of several errors at once none is read out by itself until it changes', () => {
  const refused = reduceForm(buildForm(), { type: 'refused', problems: { number: 'fieldEmptyForNumber' } })

  expect(refused.unspoken).toContain('number')
  expect(typed(refused, { number: wrong }, 'blur').unspoken).not.toContain('number')
})

test('a field is called with what is to be typed into it', () => {
  expect(labelFor('cvv', enUs)).toBe('CVV (3 digits)')
  expect(labelFor('cvv', enUs, 4)).toBe('CVV (4 digits)')
  expect(labelFor('number', enUs)).toBe('Card Number')
})

test('the label of the CVV goes by the brand of the number (L3.45)', () => {
  const card = openCard(aWidget())
  const labelWith = (brand: Candidate) => {
    const form = typed(buildForm(), { number: halfway }, 'cardTypeChange', [brand])
    return renderToStaticMarkup(createElement(Field, { card, form, field: 'cvv' }))
  }

  expect(labelWith({ ...visa, type: 'american-express', code: { name: 'CID', size: 4 } })).toContain(
    '(4 digits)',
  )
  expect(labelWith(visa)).toContain('(3 digits)')
})

test('the place of a card number is held by groups of four (L3.56)', () => {
  expect(frameOptions(['number'], {}, enUs).number?.placeholder).toBe('•••• •••• •••• ••••')
})

test('a name that is too long is told as that (L8.88)', () => {
  const form = typed(buildForm({ cardholderName: true }), { cardholderName: wrong }, 'blur')

  expect(form.problems.cardholderName).toBe('fieldTooLongForCardholderName')
  expect(enUs.fieldTooLongForCardholderName).toContain('cardholder name must be fewer than 256 characters')
  const tooLong = typed(buildForm({ cardholderName: true }), { cardholderName: halfway }, 'blur')
  expect(tooLong.problems.cardholderName).toBe('fieldInvalidForCardholderName')
})

test('a billing address is asked for in the shop’s order; the gateway’s own postal code only once', () => {
  const billingAddress = {
    fields: ['postalCode', 'locality', 'locality'],
  } satisfies CardOptions['billingAddress']
  const asked = (challenges: string[]) => {
    const card = { billingAddress }
    const { keys, addressFields } = emptyForm({
      keys: fieldsFor(challenges, card),
      card,
      supportedCardTypes: [],
    }).settings
    return [keys.includes('postalCode'), addressFields]
  }

  expect(asked([])).toEqual([false, ['postalCode', 'locality']])
  expect(asked(['postal_code'])).toEqual([true, ['locality']])
})

test('what an address must have is told when it is left empty, and goes as it is typed; the rest may stay empty', () => {
  const card = {
    billingAddress: { fields: ['streetAddress', 'company'], required: ['streetAddress'] },
  } satisfies CardOptions
  const filled = typed(buildForm(card), allValid)
  const blurred = reduceForm(reduceForm(filled, { type: 'address-left', field: 'company' }), {
    type: 'address-left',
    field: 'streetAddress',
  })
  const mended = reduceForm(blurred, {
    type: 'address-typed',
    field: 'streetAddress',
    text: ' 1 Court Lane ',
  })

  expect(isComplete(filled)).toBe(false)
  expect(blurred.problems).toEqual({ number: undefined, streetAddress: 'fieldEmpty' })
  expect(mended.problems.streetAddress).toBeUndefined()
  expect(isComplete(mended)).toBe(true)
  expect(toBillingAddress({ ...mended.address, company: ' ' })).toEqual({ streetAddress: '1 Court Lane' })
  expect(toBillingAddress({ company: ' ' })).toBeUndefined()
})
