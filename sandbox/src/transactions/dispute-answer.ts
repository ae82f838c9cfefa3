import { globalId } from '../platform/gateway.ts'
import type { XmlValue } from '../platform/http/xml.ts'
import { printAmount } from '../platform/money.ts'
import type { DisputeStatus, Evidence } from './disputes.tables.ts'
import type { Dispute } from './disputes.ts'
import type { Transaction } from './transactions.ts'

/** Equal in every dispute of the sandbox's bank. */
export const everyDispute = {
  kind: 'chargeback',
  reason: 'fraud',
  reasonCode: '83',
  preDisputeProgram: 'none',
  chargebackProtectionLevel: 'not_protected',
}

export function disputeAnswer(row: Dispute, transaction: Transaction): XmlValue {
  return {
    id: row.id,
    globalId: globalId('dispute', row.id),
    ...everyDispute,
    status: row.status,
    reasonDescription: 'Fraud - Card Absent Environment',
    amount: printAmount(row.amountCents),
    amountDisputed: printAmount(row.amountCents),
    amountWon: printAmount(row.status === 'won' ? row.amountCents : 0),
    currencyIsoCode: row.currency,
    merchantAccountId: row.merchantAccountId,
    caseNumber: `CASE${String(row.number).padStart(8, '0')}`,
    referenceNumber: transaction.acquirerReferenceNumber,
    originalDisputeId: null,
    receivedDate: row.receivedOn,
    replyByDate: row.replyBy,
    dateOpened: row.receivedOn,
    dateWon: statusDay(row, 'won'),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    statusHistory: row.history.map(({ status, timestamp }) => ({
      status,
      timestamp: new Date(timestamp),
      effectiveDate: timestamp.slice(0, 10),
      disbursementDate: null,
    })),
    evidence: row.evidence.map(evidenceAnswer),
    transaction: {
      id: transaction.id,
      globalId: globalId('transaction', transaction.id),
      amount: printAmount(transaction.amountCents),
      orderId: transaction.orderId,
      purchaseOrderNumber: transaction.details.purchaseOrderNumber ?? null,
      createdAt: transaction.createdAt,
    },
  }
}

export function evidenceAnswer({ id, comment, category, sequenceNumber, createdAt }: Evidence): XmlValue {
  return {
    id,
    globalId: globalId('disputeevidence', id),
    comment,
    category,
    sequenceNumber,
    createdAt: new Date(createdAt),
    sentToProcessorAt: null,
    url: null,
  }
}

function statusDay(row: Dispute, status: DisputeStatus): string | null {
  return row.history.find((event) => event.status === status)?.timestamp.slice(0, 10) ?? null
}
