import braintree from 'braintree'
import type { RunningSandbox } from './running.ts'

export const cards = {
  visa: { number: '4111111111111111', expirationMonth: '12', expirationYear: '2030', cvv: '123' },
  mastercard: { number: '5555555555554444', expirationMonth: '01', expirationYear: '2031', cvv: '123' },
  declinesVerification: { number: '4000111111111115', expirationMonth: '12', expirationYear: '2030' },
}
export const tokenizationKey = 'development_courtside_integration_merchant_id'

/** A merchant of the official SDK. */
export function merchantClient(
  { port }: Pick<RunningSandbox, 'port'>,
  privateKey = 'integration_private_key',
) {
  const [host, at] = ['127.0.0.1', String(port)]
  const environment = new braintree.Environment(host, at, `http://${host}:${at}`, false, host, at)
  return new braintree.BraintreeGateway({
    environment,
    merchantId: 'integration_merchant_id',
    publicKey: 'integration_public_key',
    privateKey,
  })
}
export type Merchant = ReturnType<typeof merchantClient>

/** Uses fetch, as a widget would. */
export async function browserClient(
  sandbox: RunningSandbox,
  merchant: Merchant,
  request: braintree.ClientTokenRequest = {},
) {
  const { clientToken } = await merchant.clientToken.generate(request)
  const content = JSON.parse(Buffer.from(clientToken, 'base64').toString())
  return { content, ...browserWith(sandbox, content.authorizationFingerprint) }
}

export function browserWith(sandbox: RunningSandbox, authorization: string) {
  const rest = `${sandbox.origin}/merchants/integration_merchant_id/client_api/v1`
  const key = authorization === tokenizationKey ? 'tokenizationKey' : 'authorizationFingerprint'
  return {
    async graphql(query: string, variables: object = {}) {
      const response = await fetch(`${sandbox.origin}/graphql`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${authorization}`,
          'Braintree-Version': '2018-05-10',
        },
        body: JSON.stringify({ clientSdkMetadata: { source: 'client' }, query, variables }),
      })
      return { status: response.status, body: await response.json() }
    },
    tokenize(creditCard: object, validate = false) {
      return this.graphql(tokenizeCreditCard, { input: { creditCard, options: { validate } } })
    },
    /** Tokenizes a card that is in order; gives the nonce. */
    async nonce(creditCard: object, validate = false): Promise<string> {
      const { body } = await this.tokenize(creditCard, validate)
      return body.data.tokenizeCreditCard.token
    },
    async get(path: string, query: Record<string, string> = {}) {
      const response = await fetch(
        `${rest}/${path}?${new URLSearchParams({ ...query, [key]: authorization })}`,
      )
      return { status: response.status, body: await response.json() }
    },
    async post(path: string, body: object) {
      const response = await fetch(`${rest}/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ [key]: authorization, ...body }),
      })
      return { status: response.status, body: await response.json() }
    },
    deleteMethod(singleUseTokenId: string) {
      return this.graphql(deletePaymentMethod, { input: { singleUseTokenId } })
    },
  }
}

const tokenizeCreditCard = `mutation TokenizeCreditCard($input: TokenizeCreditCardInput!) {
  tokenizeCreditCard(input: $input) { token creditCard { bin brandCode last4 binData { prepaid issuingBank } } }
}`
const deletePaymentMethod = `mutation DeletePaymentMethodFromSingleUseToken(
  $input: DeletePaymentMethodFromSingleUseTokenInput!
) { deletePaymentMethodFromSingleUseToken(input: $input) { clientMutationId } }`

/** Every transaction that a search finds, newest first. */
export function searchTransactions(
  merchant: Merchant,
  criteria: braintree.TransactionSearchFn,
): Promise<braintree.Transaction[]> {
  return new Promise((resolve, reject) => {
    const results: braintree.Transaction[] = []
    const stream = merchant.transaction.search(criteria)
    stream.on('data', (transaction: braintree.Transaction) => results.push(transaction))
    stream.on('end', () => resolve(results))
    stream.on('error', reject)
  })
}
