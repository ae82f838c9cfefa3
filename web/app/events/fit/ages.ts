/** Inclusive. */
export type Ages = { from: number; to: number }

/** As an upper end: unlimited. */
export const eldest = 99
const number = String.raw`(\d{1,2})\b`
const onwards = String.raw`\s*(\+|and (?:up|over|older))`
const below = String.raw`\s*(and (?:under|younger))`
const span = String.raw`${number}(?:\s*(?:to|and|or|&|-|–)\s*${number}|${onwards}|${below})`
/** Lists go on after the match: "Ages 8, 9 and 12" is not parsed. */
const noMore = String.raw`(?!\s*[-–&+\d]|\s*,\s*\d|\s*(?:to|and|or)\b)`
const named = new RegExp(String.raw`\bage[sd]?:?\s+(?:${span}|${number})${noMore}`, 'i')
const alone = new RegExp(`^${span}(?: years?(?: old)?)?$`, 'i')

/** "Ages 8 to 10", "11 and 12", "Ages 13 and up", "10 and under"; undefined otherwise. */
export function parseAgeGroup(group: string): Ages | undefined {
  const [, first, last, isOnwards, isBelow, only] = named.exec(group) ?? alone.exec(group) ?? []
  const from = Number(first ?? only)
  if (Number.isNaN(from)) return undefined
  if (isBelow) return { from: 0, to: from }
  const to = isOnwards ? eldest : Number(last ?? from)
  return from <= to ? { from, to } : undefined
}

export const waysToWriteAges = '8 to 10, 13 and up, 10 and under, or 9'
const line =
  /^(\d{1,9})(?:\s*(?:to|-|–)\s*(\d{1,9})|\s*(\+|and (?:up|over|older))|\s*(and (?:under|younger)))?$/i

/** "8 to 10", "13 and up", "10 and under", "9"; a string is the error message. */
export function parseAges(written: string): Ages | string {
  const [, first, last, isOnwards, isBelow] = line.exec(written.trim()) ?? []
  if (!first) return `write ${waysToWriteAges}`
  const [one, other] = [Number(first), Number(last ?? first)]
  if ([one, other].some((age) => age < 1 || age > eldest)) return `write ages from 1 to ${eldest}`
  if (other < one) return `write the lower age first: ${other} to ${one}`
  return { from: isBelow ? 0 : one, to: isOnwards ? eldest : other }
}

/** Inverse of the parser: "8 to 10", "13 and up", "10 and under", "9". */
export function agesLine({ from, to }: Ages): string {
  if (to === eldest) return `${from} and up`
  if (from === 0) return `${to} and under`
  return from === to ? `${from}` : `${from} to ${to}`
}

/** In a sentence: "this is for 8 to 10", "this is for 9-year-olds". */
export const forAges = (ages: Ages) =>
  ages.from === ages.to && ages.to !== eldest ? `${ages.from}-year-olds` : agesLine(ages)

export const overlap = (left: Ages, right: Ages) => left.from <= right.to && right.from <= left.to

export const around = (all: Ages[]): Ages => ({
  from: Math.min(...all.map(({ from }) => from)),
  to: Math.max(...all.map(({ to }) => to)),
})

/** "8–10", "13+", "up to 10", "9" */
export function agesText({ from, to }: Ages): string {
  if (to === eldest) return `${from}+`
  if (from === 0) return `up to ${to}`
  return from === to ? `${from}` : `${from}–${to}`
}

/** Smallest set of the narrowest bands that covers all ages, youngest first. */
export function ageBands(all: Ages[]): Ages[] {
  const narrowFirst = [...all].sort(
    (one, other) => one.to - one.from - (other.to - other.from) || one.from - other.from,
  )
  const bands: Ages[] = []
  const isIn = (age: number) => bands.some(({ from, to }) => from <= age && age <= to)
  for (const band of narrowFirst) {
    const ages = Array.from({ length: band.to - band.from + 1 }, (_, years) => band.from + years)
    if (!ages.every(isIn)) bands.push(band)
  }
  return bands.sort((one, other) => one.from - other.from || one.to - other.to)
}
