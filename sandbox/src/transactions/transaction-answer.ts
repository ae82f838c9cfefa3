import { and, asc, eq, inArray } from 'drizzle-orm'
import { currency, type Gateway, globalId } from '../platform/gateway.ts'
import { printAmount } from '../platform/money.ts'
import type { XmlValue } from '../platform/xml.ts'
import { transactions } from '../tables.ts'
import { addressAnswer } from '../vault/addresses.ts'
import { meansInTransaction } from '../vault/means-answer.ts'
import type { Transaction } from './transactions.ts'

/** Transactions as XML shows them, with the ids of their refunds, in one more statement whatever their number. */
export async function transactionAnswers(gateway: Gateway, rows: Transaction[]): Promise<XmlValue[]> {
  const refunds = await refundIds(
    gateway,
    rows.filter((row) => row.type === 'sale').map((row) => row.id),
  )
  return rows.map((row) => transactionAnswer(gateway, row, refunds.get(row.id)))
}

/** A transaction as XML shows it. */
export function transactionAnswer(gateway: Gateway, row: Transaction, refunds: string[] = []): XmlValue {
  return {
    id: row.id,
    globalId: globalId('transaction', row.id),
    status: row.status,
    type: row.type,
    currencyIsoCode: currency,
    amount: printAmount(row.amountCents),
    merchantAccountId: row.merchantAccountId,
    subMerchantAccountId: null,
    masterMerchantAccountId: null,
    orderId: row.orderId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    refundId: refunds.at(-1) ?? null,
    refundIds: refunds,
    refundedTransactionId: row.refundedTransactionId,
    partialSettlementTransactionIds: [],
    authorizedTransactionId: null,
    settlementBatchId: null,
    customer: row.details.customer,
    billing: addressAnswer(row.details.billing),
    shipping: addressAnswer(row.details.shipping),
    customFields: row.details.customFields ?? '',
    ...processorAnswer(row),
    ...meansInTransaction(gateway, row.means, row.token),
    statusHistory: row.history.map((event) => ({
      timestamp: new Date(event.timestamp),
      status: event.status,
      amount: event.amount,
      user: gateway.merchant.publicKey,
      transactionSource: 'api',
    })),
    ...emptyLists,
    descriptor: {
      name: row.details.descriptor?.name ?? null,
      phone: row.details.descriptor?.phone ?? null,
      url: row.details.descriptor?.url ?? null,
    },
    recurring: false,
    channel: null,
    subscriptionId: null,
    paymentInstrumentType: row.means.kind,
    riskData: {
      id: row.id,
      decision: row.details.deviceData ? 'Approve' : 'Not Evaluated',
      deviceDataCaptured: row.details.deviceData !== undefined,
      fraudServiceProvider: null,
    },
    threeDSecureInfo: null,
  }
}

const emptyLists = { addOns: [], discounts: [], disputes: [], authorizationAdjustments: [], shipments: [] }

function processorAnswer(row: Transaction) {
  const authorized = row.history.find((event) => event.status === 'authorized')
  return {
    avsErrorResponseCode: row.avsPostalCode === 'E' || row.avsPostalCode === 'S' ? row.avsPostalCode : null,
    avsPostalCodeResponseCode: row.avsPostalCode,
    avsStreetAddressResponseCode: row.avsStreetCode,
    cvvResponseCode: row.cvvCode,
    gatewayRejectionReason: row.gatewayRejectionReason,
    processorAuthorizationCode: authorized ? row.id.slice(0, 6).toUpperCase() : null,
    processorResponseCode: row.responseCode,
    processorResponseText: row.responseText,
    processorResponseType: row.responseType,
    additionalProcessorResponse: row.additionalResponse,
    networkResponseCode: 'XX',
    networkResponseText: 'sample network response text',
    networkTransactionId: authorized ? `020${row.createdAt.getTime()}` : null,
    merchantAdviceCode: row.responseCode === '2000' ? '01' : null,
    merchantAdviceCodeText: row.responseCode === '2000' ? 'New account information available' : null,
    authorizationExpiresAt: authorized ? inDays(authorized.timestamp, 7) : null,
    voiceReferralNumber: null,
    purchaseOrderNumber: null,
    taxAmount: null,
    taxExempt: false,
  }
}

async function refundIds(gateway: Gateway, ids: string[]): Promise<Map<string, string[]>> {
  const byOriginal = new Map<string, string[]>()
  if (!ids.length) return byOriginal
  const rows = await gateway.db
    .select({ id: transactions.id, original: transactions.refundedTransactionId })
    .from(transactions)
    .where(
      and(eq(transactions.merchantId, gateway.merchant.id), inArray(transactions.refundedTransactionId, ids)),
    )
    .orderBy(asc(transactions.number))
  for (const { id, original } of rows) {
    if (original) byOriginal.set(original, [...(byOriginal.get(original) ?? []), id])
  }
  return byOriginal
}

function inDays(timestamp: string, days: number): Date {
  return new Date(new Date(timestamp).getTime() + days * 24 * 60 * 60 * 1000)
}
