import { z } from 'zod'
import { type Problem, type ProblemCode, problem } from '../platform/errors.ts'
import { optionalText } from '../platform/http/requests.ts'
import { refuseUnknown } from '../platform/http/strict-requests.ts'
import type { XmlValue } from '../platform/http/xml.ts'

const LineItem = z.object({
  name: optionalText,
  kind: optionalText,
  quantity: optionalText,
  unit_amount: optionalText,
  total_amount: optionalText,
  description: optionalText,
  unit_tax_amount: optionalText,
  unit_of_measure: optionalText,
  discount_amount: optionalText,
  tax_amount: optionalText,
  product_code: optionalText,
  commodity_code: optionalText,
  upc_code: optionalText,
  upc_type: optionalText,
  url: optionalText,
  image_url: optionalText,
})
export type LineItem = z.infer<typeof LineItem>
type Member = keyof LineItem

const most = 249
const lengths: [Member, number, ProblemCode][] = [
  ['name', 35, '95823'],
  ['description', 127, '95803'],
  ['unit_of_measure', 12, '95821'],
  ['product_code', 12, '95809'],
  ['commodity_code', 12, '95801'],
  ['upc_code', 17, '95831'],
]
const required: [Member, ProblemCode][] = [
  ['name', '95822'],
  ['kind', '95808'],
  ['quantity', '95811'],
  ['unit_amount', '95818'],
  ['total_amount', '95814'],
]
/** Decimals, maximum, and error codes. */
const numbers: {
  member: Member
  decimals: number
  largest: number
  format: ProblemCode
  tooLarge: ProblemCode
  negative?: ProblemCode
  notPositive?: ProblemCode
}[] = [
  { member: 'quantity', decimals: 4, largest: 2_147_483_647, format: '95810', tooLarge: '95812' },
  {
    member: 'unit_amount',
    decimals: 4,
    largest: 2_147_483_647,
    format: '95817',
    tooLarge: '95819',
    notPositive: '95820',
  },
  {
    member: 'total_amount',
    decimals: 2,
    largest: 21_474_836.47,
    format: '95813',
    tooLarge: '95815',
    notPositive: '95816',
  },
  {
    member: 'unit_tax_amount',
    decimals: 2,
    largest: 21_474_836.47,
    format: '95824',
    tooLarge: '95825',
    negative: '95826',
  },
  {
    member: 'discount_amount',
    decimals: 2,
    largest: 21_474_836.47,
    format: '95804',
    tooLarge: '95805',
    negative: '95806',
  },
  {
    member: 'tax_amount',
    decimals: 2,
    largest: 21_474_836.47,
    format: '95827',
    tooLarge: '95828',
    negative: '95829',
  },
]
const upcTypes = ['UPC-A', 'UPC-B', 'UPC-C', 'UPC-D', 'UPC-E', 'UPC-2', 'UPC-5']

/** Gives the line items, or problems at transaction.line_items.index_N. */
export function readLineItems(items: unknown): { lineItems: LineItem[] } | Problem[] {
  if (items === undefined || items === null) return { lineItems: [] }
  refuseUnknown(z.array(LineItem), items, 'transaction', 'line_items')
  const parsed = z.array(LineItem).safeParse(items)
  if (!parsed.success) return [problem('915158', 'transaction')]
  if (parsed.data.length > most) return [problem('915157', 'transaction')]
  const wrong = parsed.data.flatMap((item, index) =>
    errorCodes(item).map((code) => problem(code, 'transaction', 'line_items', `index_${index}`)),
  )
  return wrong.length ? wrong : { lineItems: parsed.data }
}

/** Quantity and unit amount as sent, other amounts with two decimals, absent members nil. */
export function lineItemAnswer(item: LineItem): XmlValue {
  return {
    ...Object.fromEntries(LineItem.keyof().options.map((member) => [member, item[member] ?? null])),
    total_amount: twoDecimals(item.total_amount),
    tax_amount: twoDecimals(item.tax_amount),
    discount_amount: twoDecimals(item.discount_amount),
    unit_tax_amount: twoDecimals(item.unit_tax_amount),
  }
}

function errorCodes(item: LineItem): ProblemCode[] {
  const missing = required.filter(([member]) => !item[member]).map(([, code]) => code)
  const long = lengths.filter(([member, length]) => (item[member] ?? '').length > length)
  const codes = [
    ...missing,
    ...long.map(([, , code]) => code),
    ...numbers.flatMap((rule) => numberCodes(item, rule)),
  ]
  if (item.kind && item.kind !== 'debit' && item.kind !== 'credit') codes.push('95807')
  if (item.upc_code && !item.upc_type) codes.push('95832')
  if (item.upc_type && !item.upc_code) codes.push('95830')
  if (item.upc_type && !upcTypes.includes(item.upc_type)) codes.push('95833')
  return codes
}

function numberCodes(item: LineItem, rule: (typeof numbers)[number]): ProblemCode[] {
  const digits = item[rule.member]
  if (!digits) return []
  if (!new RegExp(`^-?\\d+(\\.\\d{1,${rule.decimals}})?$`).test(digits)) return [rule.format]
  const value = Number(digits)
  if (value > rule.largest) return [rule.tooLarge]
  if (rule.notPositive && value <= 0) return [rule.notPositive]
  return rule.negative && value < 0 ? [rule.negative] : []
}

function twoDecimals(amount: string | undefined): string | null {
  return amount ? Number(amount).toFixed(2) : null
}
