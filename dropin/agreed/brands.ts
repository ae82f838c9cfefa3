/** How the same brand of card is called at each place. */
type Names = {
  /** To people. */
  name: string
  /** In the gateway's configuration and payment methods. */
  cardType: string
  /** In the gateway's GraphQL. */
  code?: string
  /** In a merchant's `supportedCardBrands`, where it is not the type. */
  option?: string
}

/** The brands that cards can be of by type, in the order in which candidates for a number are listed. */
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
/** What merchants call the types. */
export type BrandOption = {
  [Type in BrandType]: (typeof brands)[Type] extends { option: infer Option } ? Option : Type
}[BrandType]
const types = Object.keys(brands) as BrandType[]
const namesOf = (type: BrandType): Names => brands[type]

/** The type of what the gateway calls a card type. */
export function typeOf(cardType: string) {
  return types.find((type) => namesOf(type).name.toLowerCase() === cardType.toLowerCase())
}

/** What the gateway's REST API calls a brand of its GraphQL API. */
export function cardTypeOf(code: string) {
  const found = types.find((type) => namesOf(type).code === code)
  return found && namesOf(found).cardType
}

export function isTakenByGateway(type: BrandType, supportedCardTypes: readonly string[]) {
  return supportedCardTypes.includes(namesOf(type).cardType)
}

/** What a merchant's own `supportedCardBrands` says of a type, if it says anything. */
export function choiceOfMerchant(
  type: BrandType,
  supportedCardBrands?: Partial<Record<string, boolean>> | null,
) {
  return supportedCardBrands?.[namesOf(type).option ?? type]
}
