import { cardTypeFor } from './brands.ts'

const mutationWith = ([variable, insight]: readonly [string, string]) => `mutation TokenizeCreditCard(
  $input: TokenizeCreditCardInput!${variable}
) {
  tokenizeCreditCard(input: $input) {
    token ${insight}
    creditCard {
      bin brandCode last4 cardholderName expirationMonth expirationYear
      binData { prepaid healthcare debit durbinRegulated commercial payroll issuingBank countryOfIssuance productId }
    }
  }
}`

const withoutInsight = ['', ''] as const
const withInsight = [
  ', $authenticationInsightInput: AuthenticationInsightInput!',
  'authenticationInsight(input: $authenticationInsightInput) { customerAuthenticationRegulationEnvironment }',
] as const

export type GraphQLError = {
  message: string
  extensions?: { errorClass?: string; legacyCode?: string; inputPath?: string[] }
}
type Tokenized = {
  token: string
  /** Null for a CVV that was tokenized alone. */
  creditCard: {
    bin: string | null
    brandCode: string | null
    last4: string | null
    cardholderName: string | null
    expirationMonth: string | null
    expirationYear: string | null
    binData: Record<string, string | null> | null
  } | null
  authenticationInsight?: { customerAuthenticationRegulationEnvironment: string | null } | null
}

type TokenizeInput = {
  card: object
  /** `true` has the gateway verify the card, and keep it for a customer. */
  validate: boolean
  /** With it the answer contains the regulation environment (PSD2). */
  merchantAccountId?: string | undefined
  meta: Record<string, string>
}

export function cardMutation({ card, validate, merchantAccountId, meta }: TokenizeInput) {
  const { source = 'client', integration, sessionId } = meta
  return {
    clientSdkMetadata: { source, integration, sessionId },
    query: mutationWith(merchantAccountId ? withInsight : withoutInsight),
    variables: {
      input: { creditCard: card, options: { validate } },
      authenticationInsightInput: merchantAccountId && { merchantAccountId },
    },
    operationName: 'TokenizeCreditCard',
  }
}

export function parseCardAnswer(answer: unknown) {
  const { data, errors = [] } = answer as {
    data?: { tokenizeCreditCard: Tokenized | null } | null
    errors?: GraphQLError[]
  }
  const made = data?.tokenizeCreditCard
  if (made && errors.length === 0) return { status: 200, body: toPayload(made) }
  return { status: toHttpStatus(errors), body: toRestErrors(errors) }
}

function toPayload({ token, creditCard, authenticationInsight }: Tokenized) {
  const { last4, brandCode, binData, ...details } = creditCard ?? {}
  const lastTwo = last4?.slice(-2) ?? ''
  const environment = authenticationInsight?.customerAuthenticationRegulationEnvironment?.toLowerCase()
  return {
    nonce: token,
    type: 'CreditCard',
    description: lastTwo && `ending in ${lastTwo}`,
    details: {
      ...details,
      cardType: brandCode === 'UK_MAESTRO' ? 'Maestro' : (cardTypeFor(brandCode ?? '') ?? 'Unknown'),
      lastFour: last4 ?? '',
      lastTwo,
    },
    ...(environment && {
      authenticationInsight: { regulationEnvironment: environment === 'psdtwo' ? 'psd2' : environment },
    }),
    binData: Object.fromEntries(Object.entries(binData ?? {}).map(([name, value]) => [name, binWord(value)])),
  }
}

function binWord(value: string | null) {
  if (!value) return 'Unknown'
  return { YES: 'Yes', NO: 'No', UNKNOWN: 'Unknown' }[value] ?? value
}

/** GraphQL errors come with HTTP 200; their class is mapped to the status of the REST API. */
export function toHttpStatus(errors: GraphQLError[]) {
  const [first] = errors
  const errorClass = first?.extensions?.errorClass
  if (!errorClass) return first?.message ? 403 : 500
  return { VALIDATION: 422, AUTHORIZATION: 403, AUTHENTICATION: 401 }[errorClass] ?? 500
}

/** GraphQL errors in the shape of the REST API, which merchants read as `details.originalError`. */
export function toRestErrors(errors: GraphQLError[]) {
  const fieldErrors = errors.flatMap(({ message, extensions }) => {
    const path = extensions?.inputPath?.slice(1)
    return path ? [nested(path, { code: extensions?.legacyCode, message })] : []
  })
  const message = fieldErrors.length > 0 ? 'Credit card is invalid' : (errors[0]?.message ?? 'Unknown error')
  return { error: { message }, fieldErrors: merged(fieldErrors) }
}

type FieldError = { field: string; code?: string; message?: string; fieldErrors?: FieldError[] }

function nested(path: string[], leaf: { code?: string; message: string }): FieldError {
  const [field = '', ...inner] = path
  return inner.length > 0 ? { field, fieldErrors: [nested(inner, leaf)] } : { field, ...leaf }
}

function merged(errors: FieldError[]) {
  const groups = new Map<string, FieldError>()
  for (const error of errors) {
    const inner = [...(groups.get(error.field)?.fieldErrors ?? []), ...(error.fieldErrors ?? [])]
    groups.set(error.field, inner.length > 0 ? { field: error.field, fieldErrors: inner } : error)
  }
  return [...groups.values()]
}
