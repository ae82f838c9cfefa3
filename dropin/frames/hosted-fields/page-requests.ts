import type { Bus } from '#agreed/bus.ts'
import type { FieldKey } from '#agreed/fields.ts'
import type { TokenizationRequest } from './card.ts'
import type { Client } from './client.ts'
import type { Failure } from './failures.ts'
import { type Form, setBrand, setValue } from './form.ts'
import type { Field } from './input.ts'
import type { Looks } from './styles.ts'
import type { TokenizeResult } from './tokenize.ts'

type Order = {
  field: FieldKey
  attribute: string
  value: unknown
  classname: string
  message: string
  label: string
}

/** Defined by the build. */
declare const tokenizerAddress: string

const attributes = new Set(['aria-invalid', 'aria-required', 'disabled', 'placeholder'])

export function handlePageRequests(form: Form, bus: Pick<Bus, 'on'>, client: Promise<Client>) {
  const on = (event: string, act: (field: Field, order: Order) => void) =>
    bus.on(event, (data) => {
      const order = data as Order
      const field = form.inputs.get(order.field)
      if (field) act(field, order)
    })
  on('TRIGGER_INPUT_FOCUS', ({ input }) => input.focus())
  on('SET_ATTRIBUTE', ({ input, rename }, { attribute, value }) => {
    if (attribute === 'disabled') input.disabled = `${value}` === 'true'
    else if (attribute === 'placeholder') rename(`${value}`)
    else if (attributes.has(attribute)) input.setAttribute(attribute, `${value}`)
  })
  on('REMOVE_ATTRIBUTE', ({ input, rename }, { attribute }) => {
    if (attribute === 'placeholder') rename('')
    else if (attributes.has(attribute)) input.removeAttribute(attribute)
  })
  on('ADD_CLASS', ({ input }, { classname }) => input.classList.add(classname))
  on('REMOVE_CLASS', ({ input }, { classname }) => input.classList.remove(classname))
  on('CLEAR_FIELD', (_, { field }) => setValue(form, field, ''))
  on('SET_MESSAGE', ({ description }, { message }) => {
    description.textContent = message
  })
  bus.on('SET_MONTH_OPTIONS', (texts, reply) => {
    form.inputs.get('expirationMonth')?.name?.(texts as string[])
    reply(undefined)
  })
  // Beyond Braintree's fields: label, looks, language, and the brand of a saved card.
  on('SET_LABEL', (field, { label }) => {
    field.label.textContent = label
  })
  bus.on('SET_BRAND', (type) => setBrand(form, type))
  bus.on('SET_LOOKS', (data) => {
    for (const field of form.inputs.values()) field.restyle(data as Looks)
  })
  // Errors are reported when it is needed.
  loadTokenizer().catch(() => undefined)
  bus.on('TOKENIZATION_REQUEST', (request, reply) => {
    answer(form, client, (request ?? {}) as TokenizationRequest).then(reply, () => reply([unreachable]))
  })
}

const unreachable: Failure = {
  name: 'BraintreeError',
  code: 'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR',
  type: 'NETWORK',
  message: 'The gateway cannot be reached.',
}

async function answer(
  form: Form,
  client: Promise<Client>,
  request: TokenizationRequest,
): Promise<TokenizeResult> {
  const { tokenize } = await loadTokenizer()
  return tokenize(await client, form.keys, form.states, request)
}

let attempts = 0
let tokenizer: Promise<typeof import('./tokenize.ts')> | undefined

/** Lazily loaded: needed by the orchestrating frame alone, and not before submission. */
function loadTokenizer() {
  tokenizer ??= import(/* @vite-ignore */ `${tokenizerAddress}?${attempts++}`)
  tokenizer.catch(() => {
    tokenizer = undefined
  })
  return tokenizer
}
