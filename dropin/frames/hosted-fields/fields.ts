import type { FieldKey, FieldOptions } from '#agreed/fields.ts'
import { type CardType, candidates } from './card-types.ts'

export type Validity = { isValid: boolean; isPotentiallyValid: boolean }

type FieldFacts = { id: string; autocomplete: string; numeric: boolean; maxlength: number }

export const fieldFacts: Record<FieldKey, FieldFacts> = {
  cardholderName: fact('cardholder-name', 'cc-name', false, 255),
  number: fact('credit-card-number', 'cc-number', true, 22),
  expirationDate: fact('expiration', 'cc-exp', true, 9),
  cvv: fact('cvv', 'cc-csc', true, 4),
  postalCode: fact('postal-code', 'billing postal-code', false, 10),
}

function fact(id: string, autocomplete: string, numeric: boolean, maxlength: number): FieldFacts {
  return { id, autocomplete, numeric, maxlength }
}

/** The text that the field shows for what was typed. `deleting` keeps a trailing separator away. */
export function format(key: FieldKey, typed: string, { deleting = false, plain = false } = {}) {
  if (key === 'number') return formatNumber(digitsOf(typed), plain)
  if (key === 'expirationDate') return formatExpiration(typed, deleting, plain)
  if (key === 'cvv') return digitsOf(typed)
  return typed
}

export function digitsOf(text: string) {
  return text.replace(/\D/g, '')
}

function formatNumber(digits: string, plain: boolean) {
  const [only, ...others] = candidates(digits)
  const known = only && others.length === 0 ? only : undefined
  const kept = digits.slice(0, known ? Math.max(...known.lengths) : 16)
  return plain ? kept : grouped(kept, known?.gaps ?? [4, 8, 12])
}

function grouped(digits: string, gaps: readonly number[]) {
  const starts = [0, ...gaps.filter((gap) => gap < digits.length)]
  return starts.map((start, index) => digits.slice(start, starts[index + 1])).join(' ')
}

function formatExpiration(typed: string, deleting: boolean, plain: boolean) {
  const split = /^\s*(\d)\s*\/(.*)$/.exec(typed)
  const digits = digitsOf(split ? `0${split[1]}${split[2]}` : typed).replace(/^[2-9]/, '0$&')
  const month = digits.slice(0, 2)
  const year = digits.slice(2, digits.startsWith('20', 2) ? 6 : 4)
  if (plain) return month + year
  if (month.length < 2 || (year === '' && deleting)) return month
  return `${month} / ${year}`
}

/** Month and year of an expiration text; the year has as many digits as were typed. */
export function expirationOf(text: string) {
  const digits = digitsOf(text)
  return { month: digits.slice(0, 2), year: digits.slice(2) }
}

/** Whether a value is complete and right, and whether more typing can still make it so. */
export function validityOf(
  key: FieldKey,
  value: string,
  cards: readonly CardType[],
  options: FieldOptions = {},
  today = new Date(),
): Validity {
  if (key === 'number') return numberValidity(digitsOf(value), cards)
  if (key === 'expirationDate') return expirationValidity(value, today)
  if (key === 'cvv') return cvvValidity(value, cards)
  if (key === 'postalCode') return validity(value.length >= (options.minlength ?? 3), true)
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

export function passesLuhn(digits: string) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (1 + (index % 2))
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

function expirationValidity(text: string, today: Date) {
  const { month, year } = expirationOf(text)
  const years = Array.from({ length: 20 }, (_, ahead) => `${today.getFullYear() + ahead}`)
  const written = [...years, ...years.map((full) => full.slice(2))]
  const monthRight = /^(0[1-9]|1[0-2])$/.test(month)
  const over = fullYear(year) === today.getFullYear() && Number(month) < today.getMonth() + 1
  const monthPossible = /^(|0|1)$/.test(month) || monthRight
  const yearPossible = written.some((known) => known.startsWith(year))
  const past = over && written.includes(year)
  return validity(monthRight && written.includes(year) && !over, monthPossible && yearPossible && !past)
}

function fullYear(year: string) {
  return Number(year.length === 2 ? `20${year}` : year)
}

function cvvValidity(value: string, cards: readonly CardType[]) {
  const sizes = cards.length > 0 ? cards.map((card) => card.code.size) : [3, 4]
  return validity(sizes.includes(value.length), value.length < Math.max(...sizes))
}

function nameValidity(name: string) {
  const looksLikeNumber = /^[\d\s-]*$/.test(name)
  return validity(name.length <= 255 && !looksLikeNumber, name.length <= 255)
}
