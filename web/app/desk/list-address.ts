import { familyNumber } from '#invoices/invoice.ts'
import { isDay } from '#platform/format/dates.ts'

export type ListSearch = {
  event?: string | undefined
  session?: number | undefined
  page?: number | undefined
}

/** Family and day as typed. */
export type NarrowSearch = ListSearch & { family?: string | undefined; day?: string | undefined }

export function numberAt(params: URLSearchParams, name: string): number | undefined {
  const text = params.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

export const textAt = (params: URLSearchParams, name: string): string | undefined =>
  params.get(name)?.trim().slice(0, 200) || undefined

export const listSearchIn = (params: URLSearchParams): ListSearch => ({
  event: textAt(params, 'event'),
  session: numberAt(params, 'session'),
  page: numberAt(params, 'page'),
})

export const narrowSearchIn = (params: URLSearchParams): NarrowSearch => ({
  ...listSearchIn(params),
  family: textAt(params, 'family'),
  day: textAt(params, 'day'),
})

/** Invalid values are ignored by the filter. */
export const narrowProblems = ({ family, day }: NarrowSearch) => ({
  family:
    family && familyNumber(family) === undefined
      ? 'A family’s number is written as 1042, or as on its invoice: 2027-1042.'
      : undefined,
  day: day && !isDay(day) ? 'There is no such day. Write it as 2027-06-21.' : undefined,
})

type SearchValues = Record<string, string | number | undefined>

/** Omits empty values and page 1. */
export function addressAt(path: string, { page, ...values }: SearchValues): string {
  const all = Object.entries({ ...values, page: page === 1 ? undefined : page })
  const pairs = all.flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path
}

/** "Payment recorded" */
export const capital = (text: string) => text.replace(/^./, (first) => first.toUpperCase())
