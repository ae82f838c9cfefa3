import { and, asc, eq, inArray, or } from 'drizzle-orm'
import { addressAnswer } from '../payment-instruments/addresses.ts'
import { cardFor } from '../payment-instruments/means.ts'
import { meansInTransaction } from '../payment-instruments/means-answer.ts'
import { threeDSecureAnswer } from '../payment-instruments/three-d-secure.ts'
import { type Gateway, globalId } from '../platform/gateway.ts'
import type { XmlValue } from '../platform/http/xml.ts'
import { printAmount } from '../platform/money.ts'
import { disputeAnswer } from './dispute-answer.ts'
import { type Dispute, readDisputesBySale } from './disputes.ts'
import { settlementResponse } from './settlement-response.ts'
import { transactions } from './transactions.tables.ts'
import { authorizationSeconds, type Transaction } from './transactions.ts'

/** The only API user. */
export const apiUser = 'integration_user_public_id'

/** Ids of refunds and of partial settlements, and disputes. */
type Related = { refunds: string[]; parts: string[]; disputes: Dispute[] }
const nothing: Related = { refunds: [], parts: [], disputes: [] }

/** In two more statements for all related records. */
export async function transactionAnswers(gateway: Gateway, rows: Transaction[]): Promise<XmlValue[]> {
  const listIds = (records: { id: string }[]) => records.map((row) => row.id)
  const sales = listIds(rows.filter((row) => row.type === 'sale'))
  const pointers = await pointersAt(gateway, sales)
  const disputes = await readDisputesBySale(gateway, sales)
  return rows.map((row) =>
    transactionAnswer(gateway, row, {
      refunds: listIds(pointers.filter((pointer) => pointer.refundedTransactionId === row.id)),
      parts: listIds(pointers.filter((pointer) => pointer.authorizedTransactionId === row.id)),
      disputes: disputes.get(row.id) ?? [],
    }),
  )
}

export function transactionAnswer(gateway: Gateway, row: Transaction, related = nothing): XmlValue {
  const { details } = row
  return {
    id: row.id,
    globalId: globalId('transaction', row.id),
    status: row.status,
    type: row.type,
    currencyIsoCode: row.currency,
    amount: printAmount(row.amountCents),
    merchantAccountId: row.merchantAccountId,
    subMerchantAccountId: null,
    masterMerchantAccountId: null,
    orderId: row.orderId,
    channel: details.channel ?? null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    refundId: related.refunds.at(-1) ?? null,
    refundIds: related.refunds,
    refundedTransactionId: row.refundedTransactionId,
    partialSettlementTransactionIds: related.parts,
    authorizedTransactionId: row.authorizedTransactionId,
    customer: details.customer,
    billing: addressAnswer(details.billing),
    shipping: {
      ...addressAnswer(details.shipping),
      shippingMethod: details.shipping?.shipping_method ?? null,
    },
    customFields: details.customFields ?? '',
    ...processorAnswer(row),
    ...settlementAnswer(row),
    ...meansInTransaction(gateway, row.means, row.token, payPalAnswer(row)),
    paymentInstrumentType: row.means.kind,
    statusHistory: row.history.map(({ timestamp, ...event }) => ({
      timestamp: new Date(timestamp),
      ...event,
      user: apiUser,
      transactionSource: 'api',
    })),
    authorizationAdjustments: adjustmentAnswers(row),
    disputes: related.disputes.map((dispute) => disputeAnswer(dispute, row)),
    ...emptyLists,
    descriptor: { name: null, phone: null, url: null, ...details.descriptor },
    recurring: details.isRecurring ?? false,
    subscriptionId: null,
    ...enhancedAnswer(row),
    riskData: details.isUnchecked ? undefined : riskAnswer(row),
    threeDSecureInfo: threeDSecureAnswer(details.threeDSecure),
  }
}

const emptyLists = { addOns: [], discounts: [], shipments: [] }

function processorAnswer(row: Transaction) {
  const isCard = cardFor(row.means) !== undefined
  const isAuthorized = row.authorizationCode !== null
  return {
    avsErrorResponseCode: ['E', 'S'].includes(row.avsPostalCode) ? row.avsPostalCode : null,
    avsPostalCodeResponseCode: isCard ? row.avsPostalCode : null,
    avsStreetAddressResponseCode: isCard ? row.avsStreetCode : null,
    cvvResponseCode: isCard ? row.cvvCode : null,
    gatewayRejectionReason: row.gatewayRejectionReason,
    processorAuthorizationCode: row.authorizationCode,
    processorResponseCode: row.responseCode,
    processorResponseText: row.responseText,
    processorResponseType: row.responseType,
    additionalProcessorResponse: row.additionalResponse,
    networkResponseCode: 'XX',
    networkResponseText: 'sample network response text',
    networkTransactionId: networkTransactionId(row),
    retrievalReferenceNumber: isAuthorized ? String(row.number).padStart(12, '0') : null,
    merchantAdviceCode: row.responseCode === '2000' ? '01' : null,
    merchantAdviceCodeText: row.responseCode === '2000' ? 'New account information available' : null,
    authorizationExpiresAt: authorizationEnd(row),
    voiceReferralNumber: null,
    processedWithNetworkToken: row.means.kind === 'android_pay_card' && row.means.isNetworkTokenized,
  }
}

