import { phoneAnswer } from '../instruments/addresses.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { cardOf } from '../instruments/means.ts'
import type { ThreeDSecure } from '../instruments/three-d-secure.ts'
import { type Problem, problem, Refused } from '../platform/errors.ts'
import { type Gateway, inTransaction } from '../platform/gateway.ts'
import { readAmount } from '../platform/money.ts'
import { understandWhole } from '../platform/whole-requests.ts'
import { fitsCurrency, type MerchantAccount, merchantAccountOf } from '../processor/merchant-accounts.ts'
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
import { addCustomer } from '../vault-calls/customer-calls.ts'
import { isDuplicate } from './duplicates.ts'
import { authenticationOf, findPaying, type Paying, payingCustomer, payingProblems } from './paying.ts'
import { addressProblems, keepAddresses, saleAddresses } from './sale-addresses.ts'
import { saleProblems } from './sale-problems.ts'
import { type Sale, SaleRequest } from './sale-request.ts'

type Charge = { amountCents: number; account: MerchantAccount }

/**
 * Charges a nonce, a vaulted method, a customer's default or a card; or pays out to one (Braintree's
 * Transaction: Sale, Credit).
 */
export function sell(gateway: Gateway, request: unknown): Promise<Transaction> {
  const { transaction: sale } = understandWhole(SaleRequest, request)
  const account = merchantAccountOf(sale.merchant_account_id)
  const amount = readAmount(sale.amount)
  const wrong = [
    ...typeProblems(sale),
    ...('amountCents' in amount ? [] : [amount]),
    ...saleProblems(sale, account),
    ...addressProblems(sale),
    ...payingProblems(gateway, sale),
  ]
  if (!('amountCents' in amount) || !account || wrong.length) throw new Refused(wrong)
  const { amountCents } = amount
  if (!fitsCurrency(amountCents, account)) throw new Refused([problem('81503', 'transaction')])
  return inTransaction(gateway, (within) => charge(within, sale, { amountCents, account }))
}

async function charge(gateway: Gateway, sale: Sale, { amountCents, account }: Charge): Promise<Transaction> {
  const paying = await findPaying(gateway, sale, account)
  const { instrument } = paying
  const customer = await payingCustomer(gateway, sale, instrument)
  const threeDSecure = await authenticationOf(gateway, sale, instrument, { amountCents, account })
  const addresses = await saleAddresses(gateway, sale, instrument, customer?.id)
  const checks = checksOf(sale, { ...instrument, billing: addresses.billing })
  const type = sale.type === 'credit' ? 'credit' : 'sale'
  const outcome =
    type === 'credit'
      ? authorizeRefund(amountCents)
      : await saleOutcome(gateway, sale, { amountCents, account, instrument, checks, threeDSecure })
  const vaulted = await vault(gateway, sale, instrument, { customer, outcome })
  const kept = {
    customerId: vaulted?.customerId ?? customer?.id,
    token: vaulted?.token ?? instrument.token,
  }
  const shownAddresses = await keepAddresses(gateway, sale, kept, addresses)
  const row = await addTransaction(gateway, {
    type,
    amountCents,
    account,
    instrument,
    outcome,
    checks,
    submit: type === 'credit' || sale.options?.submit_for_settlement === true,
    orderId: sale.order_id,
    ...kept,
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

/** The bank's answers on CVV and address; what the request skips is bypassed. */
function checksOf({ options }: Sale, { means, cvvCode, billing }: Instrument): Checks {
  const isCard = cardOf(means) !== undefined
  const cvv = { cvvCode: options?.skip_cvv ? 'B' : isCard ? cvvCode : 'I' }
  if (options?.skip_avs) return { ...cvv, avsPostalCode: 'B', avsStreetCode: 'B' }
  return { ...cvv, ...checkAddress(isCard ? billing : null) }
}

/** Keeps the payment method for later where the request asks for that, and it can be kept. */
async function vault(
  gateway: Gateway,
  { options, customer: named, credit_card: card }: Sale,
  instrument: Instrument,
  { customer, outcome }: { customer: Customer | undefined; outcome: Outcome },
) {
  const isWanted =
    options?.store_in_vault || (options?.store_in_vault_on_success && outcome.status === 'authorized')
  const { means } = instrument
  const paysOnce = means.kind === 'paypal_account' && means.billingAgreementId === undefined
  if (!isWanted || instrument.token || paysOnce) return undefined
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
    paying: Paying
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

/** Who paid, as it was when it was paid: the customer's record, and over it what the request says. */
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
