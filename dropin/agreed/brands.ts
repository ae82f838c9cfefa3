/** Names of one card brand. */
type Names = {
  name: string
  cardType: string
  code?: string
  /** In a merchant's `supportedCardBrands`, where it differs from the type. */
  option?: string
}

/** Card brands, in the order in which candidates for a number are listed. */
export const brands = {
  visa: { name: 'Visa', cardType: 'Visa', code: 'VISA' },
  'master-card': { name: 'Mastercard', cardType: 'MasterCard', code: 'MASTERCARD', option: 'mastercard' },
  'american-express': { name: 'American Express', cardType: 'American Express', code: 'AMERICAN_EXPRESS' },
  // Processed as Discover.
  'diners-club': { name: 'Diners Club', cardType: 'Discover', code: 'DINERS' },
  discover: { name: 'Discover', cardType: 'Discover', code: 'DISCOVER' },
  jcb: { name: 'JCB', cardType: 'JCB', code: 'JCB' },
  unionpay: { name: 'UnionPay', cardType: 'UnionPay', code: 'UNION_PAY', option: 'union-pay' },
  maestro: { name: 'Maestro', cardType: 'Maestro', code: 'INTERNATIONAL_MAESTRO' },
  elo: { name: 'Elo', cardType: 'Elo', code: 'ELO' },
  mir: { name: 'Mir', cardType: 'Mir' },
  hiper: { name: 'Hiper', cardType: 'Hiper', code: 'HIPER' },
  hipercard: { name: 'Hipercard', cardType: 'Hipercard', code: 'HIPERCARD' },
} as const satisfies Record<string, Names>

export type BrandType = keyof typeof brands
export type BrandOption = {
  [Type in BrandType]: (typeof brands)[Type] extends { option: infer Option } ? Option : Type
}[BrandType]
const types = Object.keys(brands) as BrandType[]
const namesFor = (type: BrandType): Names => brands[type]

export function brandTypeFor(cardType: string) {
  return types.find((type) => namesFor(type).name.toLowerCase() === cardType.toLowerCase())
}

export function cardTypeFor(code: string) {
  const found = types.find((type) => namesFor(type).code === code)
  return found && namesFor(found).cardType
}

export function isSupportedByGateway(type: BrandType, supportedCardTypes: readonly string[]) {
  return supportedCardTypes.includes(namesFor(type).cardType)
}

/** The merchant's `supportedCardBrands` for a type, if set. */
export function merchantChoice(
  type: BrandType,
  supportedCardBrands?: Partial<Record<string, boolean>> | null,
) {
  return supportedCardBrands?.[namesFor(type).option ?? type]
}
