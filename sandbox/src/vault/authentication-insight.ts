import type { Card } from '../payment-instruments/cards.ts'
import type { MerchantAccount } from '../processor/merchant-accounts.ts'

/** The law under which a card's owner must be authenticated. */
export type Regulation = 'psd2' | 'rbi' | 'unregulated' | 'unavailable'

const europe = [
  'AUT BEL BGR HRV CYP CZE DNK EST FIN FRA DEU GRC HUN IRL ITA LVA LTU LUX MLT NLD POL PRT ROU SVK SVN ESP SWE',
  'ISL LIE NOR GBR',
].flatMap((line) => line.split(' '))

/** Up to these sums a European card, and an Indian recurring one with consent, may pay unauthenticated. */
const thresholds = { psd2: 30_00, rbi: 2000_00 }

/** The law of a region in which the card was both issued and accepted; accounts fall under none. */
export function regulationFor(card: Card | undefined, account: MerchantAccount): Regulation {
  const country = card?.indicators.countryOfIssuance
  if (country === undefined) return 'unavailable'
  if (country === 'IND' && account.currency === 'INR') return 'rbi'
  return europe.includes(country) && account.currency === 'EUR' ? 'psd2' : 'unregulated'
}

/** Braintree's authentication insight. */
export function authenticationInsight(
  card: Card | undefined,
  account: MerchantAccount,
  payment: { amountCents?: number; recurs: boolean; mostCents?: number },
) {
  const regulation = regulationFor(card, account)
  return { regulationEnvironment: regulation, scaIndicator: scaIndicator(regulation, payment) }
}

function scaIndicator(
  regulation: Regulation,
  { amountCents, recurs, mostCents = 0 }: { amountCents?: number; recurs: boolean; mostCents?: number },
): string {
  if (regulation !== 'psd2' && regulation !== 'rbi') return 'unavailable'
  if (amountCents === undefined) return 'unavailable'
  const threshold = thresholds[regulation]
  if (amountCents > threshold || mostCents > threshold) return 'sca_required'
  return regulation === 'psd2' || recurs ? 'sca_optional' : 'sca_required'
}