function settlementAnswer(row: Transaction) {
  const [code, text] = settlementResponse(row)
  const isPaidOut = row.disbursedOn !== null
  return {
    processorSettlementResponseCode: code,
    processorSettlementResponseText: text,
    settlementBatchId: row.settlementBatchId,
    acquirerReferenceNumber: row.acquirerReferenceNumber,
    disbursementDetails: {
      disbursementDate: row.disbursedOn,
      settlementAmount: isPaidOut ? printAmount(row.amountCents) : null,
      settlementCurrencyIsoCode: isPaidOut ? row.currency : null,
      settlementCurrencyExchangeRate: isPaidOut ? '1' : null,
      fundsHeld: isPaidOut ? false : null,
      success: isPaidOut ? true : null,
    },
  }
}

function payPalAnswer({ id, authorizationCode, status, type, details }: Transaction) {
  const reference = id.toUpperCase()
  const isCaptured = ['settled', 'settling', 'settlement_confirmed'].includes(status)
  return {
    authorizationId: authorizationCode && type === 'sale' ? `AUTH-${reference}` : null,
    paymentId: `PAY-${reference}`,
    captureId: isCaptured && type === 'sale' ? `CAP-${reference}` : null,
    refundId: type === 'credit' ? `REF-${reference}` : null,
    debugId: `debug-${id}`,
    sellerProtectionStatus: 'ELIGIBLE',
    payeeId: details.paypal?.payeeId ?? null,
    payeeEmail: details.paypal?.payeeEmail ?? null,
    customField: details.paypal?.customField ?? null,
    description: details.paypal?.description ?? null,
  }
}

function adjustmentAnswers({ details }: Transaction): XmlValue[] {
  return (details.adjustments ?? []).map(
    ({ timestamp, responseCode, responseText, responseType, ...rest }) => ({
      ...rest,
      timestamp: new Date(timestamp),
      processorResponseCode: responseCode,
      processorResponseText: responseText,
      processorResponseType: responseType,
    }),
  )
}

function enhancedAnswer({ details }: Transaction) {
  return {
    purchaseOrderNumber: details.purchaseOrderNumber ?? null,
    taxExempt: details.taxExempt ?? false,
    shipsFromPostalCode: details.shipsFromPostalCode ?? null,
    tax_amount: null,
    discount_amount: null,
    shipping_amount: null,
    shipping_tax_amount: null,
    service_fee_amount: null,
    surcharge_amount: null,
    ...details.sums,
    installmentCount: details.installmentCount ?? null,
  }
}

function riskAnswer({ id, details, gatewayRejectionReason: reason }: Transaction) {
  const isFraud = reason === 'fraud' || reason === 'risk_threshold'
  const isChecked = details.deviceData !== undefined || isFraud
  return {
    id,
    decision: isFraud ? 'Decline' : isChecked ? 'Approve' : 'Not Evaluated',
    decisionReasons: [],
    transactionRiskScore: isChecked ? (isFraud ? '90' : '5') : null,
    deviceDataCaptured: details.deviceData !== undefined,
    fraudServiceProvider: isChecked ? 'fraud_protection' : null,
  }
}

/** JCB and the smaller schemes give no id. */
function networkTransactionId({ means, authorizationCode, createdAt }: Transaction): string | null {
  const brand = cardFor(means)?.brand ?? ''
  const gives = ['Visa', 'MasterCard', 'American Express', 'Discover', 'Diners Club'].includes(brand)
  return gives && authorizationCode ? `020${createdAt.getTime()}` : null
}

function authorizationEnd({ history }: Transaction): Date | null {
  const authorized = history.find((event) => event.status === 'authorized')
  if (!authorized) return null
  return new Date(new Date(authorized.timestamp).getTime() + authorizationSeconds * 1000)
}

/** Oldest first. */
async function pointersAt(gateway: Gateway, ids: string[]) {
  if (!ids.length) return []
  const { id, number, refundedTransactionId, authorizedTransactionId } = transactions
  return gateway.db
    .select({ id, refundedTransactionId, authorizedTransactionId })
    .from(transactions)
    .where(
      and(
        eq(transactions.merchantId, gateway.merchant.id),
        or(inArray(refundedTransactionId, ids), inArray(authorizedTransactionId, ids)),
      ),
    )
    .orderBy(asc(number))
}
