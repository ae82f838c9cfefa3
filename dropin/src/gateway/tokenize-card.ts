import { cardMutation, parseCardAnswer } from '#agreed/card-by-graphql.ts'
import { BraintreeError } from '../platform/errors.ts'
import { bearerFor } from './authorization.ts'
import type { Gateway } from './gateway.ts'
import { postGraphQL } from './graphql.ts'
import { httpError } from './http.ts'

export const cardEndpoint = 'payment_methods/credit_cards'

type Body = {
  creditCard?: CreditCard
  authenticationInsight?: boolean
  merchantAccountId?: string
}

type CreditCard = {
  [part: string]: unknown
  expirationDate?: string
  options?: { validate?: boolean; unionPayEnrollment?: unknown }
}

/**
 * Tokenizes by GraphQL and returns the REST shape. Undefined if the gateway does not offer it or it fails: fall back to
 * REST.
 */
export async function tokenizeCard({ authorization, meta, configuration }: Gateway, data: object) {
  const { graphQL } = configuration
  const { creditCard = {}, authenticationInsight, merchantAccountId } = inCamelCase(data) as Body
  const { options = {} } = creditCard
  if (!graphQL?.features.includes('tokenize_credit_cards') || options.unionPayEnrollment) return undefined
  const question = cardMutation({
    card: cardIn(creditCard),
    validate: options.validate ?? authorization.kind === 'client-token',
    merchantAccountId: authenticationInsight ? merchantAccountId : undefined,
    meta,
  })
  try {
    const { status, body } = parseCardAnswer(
      await postGraphQL(graphQL.url, bearerFor(authorization), question),
    )
    if (status !== 200) throw httpError(status, body)
    return { creditCards: [{ ...body, consumed: false, threeDSecureInfo: null }] }
  } catch (problem) {
    if (problem instanceof BraintreeError && problem.code === 'CLIENT_GATEWAY_NETWORK') return undefined
    throw problem
  }
}

function cardIn({ expirationDate = '', ...card }: CreditCard) {
  const [month, year] = expirationDate.split('/').map((part) => part.trim() || undefined)
  const { number, expirationMonth = month, expirationYear = year, cvv, cardholderName, billingAddress } = card
  return { number, expirationMonth, expirationYear, cvv, cardholderName, billingAddress }
}

/** REST accepts snake case and numbers; GraphQL does not. */
function inCamelCase(data: unknown): unknown {
  if (typeof data === 'number') return `${data}`
  if (typeof data !== 'object' || data === null) return data
  const named = Object.entries(data).map(([name, value]) => [
    name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    inCamelCase(value),
  ])
  return Object.fromEntries(named)
}
