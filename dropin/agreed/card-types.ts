import { type BrandType, brands } from './brands.ts'

type CardFormat = {
  /** Prefixes and ranges, separated by spaces; a range names only the digits of its inclusive upper end that differ. */
  patterns: string
  gaps: readonly number[]
  lengths: readonly number[]
  code: { name: string; size: number }
}
export type CardType = CardFormat & { type: BrandType; niceType: string }

const fours = [4, 8, 12]
const sixteenUp = [16, 17, 18, 19]

const unionPay =
  '620 623-6 62100-82 62184-97 62200-5 62207-9 622010-999 6270 6272 6276 627700-79 627781-99 6282-9 6291 6292 810 8110-71'
const maestro = '493698 500000-4174 504176-6698 506779-8999 56-9 63 67 6'
const elo =
  '401178 401179 438935 457631 457632 431274 451416 457393 504175 506699-778 509000-999 627780 636297 636368 650031-3 650035-51 650405-39 650485-538 650541-98 650700-18 650720-7 650901-78 651652-79 655000-19 655021-58'

const formats: Record<BrandType, CardFormat> = {
  visa: card('4', fours, [16, 18, 19], 'CVV'),
  'master-card': card('51-5 2221-9 223-9 23-6 270-1 2720', fours, [16], 'CVC'),
  'american-express': card('34 37', [4, 10], [15], 'CID', 4),
  'diners-club': card('300-5 36 38 39', [4, 10], [14, 16, 19], 'CVV'),
  discover: card('6011 644-9 65', fours, [16, 19], 'CID'),
  jcb: card('2131 1800 3528-89', fours, sixteenUp, 'CVV'),
  unionpay: card(unionPay, fours, [14, 15, ...sixteenUp], 'CVN'),
  maestro: card(maestro, fours, [12, 13, 14, 15, ...sixteenUp], 'CVC'),
  elo: card(elo, fours, [16], 'CVE'),
  mir: card('2200-4', fours, sixteenUp, 'CVP2'),
  hiper: card('637095 63737423 63743358 637568 637599 637609 637612', fours, [16], 'CVC'),
  hipercard: card('606282', fours, [16], 'CVC'),
}

export const cardTypes: readonly CardType[] = (Object.keys(brands) as BrandType[]).map((type) => {
  return { type, niceType: brands[type].name, ...formats[type] }
})

function card(
  patterns: string,
  gaps: readonly number[],
  lengths: readonly number[],
  codeName: string,
  codeSize = 3,
): CardFormat {
  return { patterns, gaps, lengths, code: { name: codeName, size: codeSize } }
}

/** Card types that the digits may still become. Once every candidate has matched a whole pattern, the longest wins. */
export function candidates(digits: string): readonly CardType[] {
  if (digits === '') return cardTypes
  const found = cardTypes.filter(({ patterns }) =>
    patterns.split(' ').some((pattern) => fits(digits, pattern)),
  )
  const strengths = found.map(({ patterns }) => strength(digits, patterns))
  if (found.length < 2 || strengths.includes(0)) return found
  const longest = Math.max(...strengths)
  return found.filter((_, index) => strengths[index] === longest).slice(0, 1)
}

export function singleCandidate(cards: readonly CardType[]) {
  return cards.length === 1 ? cards[0] : undefined
}

function fits(digits: string, pattern: string) {
  const [low = '', end = ''] = pattern.split('-')
  const high = low.slice(0, low.length - end.length) + end
  const typed = digits.slice(0, low.length)
  return typed >= low.slice(0, typed.length) && typed <= high.slice(0, typed.length)
}

/** Length of the longest pattern matched in full; 0 for none. */
function strength(digits: string, patterns: string) {
  const sizes = patterns.split(' ').map((pattern) => {
    const { length } = pattern.replace(/-.*/, '')
    return digits.length >= length && fits(digits, pattern) ? length : 0
  })
  return Math.max(...sizes)
}
