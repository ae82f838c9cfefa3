import { expect, test, vi } from 'vitest'
import type { FieldState, SheetField } from '../../agreed/fields.ts'
import type { HostedFields } from '../../src/hosted-fields/hosted-fields.ts'
import type { CardOptions } from '../../src/merchant-options/card-options.ts'
import { dispatch } from '../../src/model/running.ts'
import type { PaymentMethod } from '../../src/payment-methods/payment-method.ts'
import { BraintreeError } from '../../src/platform/errors.ts'
import { type Card, openCard, updateForm } from '../../src/ways-to-pay/card/card.ts'
import { requestCard } from '../../src/ways-to-pay/card/card-request.ts'
import { aCard, aWidget } from '../running.ts'

const valid: FieldState = { isEmpty: false, isValid: true, isPotentiallyValid: true, isFocused: false }
const visa = { type: 'visa', niceType: 'Visa', code: { name: 'CVV', size: 3 }, supported: true } as const
const filled = { number: valid, expirationDate: valid, cvv: valid }

type Setup = {
  card?: CardOptions
  isGuest?: boolean
  fields?: Partial<Record<SheetField, FieldState>>
  tokenize?: HostedFields['tokenize']
}

/** A filled-in card form, with the messages to its frames. */
function aForm({ card: options, isGuest, fields = filled, tokenize }: Setup = {}) {
  const running = aWidget({ options: { card: options }, isGuest })
  const messages: string[] = []
  const card: Card = openCard(running)
  card.fields = {
    ready: Promise.resolve(),
    closed: running.ended,
    tokenize: vi.fn(tokenize ?? (async () => aCard('fresh'))),
    focus: (field) => messages.push(`focus ${field}`),
    clear: (field) => messages.push(`clear ${field}`),
    setAttribute: (field, name, value) => messages.push(`${field} ${name}=${value}`),
    setMessage: (field, message) => messages.push(`${field}: ${message}`),
    restyle: () => undefined,
    close: () => undefined,
  } as Partial<HostedFields> as HostedFields
  const payload = { cards: [visa], emittedBy: 'number' as const, fields }
  updateForm(card, { type: 'field-event', event: 'validityChange', payload })
  return { card, running, messages, tokenize: vi.mocked(card.fields.tokenize) }
}

test('a customer’s card is saved, unless the box is not ticked; a guest’s never (L1.3 L6.5)', async () => {
  const asked = async (setup: Setup, saveCard = true) => {
    const { card, tokenize } = aForm(setup)
    updateForm(card, { type: 'save-card-chosen', saveCard })
    const { vaulted } = await requestCard(card)
    return [tokenize.mock.calls[0]?.[0].vault, vaulted]
  }

  expect(await asked({})).toEqual([true, true])
  expect(await asked({}, false)).toEqual([false, undefined])
  expect(await asked({ isGuest: true })).toEqual([false, undefined])
})

test('while the card is on its way the form is locked and no other request begins; then it is free again (L4.61)', async () => {
  let answer = (_: PaymentMethod) => {}
  const tokenize = () => new Promise<PaymentMethod>((resolve) => (answer = resolve))
  const { card, running, messages } = aForm({ tokenize })

  const requesting = requestCard(card)
  expect(running.store.read().request).toBe('sent')
  expect(messages).toContain('number disabled=true')
  await expect(requestCard(card)).rejects.toThrow('No payment method is available.')
  answer(aCard('fresh'))
  await requesting

  expect(running.store.read().request).toBe('tokenized')
  expect(messages.at(-1)).toBe('cvv disabled=false')
})

test('a form that is not right says so at once at every field, and the first wrong one gets the focus', async () => {
  const { card, running, messages } = aForm({
    fields: { number: valid, expirationDate: { ...valid, isValid: false } },
  })

  await expect(requestCard(card)).rejects.toMatchObject({
    message: 'No payment method is available.',
    _braintreeWebError: undefined,
    cause: { view: 'card', fields: ['expirationDate', 'cvv'] },
  })

  expect(running.store.read().error).toBe('hostedFieldsFieldsInvalidError')
  expect(card.form.read().problems).toMatchObject({
    expirationDate: 'fieldInvalidForExpirationDate',
    cvv: 'fieldEmptyForCvv',
  })
  expect(messages.at(-1)).toBe('focus expirationDate')
})

test('"Please check your information" goes when the form is right', async () => {
  const { card, running } = aForm({ fields: {} })
  await requestCard(card).catch(() => undefined)

  const payload = { cards: [visa], emittedBy: 'cvv' as const, fields: filled }
  updateForm(card, { type: 'field-event', event: 'validityChange', payload })

  expect(running.store.read().error).toBeUndefined()
})

test('a card that is saved already may be sent without saving it: the box takes the error away, and only this one', async () => {
  const refused = async (code: string) => {
    const failure = new BraintreeError({ code, type: 'CUSTOMER', message: '' })
    const { card, running } = aForm({ tokenize: () => Promise.reject(failure) })
    await expect(requestCard(card)).rejects.toMatchObject({ _braintreeWebError: failure })
    updateForm(card, { type: 'save-card-chosen', saveCard: false })
    return running.store.read().error
  }

  expect(await refused('HOSTED_FIELDS_TOKENIZATION_FAIL_ON_DUPLICATE')).toBeUndefined()
  expect(await refused('HOSTED_FIELDS_FAILED_TOKENIZATION')).toBe('hostedFieldsFailedTokenizationError')
})

const all = ['clear number', 'clear expirationDate', 'clear cvv']
test.each([
  [{ card: {}, isGuest: true }, all],
  [{ card: { keepAfterTokenization: true }, isGuest: true }, ['clear cvv']],
  [{ card: { keepAfterTokenization: true }, isGuest: false }, all],
  [{ card: { clearFieldsAfterTokenization: false }, isGuest: true }, []],
])('after a nonce the form %o clears %o: a customer’s card was saved', async (form, cleared) => {
  const { card, messages } = aForm(form)

  await requestCard(card)

  expect(messages.filter((text) => text.startsWith('clear'))).toEqual(cleared)
})

test('a billing address goes with the card, and stays for the next try only if the card does', async () => {
  const billingAddress = { fields: ['locality'] } satisfies CardOptions['billingAddress']
  const sent = async (options: CardOptions) => {
    const { card, tokenize } = aForm({ card: { billingAddress, ...options }, isGuest: true })
    updateForm(card, { type: 'address-typed', field: 'locality', text: 'Greenpoint' })
    await requestCard(card)
    return [tokenize.mock.calls[0]?.[0].billingAddress, card.form.read().address]
  }

  expect(await sent({})).toEqual([{ locality: 'Greenpoint' }, {}])
  expect(await sent({ keepAfterTokenization: true })).toEqual([
    { locality: 'Greenpoint' },
    { locality: 'Greenpoint' },
  ])
})

test('a widget that ends meanwhile does not list the card', async () => {
  const ending = new AbortController()
  const running = aWidget({ ended: ending.signal })
  ending.abort()

  dispatch(running, { type: 'method-made', method: aCard('late') })

  expect(running.store.read().methods).toEqual([])
})
