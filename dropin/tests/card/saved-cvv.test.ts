import { expect, test, vi } from 'vitest'
import type { FieldState } from '../../agreed/fields.ts'
import type { HostedFields } from '../../src/hosted-fields/hosted-fields.ts'
import { requestable } from '../../src/model/requestable.ts'
import { addMethod, dispatch } from '../../src/model/running.ts'
import { toPayload } from '../../src/payment-methods/payment-method.ts'
import { openSavedCvv, updateForm } from '../../src/ways-to-pay/card/card.ts'
import { withCvv } from '../../src/ways-to-pay/card/card-request.ts'
import { watchSelection } from '../../src/ways-to-pay/card/saved-cvv.tsx'
import { aCard, aWidget } from '../running.ts'

const typed: FieldState = { isEmpty: false, isValid: true, isPotentiallyValid: true, isFocused: false }
const saved = aCard('saved', { vaulted: true, fromVault: true })
const amex = aCard('amex', { ...saved, nonce: 'amex', details: { cardType: 'American Express' } })

/** A customer with saved cards, of whom the CVV is asked again. */
function asking() {
  const running = aWidget({ options: { card: { vault: { askCvv: true } } }, methods: [saved, amex] })
  const messages: string[] = []
  const card = openSavedCvv(running)
  card.fields = {
    tokenize: vi.fn(async () => aCard('nonce-of-cvv')),
    focus: (field) => messages.push(`focus ${field}`),
    clear: (field) => messages.push(`clear ${field}`),
    setBrand: (type) => messages.push(`${type}`),
    setAttribute: () => undefined,
    setMessage: () => undefined,
  } as Partial<HostedFields> as HostedFields
  const type = () => {
    const payload = { cards: [], emittedBy: 'cvv' as const, fields: { cvv: typed } }
    updateForm(card, { type: 'field-event', event: 'validityChange', payload })
  }
  return { running, card, messages, type, tokenize: vi.mocked(card.fields.tokenize) }
}

test('a saved card can be asked for once its CVV stands there again; a card just made at once', () => {
  vi.useFakeTimers()
  const { running, type } = asking()
  expect(requestable(running.store.read())).toBeUndefined()
  type()
  expect(requestable(running.store.read())).toEqual({ type: 'CreditCard', nonce: 'saved' })

  const another = asking().running
  addMethod(another, aCard('fresh', { vaulted: true }))
  vi.runAllTimers()
  expect(requestable(another.store.read())).toEqual({ type: 'CreditCard', nonce: 'fresh' })
  vi.useRealTimers()
})

test('the CVV goes to the gateway alone, and its nonce stands beside the saved card once', async () => {
  const { running, card, messages, type, tokenize } = asking()
  type()

  const method = await withCvv(card, saved)

  expect(tokenize.mock.calls).toEqual([[{}]])
  expect(toPayload(method)).toMatchObject({ nonce: 'saved', vaulted: true, cvvNonce: 'nonce-of-cvv' })
  expect(messages).toContain('clear cvv')
  expect(running.store.read().request).toBe('none')
  expect(await withCvv(card, aCard('fresh'))).toEqual(aCard('fresh'))
})

test('without its CVV a saved card is not given: the field says so and has the focus', async () => {
  const { running, card, messages, tokenize } = asking()

  await expect(withCvv(card, saved)).rejects.toThrow('No payment method is available.')

  expect(card.form.read().problems.cvv).toBe('fieldEmptyForCvv')
  expect(running.store.read().error).toBe('hostedFieldsFieldsInvalidError')
  expect(messages).toEqual(['focus cvv'])
  expect(tokenize).not.toHaveBeenCalled()
})

test('what was typed for one card goes when another is chosen, whose code may be longer', () => {
  const { running, card, messages } = asking()
  watchSelection(card)
  expect(messages).toEqual(['clear cvv', 'visa'])

  dispatch(running, { type: 'method-chosen', method: amex })

  expect(messages).toEqual(['clear cvv', 'visa', 'clear cvv', 'american-express'])
})
