import { settlementResponse } from '../../transactions/settlement-response.ts'
import type { Transaction } from '../../transactions/transactions.ts'

/** Why a transaction brought no money, in the gateway's words. */
export function whyNot(row: Transaction): string {
  const { status, responseCode, responseText, gatewayRejectionReason } = row
  if (status === 'settlement_declined') return settlementResponse(row).join(' ')
  return gatewayRejectionReason ?? `${responseCode ?? ''} ${responseText ?? ''}`
}
