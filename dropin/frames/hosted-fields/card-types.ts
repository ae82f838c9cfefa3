import { type BrandType, brands } from '#agreed/brands.ts'

/** A prefix, or a range of prefixes of equal length (both ends included). */
type Pattern = number | readonly [number, number]

type Facts = {
  patterns: readonly Pattern[]
  /** Digits after which a space stands. */
  gaps: readonly number[]
  lengths: readonly number[]
  code: { name: string; size: number }
}
export type CardType = Facts & { type: BrandType; niceType: string }

const fours = [4, 8, 12]
const sixteenUp = [16, 17, 18, 19]

const facts: Record<BrandType, Facts> = {
  visa: card([4], fours, [16, 18, 19], 'CVV'),
  'master-card': card([[51, 55], [2221, 2229], [223, 229], [23, 26], [270, 271], 2720], fours, [16], 'CVC'),
  'american-express': card([34, 37], [4, 10], [15], 'CID', 4),
  'diners-club': card([[300, 305], 36, 38, 39], [4, 10], [14, 16, 19], 'CVV'),
  discover: card([6011, [644, 649], 65], fours, [16, 19], 'CID'),
  jcb: card([2131, 1800, [3528, 3589]], fours, sixteenUp, 'CVV'),
  unionpay: card(unionPay(), fours, [14, 15, ...sixteenUp], 'CVN'),
  maestro: card(maestro(), fours, [12, 13, 14, 15, ...sixteenUp], 'CVC'),
  elo: card(elo(), fours, [16], 'CVE'),
  mir: card([[2200, 2204]], fours, sixteenUp, 'CVP2'),
  hiper: card([637095, 63737423, 63743358, 637568, 637599, 637609, 637612], fours, [16], 'CVC'),
  hipercard: card([606282], fours, [16], 'CVC'),
}

/** The brands with what their numbers look like. */
export const cardTypes: readonly CardType[] = (Object.keys(brands) as BrandType[]).map((type) => {
  return { type, niceType: brands[type].name, ...facts[type] }
})

function card(
  patterns: readonly Pattern[],
  gaps: readonly number[],
  lengths: readonly number[],
  codeName: string,
  codeSize = 3,
): Facts {
  return { patterns, gaps, lengths, code: { name: codeName, size: codeSize } }
}

/**
 * The types that the digits typed so far may still become. Once every candidate has matched a whole
 * pattern, the longest pattern wins alone.
 */
export function candidates(digits: string): readonly CardType[] {
  if (digits === '') return cardTypes
  const found = cardTypes.filter((type) => type.patterns.some((pattern) => fits(digits, pattern)))
  const strengths = found.map((type) => strength(digits, type))
  if (found.length < 2 || strengths.includes(0)) return found
  const longest = Math.max(...strengths)
  return found.filter((_, index) => strengths[index] === longest).slice(0, 1)
}

function fits(digits: string, pattern: Pattern) {
  const [low, high] = ends(pattern)
  const size = Math.min(digits.length, low.length)
  const typed = digits.slice(0, size)
  return typed >= low.slice(0, size) && typed <= high.slice(0, size)
}

/** Length of the longest pattern that is matched to its end; 0 when there is none yet. */
function strength(digits: string, type: CardType) {
  const whole = type.patterns.filter((p) => fits(digits, p) && digits.length >= ends(p)[0].length)
  return Math.max(0, ...whole.map((pattern) => ends(pattern)[0].length))
}

function ends(pattern: Pattern): [string, string] {
  return typeof pattern === 'number' ? [`${pattern}`, `${pattern}`] : [`${pattern[0]}`, `${pattern[1]}`]
}

function unionPay(): Pattern[] {
  return [
    620,
    [624, 626],
    [62100, 62182],
    [62184, 62187],
    [62185, 62197],
    [62200, 62205],
    [622010, 622999],
    622018,
    [622019, 622999],
    [62207, 62209],
    [622126, 622925],
    [623, 626],
    6270,
    6272,
    6276,
    [627700, 627779],
    [627781, 627799],
    [6282, 6289],
    6291,
    6292,
    810,
    [8110, 8131],
    [8132, 8151],
    [8152, 8163],
    [8164, 8171],
  ]
}

function maestro(): Pattern[] {
  return [493698, [500000, 504174], [504176, 506698], [506779, 508999], [56, 59], 63, 67, 6]
}

function elo(): Pattern[] {
  return [
    401178,
    401179,
    438935,
    457631,
    457632,
    431274,
    451416,
    457393,
    504175,
    [506699, 506778],
    [509000, 509999],
    627780,
    636297,
    636368,
    [650031, 650033],
    [650035, 650051],
    [650405, 650439],
    [650485, 650538],
    [650541, 650598],
    [650700, 650718],
    [650720, 650727],
    [650901, 650978],
    [651652, 651679],
    [655000, 655019],
    [655021, 655058],
  ]
}
