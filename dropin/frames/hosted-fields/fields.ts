import { type CardType, candidates, singleCandidate } from '#agreed/card-types.ts'
import type { DateField, FieldKey, FieldOptions } from '#agreed/fields.ts'
import { onlyDigits, withPlainDigits } from './digits.ts'
import {
  findWholeDate,
  formatTyped,
  formatWhole,
  parseExpiration,
  validateExpiration,
  validateMonth,
  validateYear,
} from './expiration.ts'

export type Validity = { isValid: boolean; isPotentiallyValid: boolean }

/** Names are never truncated: too long is an error. */
type FieldAttributes = { id: string; autocomplete: string; numeric: boolean; maxlength: number }

export const fieldAttributes: Record<FieldKey, FieldAttributes> = {
  cardholderName: fact('cardholder-name', 'cc-name', false, Number.POSITIVE_INFINITY),
  number: fact('credit-card-number', 'cc-number', true, 22),
  expirationDate: fact('expiration', 'cc-exp', true, 9),
  expirationMonth: fact('expiration-month', 'cc-exp-month', true, 2),
  expirationYear: fact('expiration-year', 'cc-exp-year', true, 4),
  cvv: fact('cvv', 'cc-csc', true, 4),
  postalCode: fact('postal-code', 'billing postal-code', false, 10),
}

function fact(id: string, autocomplete: string, numeric: boolean, maxlength: number): FieldAttributes {
  return { id, autocomplete, numeric, maxlength }
}

/** Origin of the text: a key that inserts, a key that deletes, or paste, autofill and scripts (`whole`). */
export type Origin = { how: 'typed' | 'deleted' | 'whole'; caret: number }

export function format(
  key: FieldKey,
  text: string,
  { how, caret }: Origin = { how: 'whole', caret: text.length },
  options: FieldOptions = {},
) {
  return cleaned(key, withPlainDigits(text), { how, caret }, options).slice(
    0,
    options.maxlength ?? fieldAttributes[key].maxlength,
  )
}

function cleaned(key: FieldKey, text: string, { how, caret }: Origin, options: FieldOptions) {
  if (key === 'number') return formatNumber(onlyDigits(text), options)
  if (key === 'expirationMonth' || key === 'expirationYear') return datePart(key, text)
  if (key === 'cvv') return onlyDigits(text)
  if (key !== 'expirationDate') return how === 'whole' ? text.trim() : text.trimStart()
  if (options.formatInput === false) return text.replace(/[^\d/ -]/g, '')
  return how === 'whole' ? formatWhole(text) : formatTyped(text, { caret, isDeleting: how === 'deleted' })
}

function datePart(key: DateField, text: string) {
  const { month, year = '' } = /[\d\p{L}]\D+\d/u.test(text) ? findWholeDate(text) : {}
  if (!month) return onlyDigits(text)
  return key === 'expirationMonth' ? month.padStart(2, '0') : year
}

function formatNumber(digits: string, { formatInput, maxCardLength = 19 }: FieldOptions) {
  const known = singleCandidate(candidates(digits))
  const limited = digits.slice(0, Math.min(maxCardLength, known ? Math.max(...known.lengths) : 16))
  return formatInput === false ? limited : grouped(limited, known?.gaps ?? [4, 8, 12])
}

function grouped(digits: string, gaps: readonly number[]) {
  const starts = [0, ...gaps.filter((gap) => gap < digits.length)]
  return starts.map((start, index) => digits.slice(start, starts[index + 1])).join(' ')
}

/** Whether pasted text is a complete value, which replaces the old one. */
export function isWhole(key: FieldKey, text: string) {
  const plain = withPlainDigits(text)
  if (key === 'number') return onlyDigits(plain).length > 11
  return key === 'expirationDate' && findWholeDate(plain).month !== undefined
}

/** Valid, and potentially valid with more typing. */
export function checkValidity(
  key: FieldKey,
  value: string,
  cards: readonly CardType[],
  options: FieldOptions & { year?: string } = {},
  today = new Date(),
): Validity {
  if (key === 'number') return numberValidity(onlyDigits(value), cards)
  if (key === 'expirationDate') {
    const { month, year } = parseExpiration(value)
    return validateExpiration(month, year, today)
  }
  if (key === 'expirationMonth') return validateMonth(value, options.year ?? '', today)
  if (key === 'expirationYear') return validateYear(value, today)
  if (key === 'cvv') return cvvValidity(value, cards)
  if (key === 'postalCode') return validity(value.trim().length >= (options.minlength ?? 3), true)
  return nameValidity(value)
}

function validity(isValid: boolean, isPotentiallyValid: boolean): Validity {
  return { isValid, isPotentiallyValid: isValid || isPotentiallyValid }
}

function numberValidity(digits: string, cards: readonly CardType[]) {
  const [only] = cards
  if (!only) return validity(false, false)
  if (cards.length > 1) return validity(false, true)
  const right = only.lengths.includes(digits.length) && passesLuhn(digits)
  return validity(right, digits.length < Math.max(...only.lengths))
}

function passesLuhn(digits: string) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (1 + (index % 2))
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

function cvvValidity(value: string, cards: readonly CardType[]) {
  const sizes = cards.length > 0 ? cards.map((card) => card.code.size) : [3, 4]
  return validity(sizes.includes(value.length), value.length < Math.max(...sizes))
}

function nameValidity(name: string) {
  const looksLikeNumber = /^[\d\s-]*$/.test(name)
  return validity(name.length <= 255 && !looksLikeNumber, name.length <= 255)
}
