/** How the same brand of card is called at each place. */
type Brand = {
  /** In events, icons and class names. */
  type: string
  /** To people. */
  name: string
  /** In the gateway's configuration and payment methods; Diners Club is processed as Discover. */
  cardType: string
  /** In the gateway's GraphQL. */
  code: string | undefined
  /** In a merchant's `supportedCardBrands`. */
  option: string
}

const brand = (type: string, name: string, cardType: string, code?: string, option = type): Brand => {
  return { type, name, cardType, code, option }
}

/** The brands that cards can be of, in the order in which candidates for a number are listed. */
export const brands: readonly Brand[] = [
  brand('visa', 'Visa', 'Visa', 'VISA'),
  brand('master-card', 'Mastercard', 'MasterCard', 'MASTERCARD', 'mastercard'),
  brand('american-express', 'American Express', 'American Express', 'AMERICAN_EXPRESS'),
  brand('diners-club', 'Diners Club', 'Discover', 'DINERS'),
  brand('discover', 'Discover', 'Discover', 'DISCOVER'),
  brand('jcb', 'JCB', 'JCB', 'JCB'),
  brand('unionpay', 'UnionPay', 'UnionPay', 'UNION_PAY', 'union-pay'),
  brand('maestro', 'Maestro', 'Maestro', 'INTERNATIONAL_MAESTRO'),
  brand('elo', 'Elo', 'Elo', 'ELO'),
  brand('mir', 'Mir', 'Mir'),
  brand('hiper', 'Hiper', 'Hiper', 'HIPER'),
  brand('hipercard', 'Hipercard', 'Hipercard', 'HIPERCARD'),
]

/** Whether the gateway takes cards of a type. */
export function isTakenByGateway(type: string, supportedCardTypes: readonly string[]) {
  const found = brandOf(type)
  return found !== undefined && supportedCardTypes.includes(found.cardType)
}

/** What a merchant's own `supportedCardBrands` says of a type, if it says anything. */
export function choiceOfMerchant(type: string, supportedCardBrands: Record<string, boolean> = {}) {
  return supportedCardBrands[brandOf(type)?.option ?? type]
}

const brandOf = (type: string) => brands.find((known) => known.type === type)
