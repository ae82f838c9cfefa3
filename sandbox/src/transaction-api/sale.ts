import { phoneAnswer } from '../payment-instruments/addresses.ts'
import type { Instrument } from '../payment-instruments/instrument.ts'
import { cardFor } from '../payment-instruments/means.ts'
import type { ThreeDSecure } from '../payment-instruments/three-d-secure.ts'
import { type Problem, problem, Refused } from '../platform/errors.ts'
import { type Gateway, inTransaction } from '../platform/gateway.ts'
import { parseStrictly } from '../platform/http/strict-requests.ts'
import { readAmount } from '../platform/money.ts'
import { findMerchantAccount, fitsCurrency, type MerchantAccount } from '../processor/merchant-accounts.ts'
import {
  authorize,
  authorizeRefund,
  type Checks,
  checkAddress,
  type Outcome,
  rejected,
} from '../processor/outcome.ts'
import type { TransactionDetails } from '../transactions/details.ts'
import { isDisputed, openDispute } from '../transactions/disputes.ts'
import { readLineItems } from '../transactions/line-items.ts'
import { readSums } from '../transactions/sums.ts'
import { addTransaction, type Transaction } from '../transactions/transactions.ts'
import { type Customer, customerAnswer } from '../vault/customers.ts'
import { saveMethod } from '../vault/vaulting.ts'
import { addCustomer } from '../vault-api/customer-calls.ts'
import { isDuplicate } from './duplicates.ts'
import { addressProblems, saleAddresses, storeAddresses } from './sale-addresses.ts'
import {
  findPayingCustomer,
  findSalePayment,
  readAuthentication,
  type SalePayment,
  salePaymentProblems,
} from './sale-payment.ts'
import { saleProblems } from './sale-problems.ts'
import { type Sale, SaleRequest } from './sale-request.ts'

type Charge = { amountCents: number; account: MerchantAccount }

/** Braintree's Transaction: Sale, Credit. */
export function sell(gateway: Gateway, request: unknown): Promise<Transaction> {
  const { transaction: sale } = parseStrictly(SaleRequest, request)
  const account = findMerchantAccount(sale.merchant_account_id)
  const amount = readAmount(sale.amount)
  const wrong = [
    ...typeProblems(sale),
    ...('amountCents' in amount ? [] : [amount]),
    ...saleProblems(sale, account),
    ...addressProblems(sale),
    ...salePaymentProblems(gateway, sale),
  ]
  if (!('amountCents' in amount) || !account || wrong.length) throw new Refused(wrong)
  const { amountCents } = amount
  if (!fitsCurrency(amountCents, account)) throw new Refused([problem('81503', 'transaction')])
  return inTransaction(gateway, (within) => charge(within, sale, { amountCents, account }))
}

async function charge(gateway: Gateway, sale: Sale, { amountCents, account }: Charge): Promise<Transaction> {
  const paying = await findSalePayment(gateway, sale, account)
  const { instrument } = paying
  const customer = await findPayingCustomer(gateway, sale, instrument)
  const threeDSecure = await readAuthentication(gateway, sale, instrument, { amountCents, account })
  const addresses = await saleAddresses(gateway, sale, instrument, customer?.id)
  const checks = runChecks(sale, { ...instrument, billing: addresses.billing })
  const type = sale.type === 'credit' ? 'credit' : 'sale'
  const outcome =
    type === 'credit'
      ? authorizeRefund(amountCents)
      : await saleOutcome(gateway, sale, { amountCents, account, instrument, checks, threeDSecure })
  const vaulted = await vault(gateway, sale, instrument, { customer, outcome })
  const stored = {
    customerId: vaulted?.customerId ?? customer?.id,
    token: vaulted?.token ?? instrument.token,
  }
  const shownAddresses = await storeAddresses(gateway, sale, stored, addresses)
  const row = await addTransaction(gateway, {
    type,
    amountCents,
    account,
    instrument,
    outcome,
    checks,
    submit: type === 'credit' || sale.options?.submit_for_settlement === true,
    orderId: sale.order_id,
    ...stored,
    details: saleDetails(sale, {
      addresses: shownAddresses,
      customer,
      threeDSecure,
      paying,
      newCustomerId: vaulted?.customerId,
    }),
  })
  const isTaken = outcome.status === 'authorized' && type === 'sale'
  if (isTaken && isDisputed(gateway, instrument.means)) await openDispute(gateway, row)
  return row
}

