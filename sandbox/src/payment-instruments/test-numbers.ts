/** Behaviour of a test card, independent of the amount. */
export type Conduct =
  | 'verification_declined'
  | 'declined'
  | 'processor_failure'
  | 'fraud'
  | 'risk_threshold'
  | 'token_issuance'

/** The only numbers that the sandbox takes, so that nobody types a real one into it. */
const plain = [
  '4000000000000002',
  '4005519200000004',
  '4009348888881881',
  '4012000033330026',
  '4012000077777777',
  '4012888888881881',
  '4217651111111119',
  '4500600000000061',
  '4242424242424242',
  '4023898493988028',
  '5555555555554444',
  '2223000048400011',
  '378282246310005',
  '371449635398431',
  '6011111111111117',
  '6011000991300009',
  '3530111333300000',
  '36259600000004',
  '6304000000000000',
  '6212345678901265',
]
/** Card-authentication test cards, and the Visa numbers whose digits say what kind of card they are. */
const families = [
  /^4000000000001\d{3}$/,
  /^4000000000002\d{3}$/,
  /^52000000000[02]\d{4}$/,
  /^34000000000\d{4}$/,
]
const indicatorFamilies = [/^4111\d{12}$/, /^42299[89]\d{10}$/, /^4117101010101010$/]

const conducts: Record<string, Conduct> = {
  '4000111111111115': 'verification_declined',
  '5105105105105100': 'verification_declined',
  '378734493671000': 'verification_declined',
  '6011000990139424': 'verification_declined',
  '38520000009814': 'verification_declined',
  '4000111111111511': 'fraud',
  '4111130000000003': 'risk_threshold',
}

/** Reported stolen, for example. */
const prohibited = ['4000000000009995']

/** "No kind" in the specs of the official SDKs; Python's asks for `prepaidReloadable`, too. */
const noKindNumber = '4111111111310101'

const kinds = [
  'business',
  'commercial',
  'consumer',
  'corporate',
  'debit',
  'durbinRegulated',
  'healthcare',
  'payroll',
  'prepaid',
  'prepaidReloadable',
  'purchase',
]
const indicators: Record<string, Record<string, string>> = {
  [noKindNumber]: { ...Object.fromEntries(kinds.map((kind) => [kind, 'No'])), productId: 'MSB' },
  '4229989800000003': { business: 'Yes' },
  '4111111111131010': { commercial: 'Yes' },
  '4229989700000004': { consumer: 'Yes' },
  '4229989100000000': { corporate: 'Yes' },
  '4111111111121102': { countryOfIssuance: 'USA' },
  '4111111111121201': { countryOfIssuance: 'CAN' },
  '4111111111121300': { countryOfIssuance: 'DEU' },
  '4111111111121409': { countryOfIssuance: 'IND' },
  '4117101010101010': { debit: 'Yes' },
  '4111161010101010': { durbinRegulated: 'Yes' },
  '4111111510101010': { healthcare: 'Yes', productId: 'J3' },
  '4111111141010101': { issuingBank: 'NETWORK ONLY' },
  '4111111114101010': { payroll: 'Yes', productId: 'MSA' },
  '4111111111111210': { prepaid: 'Yes' },
  '4229989900000002': { prepaidReloadable: 'Yes' },
  '4229989500000006': { purchase: 'Yes' },
}
const indicatorNames = [...kinds, 'countryOfIssuance', 'issuingBank', 'productId']

export function isTestNumber(number: string): boolean {
  return (
    plain.includes(number) ||
    number in conducts ||
    [...families, ...indicatorFamilies].some((family) => family.test(number))
  )
}

export function isProhibited(number: string): boolean {
  return prohibited.includes(number)
}

export function conductForNumber(number: string): Conduct | undefined {
  return conducts[number]
}

/** Fourteen members of bin data, "Unknown" by default. */
export function indicatorsFor(number: string): Record<string, string> {
  const known = indicators[number] ?? {}
  return Object.fromEntries(indicatorNames.map((name) => [name, known[name] ?? 'Unknown']))
}
