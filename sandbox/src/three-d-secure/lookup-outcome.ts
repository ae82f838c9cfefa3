import {
  authenticationOutcomeFor,
  challenged,
  frictionless,
  type Outcome,
} from '../payment-instruments/authentication-outcomes.ts'
import type { Card } from '../payment-instruments/cards.ts'
import type { AuthenticationStatus } from '../platform/authentication-statuses.ts'
import type { LookupRequest } from './lookup.schema.ts'

/** By the test card, unless the request asks for another outcome or the merchant's settings override it. */
export function lookupOutcome(card: Card, request: LookupRequest, offered?: AuthenticationStatus): Outcome {
  if (offered)
    return {
      ends: offered,
      isChallenged: offered.startsWith('authenticate_') && authenticationOutcomeFor(card).isChallenged,
    }
  const version = request.client_metadata?.requested_three_dsecure_version ?? '2'
  if (!version.startsWith('2')) return frictionless('unsupported_three_d_secure_version')
  if (card.brand === 'UnionPay') return frictionless('unsupported_card')
  if (request.account_type === 'credit' && card.indicators.debit === 'Yes')
    return frictionless('unsupported_account_type')
  const byCard = authenticationOutcomeFor(card)
  if (!byCard.isChallenged && byCard.ends !== 'authenticate_successful') return byCard
  if (request.data_only_requested) return frictionless('data_only_successful')
  if (request.challenge_requested || request.card_add) return challenged(byCard.ends)
  if (request.requested_exemption_type === 'low_value') return frictionless('exemption_low_value_successful')
  if (request.requested_exemption_type || request.exemption_requested)
    return frictionless('exemption_tra_successful')
  return byCard
}
