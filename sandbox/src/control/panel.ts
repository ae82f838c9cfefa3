import { Refused } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { BadRequest } from '../platform/requests.ts'
import { refund } from '../transaction-calls/further-transactions.ts'
import { findTransaction } from '../transaction-calls/transaction-moves.ts'
import { type Dispute, decideDispute, openDispute } from '../transactions/disputes.ts'
import type { Transaction } from '../transactions/transactions.ts'

/** How the bank may end a dispute. */
export const verdicts = ['won', 'lost', 'accepted'] as const
export type Verdict = (typeof verdicts)[number]

/** A refund as a person makes it in the gateway's own panel: it bears the order of its sale. Without an amount, all that is left. */
export const refundByHand = (gateway: Gateway, id: string, amount?: string): Promise<Transaction> =>
  said(() => refund(gateway, id, { transaction: { amount } }))

/** The holder of the card denies a sale. */
export async function disputeByHand(gateway: Gateway, id: string): Promise<Dispute> {
  const sale = await findTransaction(gateway, id)
  if (sale.type !== 'sale' || !['submitted_for_settlement', 'settling', 'settled'].includes(sale.status))
    throw new BadRequest('Only a sale that was taken can be disputed.')
  return openDispute(gateway, sale)
}

/** The bank decides. */
export const decideByHand = (gateway: Gateway, id: string, verdict: Verdict) =>
  said(() => decideDispute(gateway, id, verdict))

async function said<Done>(work: () => Promise<Done>): Promise<Done> {
  try {
    return await work()
  } catch (problem) {
    if (problem instanceof Refused) throw new BadRequest(problem.message, { cause: problem })
    throw problem
  }
}
