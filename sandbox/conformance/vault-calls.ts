// The calls and members of the official SDK that its published types leave out, and what the areas of the vault share.
import type { Readable } from 'node:stream'
import type braintree from 'braintree'
import type { World } from './calls.ts'

declare module 'braintree' {
  interface CreditCardVerificationGateway {
    create(
      request: object,
    ): Promise<{ success: boolean; verification: CreditCardVerification; errors?: unknown }>
    find(id: string): Promise<CreditCardVerification>
  }
  interface CreditCardGateway {
    fromNonce(nonce: string): Promise<CreditCard>
    expired(): Readable
  }
  interface CustomerGateway {
    find(customerId: string, associationFilterId?: string): Promise<Customer>
  }
  interface PaymentMethodNonce {
    consumed: boolean
  }
  interface PaymentMethodNonceGateway {
    create(token: string, request?: object): Promise<ValidatedResponse<PaymentMethodNonce>>
  }
  interface BraintreeGateway {
    paypalAccount: {
      find(token: string): Promise<PayPalAccount>
      update(token: string, request: object): Promise<{ paypalAccount: PayPalAccount; errors?: unknown }>
      delete(token: string): Promise<void>
    }
  }
}

/** The SDK's errors of a refused call. */
type Problems = {
  validationErrors: Record<string, { attribute: string; code: string }[]>
  errorCollections: Record<string, Problems>
}

/** "customer.creditCard.number 81715" for every problem of a refused call; nothing for one that went well. */
export function listProblems({ errors }: { errors?: unknown }): string[] {
  return errors ? collectProblems(errors as Problems, []) : []
}

function collectProblems({ validationErrors, errorCollections }: Problems, path: string[]): string[] {
  const here = Object.entries(validationErrors).flatMap(([attribute, problems]) =>
    problems.map(({ code }) => `${[...path, attribute].join('.')} ${code}`),
  )
  const inside = Object.entries(errorCollections)
  return [...here, ...inside.flatMap(([name, inner]) => collectProblems(inner, [...path, name]))]
}

export async function newCustomer({ merchant }: World, params: object = {}): Promise<braintree.Customer> {
  const { customer } = await merchant.customer.create(params)
  return customer
}

/** Everything that a search or a list of the SDK gives. */
export async function all<Found>(stream: Readable): Promise<Found[]> {
  const found: Found[] = []
  for await (const one of stream) found.push(one)
  return found
}
