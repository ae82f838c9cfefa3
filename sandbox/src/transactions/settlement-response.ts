import type { Transaction } from './transactions.ts'

/** What the banks answer to a submission, by the status that comes of it. */
const responses: Record<string, [code: string, text: string]> = {
  settled: ['4000', 'Confirmed'],
  settlement_confirmed: ['4000', 'Confirmed'],
  settlement_declined: ['4001', 'Settlement Declined'],
  settlement_pending: ['4002', 'Settlement Pending'],
}
/** At this amount it is the network that declines. */
const failingCents = 5001_02

/** The processor's answer to the submission of a transaction; nothing before there is one. */
export function settlementResponse({ status, amountCents }: Pick<Transaction, 'status' | 'amountCents'>) {
  if (status === 'settlement_declined' && amountCents === failingCents)
    return ['3000', 'Processor Network Unavailable - Try Again'] as const
  return responses[status] ?? ([null, null] as const)
}
