import { type Gateway, transactionsById } from './braintree.server.ts'
import type { DisputeAnswer, TransactionAnswer } from './gateway-answers.ts'

export type Listed = TransactionAnswer & {
  amount: string
  refundedTransactionId: string | undefined
  refundIds: string[]
}

const sliceMs = 6 * 3_600_000

export type Span = { from: Date; until: Date }

/** Six hours at a time: the gateway's list of them fits into one call's time-out. */
export function* sliceSpan({ from, until }: Span): Generator<Span> {
  for (let at = from.getTime(); at < until.getTime(); at += sliceMs)
    yield { from: new Date(at), until: new Date(Math.min(at + sliceMs, until.getTime())) }
}

/** The default one: our sales name none. */
export const defaultMerchantAccount = (gateway: Gateway): Promise<string | undefined> =>
  gateway.call(async (sdk) => {
    for await (const account of sdk.merchantAccount.all()) if (account.default) return account.id
    return undefined
  })

export const listGatewayTransactions = (
  gateway: Gateway,
  merchantAccountId: string | undefined,
  { from, until }: Span,
): Promise<Listed[]> =>
  gateway.call(async (sdk) => {
    const listed: Listed[] = []
    const found = sdk.transaction.search((search) => {
      search.createdAt().between(from, until)
      if (merchantAccountId) search.merchantAccountId().in([merchantAccountId])
    })
    for await (const transaction of found) listed.push(asListed(transaction))
    return listed
  })

export const listedById = async (gateway: Gateway, ids: string[]): Promise<Listed[]> =>
  (await transactionsById(gateway, ids)).map(asListed)

type Transaction = Awaited<ReturnType<typeof transactionsById>>[number]

/** Drops the rest, which is ten times as much. */
export function asListed(transaction: Transaction): Listed {
  const { id, orderId, type, status, amount, refundedTransactionId, refundIds } = transaction
  const { gatewayRejectionReason, processorResponseText, processorSettlementResponseText } = transaction
  return {
    ...{ id, orderId, type, status, amount, refundedTransactionId, refundIds: refundIds ?? [] },
    ...{ gatewayRejectionReason, processorResponseText, processorSettlementResponseText },
  }
}

export const disputesSince = (gateway: Gateway, day: Date): Promise<DisputeAnswer[]> =>
  gateway.call(async (sdk) => {
    const found: DisputeAnswer[] = []
    // Without results the SDK yields one null.
    for await (const dispute of sdk.dispute.search((search) => search.receivedDate().min(day)))
      if (dispute) found.push(dispute)
    return found
  })
