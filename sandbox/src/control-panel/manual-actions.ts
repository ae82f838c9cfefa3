import { Refused } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { BadRequest } from '../platform/http/requests.ts'
import { refund } from '../transaction-api/follow-up-transactions.ts'
import { findTransaction } from '../transaction-api/transaction-moves.ts'
import { type Dispute, decideDispute, openDispute } from '../transactions/disputes.ts'
import type { Transaction } from '../transactions/transactions.ts'

export const verdicts = ['won', 'lost', 'accepted'] as const
export type Verdict = (typeof verdicts)[number]

/** A refund as in the gateway's own panel, with the order id of its sale. Without an amount, the rest. */
export const refundByHand = (gateway: Gateway, id: string, amount?: string): Promise<Transaction> =>
  withBadRequest(() => refund(gateway, id, { transaction: { amount } }))

export async function disputeByHand(gateway: Gateway, id: string): Promise<Dispute> {
  const sale = await findTransaction(gateway, id)
  if (sale.type !== 'sale' || !['submitted_for_settlement', 'settling', 'settled'].includes(sale.status))
    throw new BadRequest('Only a sale that was taken can be disputed.')
  return openDispute(gateway, sale)
}

export const decideByHand = (gateway: Gateway, id: string, verdict: Verdict) =>
  withBadRequest(() => decideDispute(gateway, id, verdict))

async function withBadRequest<Done>(work: () => Promise<Done>): Promise<Done> {
  try {
    return await work()
  } catch (problem) {
    if (problem instanceof Refused) throw new BadRequest(problem.message, { cause: problem })
    throw problem
  }
}
