import { type Problem, problem } from '../platform/errors.ts'

/** "01" to "12", and four digits. */
export type Expiration = { expirationMonth: string; expirationYear: string }

type ExpirationRequest = { expiration_date?: string; expiration_month?: string; expiration_year?: string }

/** Month and year, or "MM/YY" and "MM/YYYY" in one; an expired date is accepted. */
export function readExpiration(request: ExpirationRequest, path: string[]): Expiration | Problem[] {
  const { expiration_date: date, expiration_month: month = '', expiration_year: year = '' } = request
  if (!date && !month && !year) return [problem('81709', ...path)]
  if (date && (month || year)) return [problem('91708', ...path)]
  if (date) return readDate(date, path)
  const wrong = [
    ...(isMonth(month) ? [] : [problem('81712', ...path)]),
    ...(isYear(year) ? [] : [problem('81713', ...path)]),
  ]
  return wrong.length ? wrong : toExpiration(month, year)
}

function readDate(date: string, path: string[]): Expiration | Problem[] {
  const [month = '', year, ...rest] = date.split('/')
  if (!isMonth(month) || !year || rest.length) return [problem('81710', ...path)]
  return isYear(year) ? toExpiration(month, year) : [problem('81711', ...path)]
}

function isMonth(month: string): boolean {
  return /^(0?[1-9]|1[0-2])$/.test(month)
}

function isYear(year: string): boolean {
  return /^\d{2}$/.test(year) || (/^\d{4}$/.test(year) && Number(year) >= 1975 && Number(year) <= 2200)
}

function toExpiration(month: string, year: string): Expiration {
  return { expirationMonth: month.padStart(2, '0'), expirationYear: year.length === 2 ? `20${year}` : year }
}
