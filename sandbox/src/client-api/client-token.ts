import { z } from 'zod'
import { signJwt, writeFingerprint } from '../merchant-access/fingerprint.ts'
import { refuse } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { flag, optionalText, text } from '../platform/http/requests.ts'
import { parseStrictly } from '../platform/http/strict-requests.ts'
import { findMerchantAccount } from '../processor/merchant-accounts.ts'
import { customerById } from '../vault/customers.ts'
import { clientConfiguration } from './configuration.ts'

const ClientTokenRequest = z.object({
  client_token: z
    .object({
      version: text.nullish().transform((version) => Number(version ?? 2)),
      customer_id: optionalText,
      merchant_account_id: optionalText,
      domains: z.array(text).nullish(),
      payment_method_id: optionalText,
      options: z
        .object({
          make_default: flag,
          verify_card: flag,
          fail_on_duplicate_payment_method: flag,
          fail_on_duplicate_payment_method_for_customer: flag,
        })
        .nullish(),
    })
    .default({ version: 2 }),
})
type ClientTokenOptions = z.infer<typeof ClientTokenRequest>['client_token']['options']

/** Braintree's ClientToken: Generate. Version 2 is base64 of JSON, 1 and 3 the JSON itself. */
export async function generateClientToken(gateway: Gateway, request: unknown): Promise<string> {
  const { client_token: token } = parseStrictly(ClientTokenRequest, request)
  if (![1, 2, 3].includes(token.version)) refuse('92806', 'client_token')
  const account =
    findMerchantAccount(token.merchant_account_id || undefined) ?? refuse('92807', 'client_token')
  checkDomains(token.domains ?? [])
  if (token.customer_id === undefined) refuseCustomerOptions(token.options)
  else if (!(await customerById(gateway, token.customer_id))) refuse('92804', 'client_token')
  const fingerprint = writeFingerprint(
    gateway,
    { customer_id: token.customer_id, merchant_account_id: token.merchant_account_id, ...token.options },
    token.domains ?? [],
  )
  const json = JSON.stringify({
    version: token.version,
    authorizationFingerprint: fingerprint,
    ...tokenContent(gateway),
    merchantAccountId: account.id,
    hasCustomer: token.customer_id !== undefined,
    paymentMethodIdJwt: token.payment_method_id && signJwt(gateway, { pmid: token.payment_method_id }),
  })
  return token.version === 2 ? Buffer.from(json).toString('base64') : json
}

/** An excerpt of the configuration at `configUrl`. */
function tokenContent(gateway: Gateway) {
  const configuration = clientConfiguration(gateway)
  return {
    configUrl: `${configuration.clientApiUrl}/v1/configuration`,
    graphQL: configuration.graphQL,
    clientApiUrl: configuration.clientApiUrl,
    environment: configuration.environment,
    merchantId: configuration.merchantId,
    assetsUrl: configuration.assetsUrl,
    authUrl: configuration.authUrl,
    challenges: configuration.challenges,
    creditCards: configuration.creditCards,
    threeDSecureEnabled: configuration.threeDSecureEnabled,
    analytics: configuration.analytics,
    paypalEnabled: configuration.paypalEnabled,
    paypal: configuration.paypal,
    venmo: configuration.venmo,
  }
}

function refuseCustomerOptions(options: ClientTokenOptions) {
  if (options?.make_default) refuse('92801', 'client_token', 'options')
  if (options?.verify_card) refuse('92802', 'client_token', 'options')
  if (options?.fail_on_duplicate_payment_method) refuse('92803', 'client_token', 'options')
  if (options?.fail_on_duplicate_payment_method_for_customer) refuse('92805', 'client_token', 'options')
}

function checkDomains(domains: string[]) {
  if (domains.length > 5) refuse('92810', 'client_token')
  const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
  const domainName = new RegExp(`^(${label}\\.)+${label}$`, 'i')
  if (domains.some((domain) => !domainName.test(domain))) refuse('92011', 'client_token')
}
