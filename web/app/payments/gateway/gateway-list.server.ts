import { type Gateway, transactionsById } from './braintree.server.ts'
import type { Answered, DisputeAnswer } from './gateway-answers.ts'

/** What of a transaction is compared with our books. */
export type Listed = Answered & {
  amount: string
  refundedTransactionId: string | undefined
  refundIds: string[]
}

const sixHours = 6 * 3_600_000

export type Span = { from: Date; until: Date }

/** One time span after the other: what the gateway lists of six hours is read with one call that has an end. */
export function* slicesOf({ from, until }: Span): Generator<Span> {
  for (let at = from.getTime(); at < until.getTime(); at += sixHours)
    yield { from: new Date(at), until: new Date(Math.min(at + sixHours, until.getTime())) }
}

/** The merchant account that our sales go to, since they name none. */
export const ownMerchantAccount = (gateway: Gateway): Promise<string | undefined> =>
  gateway.call(async (sdk) => {
    for await (const account of sdk.merchantAccount.all()) if (account.default) return account.id
    return undefined
  })

/** The gateway's list of a span of time, of one merchant account. */
export const listOf = (
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

/** Transactions of the list as they stand now. */
export const listedById = async (gateway: Gateway, ids: string[]): Promise<Listed[]> =>
  (await transactionsById(gateway, ids)).map(asListed)

type Transaction = Awaited<ReturnType<typeof transactionsById>>[number]

/** Without all that is not compared, which is ten times as much. */
export function asListed(transaction: Transaction): Listed {
  const { id, orderId, type, status, amount, refundedTransactionId, refundIds } = transaction
  const { gatewayRejectionReason, processorResponseText, processorSettlementResponseText } = transaction
  return {
    ...{ id, orderId, type, status, amount, refundedTransactionId, refundIds: refundIds ?? [] },
    ...{ gatewayRejectionReason, processorResponseText, processorSettlementResponseText },
  }
}

/** Disputes that the bank has told the gateway of since that day. */
export const disputesSince = (gateway: Gateway, day: Date): Promise<DisputeAnswer[]> =>
  gateway.call(async (sdk) => {
    const found: DisputeAnswer[] = []
    // Where there is none, the SDK gives one that is null.
    for await (const dispute of sdk.dispute.search((search) => search.receivedDate().min(day)))
      if (dispute) found.push(dispute)
    return found
  })
