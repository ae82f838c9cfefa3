// The calls of the official SDK for transactions that its published types leave out, and what these areas share.
import type { Readable } from 'node:stream'
import type braintree from 'braintree'
import type { World } from './calls.ts'

type Result = Promise<braintree.ValidatedResponse<braintree.Transaction>>

declare module 'braintree' {
  interface TransactionGateway {
    credit(request: object): Result
    refund(id: string, request?: string | object): Result
    submitForSettlement(id: string, amount?: string | null, request?: object): Result
    submitForPartialSettlement(id: string, amount?: string, request?: object): Result
    updateDetails(id: string, request: object): Result
    cloneTransaction(id: string, request: object): Result
  }
  interface DisputeGateway {
    addTextEvidence(id: string, comment: string): Promise<ValidatedResponse<Evidence>>
    find(id: string): Promise<ValidatedResponse<Dispute>>
    search(
      criteria: (
        search: Record<'id' | 'transactionId', () => { is(value: string): void }> &
          Record<string, () => { is(value: unknown): void }>,
      ) => void,
    ): Readable
  }
  interface Transaction {
    acquirerReferenceNumber: string | null
  }
}

/** A card in the open, as the server SDK sends it. */
export const visa = { number: '4111111111111111', expirationDate: '05/2030' }
export const disputedCard = { number: '4023898493988028', expirationDate: '05/2030' }

/** A sale of $10.00 with a test nonce, or with what is given. */
export function sell({ merchant }: Pick<World, 'merchant'>, params: object = {}): Result {
  const way = ['creditCard', 'paymentMethodToken', 'customerId', 'paymentMethodNonce'].some(
    (name) => name in params,
  )
    ? {}
    : { paymentMethodNonce: 'fake-valid-nonce' }
  return merchant.transaction.sale({ amount: '10.00', ...way, ...params })
}

export async function submittedSale(world: Pick<World, 'merchant'>, params: object = {}) {
  const { transaction } = await sell(world, { options: { submitForSettlement: true }, ...params })
  return transaction
}

export async function settledSale(world: Pick<World, 'merchant'>, params: object = {}) {
  const { id } = await submittedSale(world, params)
  await world.merchant.testing.settle(id)
  return world.merchant.transaction.find(id)
}

/** The testing gateway of the SDK gives errors as they came. */
export async function settlementErrorCode({ merchant }: World, id: string) {
  return /"code":"(\d+)"/.exec(JSON.stringify(await merchant.testing.settle(id)))?.[1]
}
