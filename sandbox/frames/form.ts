import type { Bus } from './bus.ts'
import { type CardType, candidates } from './card-types.ts'
import type { Client } from './client.ts'
import { type Failure, fieldsEmpty, fieldsInvalid, tokenizationFailure } from './failures.ts'
import {
  digitsOf,
  type FieldKey,
  type FieldOptions,
  fieldFacts,
  format,
  isFieldKey,
  validityOf,
} from './fields.ts'
import type { AutofillName, Field, Told } from './input.ts'
import { isSupported } from './supported.ts'
import { type TokenizationRequest, tokenize } from './tokenize.ts'

type FieldState = {
  value: string
  isEmpty: boolean
  isValid: boolean
  isPotentiallyValid: boolean
  isFocused: boolean
}

export type FormOptions = { fields: Partial<Record<FieldKey, FieldOptions>> }

/** The whole card form: the orchestrating frame keeps it and speaks for all frames of the widget. */
export function openForm(options: FormOptions, bus: Bus) {
  const keys = Object.keys(options.fields).filter(isFieldKey)
  const inputs = new Map<FieldKey, Field>()
  const states = new Map<FieldKey, FieldState>(keys.map((key) => [key, emptyState()]))
  const expiration = { month: '', year: '' }
  let client: Client | undefined
  let cards: readonly CardType[] = candidates('')
  let bin = ''
  let begun = false

  function stateOf(key: FieldKey) {
    return states.get(key) ?? emptyState()
  }

  function emit(type: string, emittedBy: FieldKey) {
    const fields = Object.fromEntries([...states].map(([key, { value: _, ...state }]) => [key, state]))
    const shown = cards.map(({ niceType, type, code }) => {
      return { niceType, type, code, supported: isSupported(type, client, options.fields.number) }
    })
    bus.emit('INPUT_EVENT', { merchantPayload: { cards: shown, emittedBy, fields }, type })
  }

  function change(key: FieldKey, value: string) {
    const before = stateOf(key)
    const isEmpty = value === ''
    states.set(key, { ...before, value, isEmpty })
    if (!begun && !isEmpty) {
      begun = true
      bus.emit('CARD_FORM_ENTRY_HAS_BEGUN')
    }
    if (before.isEmpty !== isEmpty) emit(isEmpty ? 'empty' : 'notEmpty', key)
    if (key === 'number') changeCards(digitsOf(value))
    validate(key)
    if (key === 'number') validate('cvv')
  }

  function changeCards(digits: string) {
    const next = candidates(digits)
    const same = next.length === cards.length && next.every((card, index) => card === cards[index])
    cards = next
    if (!same) {
      limitLengths()
      emit('cardTypeChange', 'number')
    }
    if (digits.length >= 6 && digits.slice(0, 6) !== bin) {
      bin = digits.slice(0, 6)
      bus.emit('BIN_AVAILABLE', bin)
    }
  }

  /** Number and CVV take no more characters than the one brand that is left allows. */
  function limitLengths() {
    const [only, ...others] = cards
    const known = others.length === 0 ? only : undefined
    const longest = known ? Math.max(...known.lengths) + known.gaps.length : fieldFacts.number.maxlength
    const lengths = { number: longest, cvv: known?.code.size ?? fieldFacts.cvv.maxlength }
    for (const key of ['number', 'cvv'] as const) {
      const field = inputs.get(key)
      if (field)
        field.input.maxLength = Math.min(lengths[key], options.fields[key]?.maxlength ?? lengths[key])
    }
  }

  function validate(key: FieldKey) {
    const before = states.get(key)
    if (!before) return
    const next = { ...before, ...verdict(key, before.value) }
    states.set(key, next)
    inputs.get(key)?.input.classList.toggle('valid', next.isValid)
    inputs.get(key)?.input.classList.toggle('invalid', !next.isPotentiallyValid)
    if (next.isValid !== before.isValid || next.isPotentiallyValid !== before.isPotentiallyValid) {
      emit('validityChange', key)
    }
  }

  function verdict(key: FieldKey, value: string) {
    const found = validityOf(key, value, cards, options.fields[key])
    const [only, ...others] = cards
    const refused = key === 'number' && others.length === 0 && only && strictAbout(only.type)
    return refused ? { isValid: false, isPotentiallyValid: false } : found
  }

  function strictAbout(type: string) {
    const { rejectUnsupportedCards, supportedCardBrands } = options.fields.number ?? {}
    return (
      (rejectUnsupportedCards || supportedCardBrands) && !isSupported(type, client, options.fields.number)
    )
  }

  function setFocus(key: FieldKey, isFocused: boolean) {
    states.set(key, { ...stateOf(key), isFocused })
    emit(isFocused ? 'focus' : 'blur', key)
  }

  function put(key: FieldKey, value: string) {
    if (!states.has(key)) return
    const shown = format(key, value)
    inputs.get(key)?.show(shown)
    change(key, shown)
  }

  function spreadAutofill(name: AutofillName, value: string) {
    if (name === 'expiration-month') expiration.month = value.padStart(2, '0')
    if (name === 'expiration-year') expiration.year = value
    if (name.startsWith('expiration') && expiration.month && expiration.year) {
      put('expirationDate', expiration.month + expiration.year)
    }
    if (name === 'cardholder-name') put('cardholderName', value)
    if (name === 'credit-card-number') put('number', value)
    if (name === 'cvv') put('cvv', value)
  }

  function hear(key: FieldKey, told: Told) {
    if (told.type === 'changed') change(key, told.value)
    if (told.type === 'focus' || told.type === 'blur') setFocus(key, told.type === 'focus')
    if (told.type === 'entered') emit('inputSubmitRequest', key)
    if (told.type === 'autofilled') spreadAutofill(told.name, told.value)
  }

  async function answer(request: TokenizationRequest): Promise<[Failure | null, unknown?]> {
    const wanted = keys.filter((key) => request.fieldsToTokenize?.includes(key) ?? true)
    if (wanted.every((key) => stateOf(key).isEmpty)) return [fieldsEmpty()]
    const invalid = wanted.filter((key) => !stateOf(key).isValid)
    if (invalid.length > 0) return [fieldsInvalid(invalid)]
    if (!client) throw new Error('The page sent no client for the card fields')
    try {
      const values = Object.fromEntries(wanted.map((key) => [key, stateOf(key).value]))
      return [null, await tokenize(client, values, request)]
    } catch (problem) {
      return [tokenizationFailure(problem)]
    }
  }

  return {
    add(key: FieldKey, field: Field) {
      inputs.set(key, field)
      const prefill = options.fields[key]?.prefill
      if (prefill) put(key, prefill)
    },
    useClient(given: Client) {
      client = given
      validate('number')
    },
    hear,
    put,
    answer,
    field: (key: FieldKey) => inputs.get(key),
  }
}

export type Form = ReturnType<typeof openForm>

function emptyState(): FieldState {
  return { value: '', isEmpty: true, isValid: false, isPotentiallyValid: true, isFocused: false }
}
