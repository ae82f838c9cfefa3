import { settlementResponse } from '../../transactions/settlement-response.ts'
import type { Transaction } from '../../transactions/transactions.ts'

export function declineReason(row: Transaction): string {
  const { status, responseCode, responseText, gatewayRejectionReason } = row
  if (status === 'settlement_declined') return settlementResponse(row).join(' ')
  return gatewayRejectionReason ?? `${responseCode ?? ''} ${responseText ?? ''}`
}
