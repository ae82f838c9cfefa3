import { expect, test } from 'vitest'
import type { FieldState } from '../../agreed/fields.ts'
import type { HostedFields } from '../../src/hosted-fields/hosted-fields.ts'
import { messages as arabic } from '../../src/messages/locales/ar_EG.ts'
import { translate } from '../../src/model/language.ts'
import { dispatch } from '../../src/model/running.ts'
import { openCard, updateForm } from '../../src/ways-to-pay/card/card.ts'
import { watchLanguage } from '../../src/ways-to-pay/card/card-load.ts'
import { aWidget } from '../running.ts'

const empty: FieldState = { isEmpty: true, isValid: false, isPotentiallyValid: true, isFocused: false }
const amex = {
  type: 'american-express',
  niceType: 'American Express',
  code: { name: 'CID', size: 4 },
  supported: true,
} as const

test('the frames of the card learn another language: names, placeholders and errors; the shop keeps its own', () => {
  const overrides = { fields: { cardholderName: { placeholder: 'Like on your card' } } }
  const running = aWidget({ options: { card: { cardholderName: true, overrides } } })
  const card = openCard(running)
  const fields = { number: { ...empty, isEmpty: false }, expirationDate: empty, cvv: empty }
  const payload = { cards: [amex], emittedBy: 'number' as const, fields }
  updateForm(card, { type: 'field-event', event: 'validityChange', payload })
  updateForm(card, { type: 'field-left', field: 'cvv' })
  const calls: string[] = []
  card.fields = {
    setAttribute: (field, name, value) => calls.push(`${field} ${name}=${value}`),
    setLabel: (field, label) => calls.push(`${field} is ${label}`),
    setMessage: (field, message) => calls.push(`${field}: ${message}`),
  } as Partial<HostedFields> as HostedFields
  const stop = watchLanguage(card)

  translate(running, 'ar', arabic)

  expect(calls).toEqual([
    'cardholderName placeholder=Like on your card',
    `cardholderName is ${arabic.cardholderNameLabel}`,
    'number placeholder=•••• •••• •••• ••••',
    `number is ${arabic.cardNumberLabel}`,
    'expirationDate placeholder=MM/YY',
    `expirationDate is ${arabic.expirationDateLabel} (MM/YY)`,
    'cvv placeholder=••••',
    `cvv is ${arabic.cvvLabel} ${arabic.cvvFourDigitLabelSubheading}`,
    'cardholderName: ',
    'number: ',
    'expirationDate: ',
    `cvv: ${arabic.fieldEmptyForCvv}`,
  ])
  dispatch(running, { type: 'other-ways-opened' })
  stop()
  translate(running, 'en', {})
  expect(calls).toHaveLength(12)
})