function typeProblems({ type }: Sale): Problem[] {
  if (!type) return [problem('91524', 'transaction')]
  return type === 'sale' || type === 'credit' ? [] : [problem('91523', 'transaction')]
}

async function saleOutcome(
  gateway: Gateway,
  sale: Sale,
  made: Charge & { instrument: Instrument; checks: Checks; threeDSecure: ThreeDSecure | null },
): Promise<Outcome> {
  const { amountCents, instrument, checks, threeDSecure } = made
  const isProven = threeDSecure?.liabilityShifted || sale.three_d_secure_pass_thru
  if (sale.options?.three_d_secure?.required && !isProven) return rejected('three_d_secure')
  if (await isDuplicate(gateway, { ...made, orderId: sale.order_id })) return rejected('duplicate')
  return authorize(amountCents, instrument.means, checks, sale.accept_partial_authorization)
}

/** Checks that the request skips are bypassed. */
function runChecks({ options }: Sale, { means, cvvCode, billing }: Instrument): Checks {
  const isCard = cardFor(means) !== undefined
  const cvv = { cvvCode: options?.skip_cvv ? 'B' : isCard ? cvvCode : 'I' }
  if (options?.skip_avs) return { ...cvv, avsPostalCode: 'B', avsStreetCode: 'B' }
  return { ...cvv, ...checkAddress(isCard ? billing : null) }
}

/** Vaults the payment method on request, if it can be vaulted. */
async function vault(
  gateway: Gateway,
  { options, customer: named, credit_card: card }: Sale,
  instrument: Instrument,
  { customer, outcome }: { customer: Customer | undefined; outcome: Outcome },
) {
  const isRequested =
    options?.store_in_vault || (options?.store_in_vault_on_success && outcome.status === 'authorized')
  const { means } = instrument
  const paysOnce = means.kind === 'paypal_account' && means.billingAgreementId === undefined
  if (!isRequested || instrument.token || paysOnce) return undefined
  const customerId = customer?.id ?? (await addCustomer(gateway, named ?? {}, 'transaction', 'customer'))
  const entry = { customer_id: customerId, token: card?.token, options: null }
  return { customerId, token: await saveMethod(gateway, instrument, entry, ['transaction', 'credit_card']) }
}

function saleDetails(
  sale: Sale,
  found: {
    addresses: Pick<TransactionDetails, 'billing' | 'shipping'>
    customer: Customer | undefined
    newCustomerId: string | undefined
    threeDSecure: ThreeDSecure | null
    paying: SalePayment
  },
): TransactionDetails {
  const items = readLineItems(sale.line_items)
  const { options, paypal_account: account } = sale
  return {
    customer: customerDetails(sale, found.customer, found.newCustomerId),
    createdUsing: ['token', 'customer'].includes(found.paying.by) ? 'token' : 'full_information',
    ...found.addresses,
    descriptor: sale.descriptor,
    customFields: sale.custom_fields || null,
    deviceData: sale.device_data,
    channel: sale.channel,
    purchaseOrderNumber: sale.purchase_order_number,
    shipsFromPostalCode: sale.ships_from_postal_code,
    sums: readSums(sale),
    taxExempt: sale.tax_exempt,
    isRecurring: sale.recurring || ['recurring', 'recurring_first'].includes(sale.transaction_source ?? ''),
    lineItems: 'lineItems' in items ? items.lineItems : [],
    threeDSecure: found.threeDSecure,
    isUnchecked: options?.skip_advanced_fraud_checking,
    installmentCount: sale.installments?.count,
    paypal: {
      payeeId: account?.payee_id ?? options?.paypal?.payee_id ?? options?.payee_id,
      payeeEmail: account?.payee_email ?? options?.paypal?.payee_email ?? options?.payee_email,
      customField: options?.paypal?.custom_field,
      description: options?.paypal?.description,
    },
  }
}

/** Snapshot of the customer's record, overridden by the request. */
function customerDetails(
  { customer: payer }: Sale,
  customer: Customer | undefined,
  newId: string | undefined,
) {
  return {
    ...customerAnswer(customer),
    ...(customer ? {} : { id: newId ?? null }),
    ...(payer && {
      firstName: payer.first_name ?? null,
      lastName: payer.last_name ?? null,
      company: payer.company ?? null,
      email: payer.email ?? null,
      phone: payer.phone ?? null,
      fax: payer.fax ?? null,
      website: payer.website ?? null,
      internationalPhone: phoneAnswer(payer.international_phone),
    }),
  }
}
