import { onlyDigits } from './digits.ts'

type Typing = { caret: number; isDeleting: boolean }

function shown(month: string, year: string) {
  return year || month.length === 2 ? `${month} / ${year}` : month
}

const monthFirst = /^\D*(1[0-2]|0?[1-9])\D*((?:20)?\d\d)\D*$/
/** With a year of two digits the month must have two: `12 / 2` is half typed. */
const yearFirst = /(20\d\d)\D*(1[0-2]|0?[1-9])|^\D*(\d\d)\D*(1[0-2]|0[1-9])\D*$/

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** `Dec 2031` becomes `12 2031`. */
const withoutNames = (text: string) =>
  text.replace(/\p{L}{3,}/gu, (name) => {
    const month = 1 + monthNames.indexOf(name.slice(0, 3).toLowerCase())
    return month ? `${month} ` : name
  })

/** Month and year of a text that contains both, in either order. */
export function findWholeDate(text: string) {
  const numbers = withoutNames(text)
  const [, month, year] = monthFirst.exec(numbers) ?? []
  if (month) return { month, year }
  const [, longYear, itsMonth, shortYear, otherMonth] = yearFirst.exec(numbers) ?? []
  return { month: itsMonth ?? otherMonth, year: longYear ?? shortYear }
}

/** For text that was pasted, filled in or set. */
export function formatWhole(text: string) {
  const { month, year = '' } = findWholeDate(text)
  if (month) return shown(month.padStart(2, '0'), year)
  // The name of a month in an unknown language: the year alone.
  const [, loneYear] = /^\P{N}*\p{L}\P{N}*(20\d\d)\D*$/u.exec(text) ?? []
  if (loneYear) return shown('', loneYear)
  return formatTyped(text, { caret: text.length, isDeleting: false })
}

const yearDigits = (digits: string) => digits.slice(0, digits.startsWith('20') ? 4 : 2)

/** For text typed key by key: digits after the separator are the year. */
export function formatTyped(text: string, { caret, isDeleting }: Typing) {
  const { left, isSplit, right } = parted(text)
  if (!isSplit || (left.length > 2 && right === '')) return formatUnsplit(left + right, isDeleting)
  if (isDeleting) return right ? `${left} / ${right}` : left
  // One digit is a complete month once the caret is behind it, or if no second one can follow.
  const isMonthDone = left.length === 1 && left !== '0' && (left > '1' || caret > 1)
  return shown(isMonthDone ? `0${left}` : overtyped(left, caret), yearDigits(right))
}

function formatUnsplit(text: string, isDeleting: boolean) {
  if (isDeleting && text.length < 3) return text
  const digits = text.replace(/^[2-9]/, '0$&')
  return shown(digits.slice(0, 2), yearDigits(digits.slice(2)))
}

function parted(text: string) {
  const [, left = '', between = '', rest = ''] = /^[^\d/]*(\d*)(\D*)(.*)$/.exec(text) ?? []
  return { left, isSplit: between !== '', right: onlyDigits(rest) }
}

/** A third digit of the month replaces the second. */
function overtyped(month: string, caret: number) {
  const place = Math.min(caret, 2)
  return month.length > 2 ? month.slice(0, place) + month.slice(place + 1) : month
}

export function parseExpiration(text: string) {
  const { left, isSplit, right } = parted(text)
  if (!isSplit) return { month: left.slice(0, 2), year: left.slice(2) }
  return { month: left ? left.padStart(2, '0') : '', year: right }
}

export function validateExpiration(month: string, year: string, today: Date) {
  const [monthValidity, yearValidity] = [validateMonth(month, year, today), validateYear(year, today)]
  return {
    isValid: monthValidity.isValid && yearValidity.isValid,
    isPotentiallyValid: monthValidity.isPotentiallyValid && yearValidity.isPotentiallyValid,
  }
}

/** An expired month invalidates the month, not the year. */
export function validateMonth(month: string, year: string, today: Date) {
  const isRight = /^(0?[1-9]|1[0-2])$/.test(month)
  const thisYear = `${today.getFullYear()}`
  const isOver = [thisYear, thisYear.slice(2)].includes(year) && Number(month) < today.getMonth() + 1
  return {
    isValid: isRight && !isOver,
    isPotentiallyValid: (isRight && !isOver) || /^0?$/.test(month),
  }
}

export function validateYear(year: string, today: Date) {
  const years = yearsFrom(today)
  const written = [...years, ...years.map((full) => full.slice(2))]
  return {
    isValid: written.includes(year),
    isPotentiallyValid: written.some((known) => known.startsWith(year)),
  }
}

export function yearsFrom(today: Date) {
  return Array.from({ length: 20 }, (_, ahead) => `${today.getFullYear() + ahead}`)
}
