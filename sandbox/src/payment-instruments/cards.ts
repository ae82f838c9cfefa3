import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type Problem, problem } from '../platform/errors.ts'
import { optionalText } from '../platform/http/requests.ts'
import { AddressRequest } from './addresses.ts'
import { type Expiration, readExpiration } from './expiration.ts'
import { type Conduct, conductForNumber, indicatorsFor, isProhibited, isTestNumber } from './test-numbers.ts'

/** The stored part of a card: neither the number nor the CVV. */
export type Card = {
  brand: BrandName
  bin: string
  last4: string
  expirationMonth: string
  expirationYear: string
  cardholderName?: string
  /** 32 hex characters: a keyed hash, equal for equal numbers. */
  numberHash: string
  indicators: Record<string, string>
  conduct?: Conduct
}
const brands = [
  { name: 'Elo', code: 'ELO', pattern: /^(4011|4312|4389|4514|4573|4576|504175|506[67]|509|627780|636[23])/ },
  { name: 'Hipercard', code: 'HIPERCARD', pattern: /^606282/ },
  { name: 'Hiper', code: 'HIPER', pattern: /^637/ },
  { name: 'Visa', code: 'VISA', pattern: /^4/ },
  { name: 'American Express', code: 'AMERICAN_EXPRESS', pattern: /^3[47]/ },
  { name: 'Diners Club', code: 'DINERS', pattern: /^3(0[0-5]|[689])/ },
  { name: 'JCB', code: 'JCB', pattern: /^(2131|1800|35)/ },
  { name: 'UnionPay', code: 'UNION_PAY', pattern: /^(62|81)/ },
  { name: 'Discover', code: 'DISCOVER', pattern: /^(6011|64[4-9]|65)/ },
  { name: 'MasterCard', code: 'MASTERCARD', pattern: /^(5[1-5]|22[2-9]|2[3-6]|27[01]|2720)/ },
  { name: 'Maestro', code: 'INTERNATIONAL_MAESTRO', pattern: /^(5[06-9]|6)/ },
] as const
export type BrandName = (typeof brands)[number]['name']

/** Brands that the merchant takes; Diners Club runs as Discover. */
const acceptedBrands: BrandName[] = [
  'Visa',
  'MasterCard',
  'American Express',
  'Discover',
  'JCB',
  'UnionPay',
  'Maestro',
  'Diners Club',
]

export function brandCode(name: BrandName): string {
  return brands.find((brand) => brand.name === name)?.code ?? 'UNKNOWN'
}

/** A card as clients and merchants send it, keys in snake_case. */
export const CardRequest = z.object({
  number: optionalText,
  cvv: optionalText,
  expiration_date: optionalText,
  expiration_month: optionalText,
  expiration_year: optionalText,
  cardholder_name: optionalText,
  billing_address: AddressRequest.nullish(),
})
export type CardRequest = z.infer<typeof CardRequest>

/** Gives the card, or every problem found, each at `path`. */
export function readCard(
  request: CardRequest,
  hashKey: string,
  ...path: string[]
): { card: Card } | Problem[] {
  const number = (request.number ?? '').replace(/[\s-]/g, '')
  const brand = brands.find(({ pattern }) => pattern.test(number))?.name
  const expiration = readExpiration(request, path)
  const wrong = [...numberProblems(number, brand, path), ...otherProblems(request, expiration, brand, path)]
  if (wrong.length || !brand || Array.isArray(expiration)) return wrong
  const card: Card = {
    brand,
    bin: number.slice(0, 6),
    last4: number.slice(-4),
    ...expiration,
    cardholderName: request.cardholder_name,
    numberHash: hashNumber(number, hashKey),
    indicators: indicatorsFor(number),
    conduct: conductForNumber(number),
  }
  return { card }
}

/** Gives the changed card, or every problem found, each at `path`. */
export function readCardChange(
  card: Card,
  request: CardRequest,
  hashKey: string,
  ...path: string[]
): { card: Card } | Problem[] {
  const isDated = request.expiration_date !== undefined
  const { cardholder_name = card.cardholderName } = request
  const changed = {
    ...request,
    cardholder_name,
    expiration_month: request.expiration_month ?? (isDated ? undefined : card.expirationMonth),
    expiration_year: request.expiration_year ?? (isDated ? undefined : card.expirationYear),
  }
  if (request.number !== undefined) return readCard(changed, hashKey, ...path)
  const expiration = readExpiration(changed, path)
  const wrong = otherProblems(changed, expiration, card.brand, path)
  if (wrong.length || Array.isArray(expiration)) return wrong
  return { card: { ...card, ...expiration, cardholderName: cardholder_name } }
}

function otherProblems(
  { cvv, cardholder_name: name }: CardRequest,
  expiration: Expiration | Problem[],
  brand: BrandName | undefined,
  path: string[],
): Problem[] {
  return [
    ...(Array.isArray(expiration) ? expiration : []),
    ...cvvProblems(cvv, brand, path),
    ...((name ?? '').length > 255 ? [problem('81723', ...path)] : []),
  ]
}

function numberProblems(number: string, brand: BrandName | undefined, path: string[]): Problem[] {
  if (number === '') return [problem('81714', ...path)]
  if (number.length < 12 || number.length > 19) return [problem('81716', ...path)]
  if (!/^\d+$/.test(number) || !passesLuhn(number) || !brand) return [problem('81715', ...path)]
  if (!acceptedBrands.includes(brand)) return [problem('81703', ...path)]
  if (isProhibited(number)) return [problem('81750', ...path)]
  return isTestNumber(number) ? [] : [problem('81717', ...path)]
}

function cvvProblems(cvv: string | undefined, brand: BrandName | undefined, path: string[]): Problem[] {
  if (!cvv) return []
  const length = brand === 'American Express' ? '4' : brand ? '3' : '3,4'
  return new RegExp(`^\\d{${length}}$`).test(cvv) ? [] : [problem('81707', ...path)]
}

export function hashNumber(number: string, hashKey: string): string {
  return createHmac('sha256', Buffer.from(hashKey, 'hex')).update(number).digest('hex').slice(0, 32)
}

function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, place) => {
    const weighed = place % 2 ? digit * 2 : digit
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}
