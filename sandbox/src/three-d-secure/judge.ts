import { atOnce, challenged, type Outcome, outcomeOf } from '../instruments/authentication-outcomes.ts'
import type { Card } from '../instruments/cards.ts'
import type { AuthenticationStatus } from '../platform/authentication-statuses.ts'
import type { LookupRequest } from './lookup.schema.ts'

/**
 * How a lookup ends: by the test card, unless the request asks for something else that the card's bank can give, or the
 * merchant has said how all end.
 */
export function judge(card: Card, request: LookupRequest, offered?: AuthenticationStatus): Outcome {
  if (offered)
    return {
      ends: offered,
      isChallenged: offered.startsWith('authenticate_') && outcomeOf(card).isChallenged,
    }
  const version = request.client_metadata?.requested_three_dsecure_version ?? '2'
  if (!version.startsWith('2')) return atOnce('unsupported_three_d_secure_version')
  if (card.brand === 'UnionPay') return atOnce('unsupported_card')
  if (request.account_type === 'credit' && card.indicators.debit === 'Yes')
    return atOnce('unsupported_account_type')
  const byCard = outcomeOf(card)
  if (!byCard.isChallenged && byCard.ends !== 'authenticate_successful') return byCard
  if (request.data_only_requested) return atOnce('data_only_successful')
  if (request.challenge_requested || request.card_add) return challenged(byCard.ends)
  if (request.requested_exemption_type === 'low_value') return atOnce('exemption_low_value_successful')
  if (request.requested_exemption_type || request.exemption_requested)
    return atOnce('exemption_tra_successful')
  return byCard
}
