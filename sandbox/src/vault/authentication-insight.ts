import type { Card } from './cards.ts'

/** The law under which a card's owner must be authenticated. */
export type Regulation = 'psd2' | 'rbi' | 'unregulated' | 'unavailable'

const europe = [
  'AUT BEL BGR HRV CYP CZE DNK EST FIN FRA DEU GRC HUN IRL ITA LVA LTU LUX MLT NLD POL PRT ROU SVK SVN ESP SWE',
  'ISL LIE NOR GBR',
].flatMap((line) => line.split(' '))

/** Up to this a European card, and an Indian one that recurs with consent, may pay unauthenticated. */
const thresholds = { psd2: 30_00, rbi: 2000_00 }

/** By the country that issued the card; of accounts and of cards of unknown issue nothing is known. */
export function regulationOf(card: Card | undefined): Regulation {
  const country = card?.indicators.countryOfIssuance ?? 'Unknown'
  if (country === 'Unknown') return 'unavailable'
  if (country === 'IND') return 'rbi'
  return europe.includes(country) ? 'psd2' : 'unregulated'
}

/** What authenticating this card for a payment would be worth (Braintree's authentication insight). */
export function authenticationInsight(
  card: Card | undefined,
  payment: { amountCents?: number; recurs: boolean; mostCents?: number },
) {
  const regulation = regulationOf(card)
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
