import type { Transaction } from './transactions.ts'

/** By the resulting status. */
const responses: Record<string, [code: string, text: string]> = {
  settled: ['4000', 'Confirmed'],
  settlement_confirmed: ['4000', 'Confirmed'],
  settlement_declined: ['4001', 'Settlement Declined'],
  settlement_pending: ['4002', 'Settlement Pending'],
}
/** Declined by the card network. */
const failingCents = 5001_02

/** Empty before there is one. */
export function settlementResponse({ status, amountCents }: Pick<Transaction, 'status' | 'amountCents'>) {
  if (status === 'settlement_declined' && amountCents === failingCents)
    return ['3000', 'Processor Network Unavailable - Try Again'] as const
  return responses[status] ?? ([null, null] as const)
}
