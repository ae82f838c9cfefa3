import { customerIdFor } from '../merchant-access/authorization.ts'
import type { Gateway } from '../platform/gateway.ts'
import { parseAmount } from '../platform/money.ts'
import { parseOffers } from '../platform/offers.ts'
import {
  createVenmoContext,
  findVenmoContext,
  moveVenmoContext,
  type VenmoContext,
} from '../wallet-approvals/venmo.ts'
import { venmoMerchantId } from '../wallet-approvals/venmo-profile.ts'
import type { PaysheetDetails, VenmoStatus } from '../wallet-approvals/venmo-statuses.ts'
import { admit, type CallContext } from './graphql-caller.ts'
import { developerError, inputError } from './graphql-errors.ts'

type CreateInput = {
  clientMutationId?: string
  paymentMethodUsage?: 'SINGLE_USE' | 'MULTI_USE'
  merchantProfileId?: string
  displayName?: string
  paysheetDetails?: PaysheetDetails
}
type UpdateInput = { clientMutationId?: string; id: string; status: VenmoStatus }

export function venmoResolvers(gateway: Gateway) {
  async function create(input: CreateInput, context: CallContext, isQrCode: boolean) {
    const caller = admit(context)
    if (!parseOffers(gateway.merchant).venmo.enabled)
      throw developerError('AUTHORIZATION', 'Venmo is not enabled for this merchant account.')
    checkPaysheet(input.paysheetDetails ?? {})
    const made = await createVenmoContext(gateway, {
      isQrCode,
      profileId: input.merchantProfileId ?? venmoMerchantId(gateway),
      usage: input.paymentMethodUsage ?? null,
      paysheet: input.paysheetDetails ?? null,
      displayName: input.displayName ?? null,
      request: input,
      customerId: customerIdFor(caller) ?? null,
    })
    return { clientMutationId: input.clientMutationId, context: contextAnswer(made) }
  }

  function checkPaysheet({ transactionDetails = {}, ...paysheet }: PaysheetDetails) {
    const isCollecting = paysheet.collectCustomerBillingAddress || paysheet.collectCustomerShippingAddress
    if (isCollecting && !isEnriched()) throw developerError('VALIDATION', noEnrichedData, 'ECD_DISABLED')
    const { lineItems = [], ...sums } = transactionDetails
    const items = lineItems.map(({ unitAmount, unitTaxAmount }) => ({ unitAmount, unitTaxAmount }))
    for (const [name, amount] of [sums, ...items].flatMap((amounts) => Object.entries(amounts)))
      if (amount && parseAmount(amount) === undefined) throw inputError(`${name} must be a sum of money.`)
  }

  async function update({ input }: { input: UpdateInput }, context: CallContext) {
    admit(context)
    const { clientMutationId, id, status } = input
    if (status !== 'CANCELED' && status !== 'EXPIRED')
      throw developerError('VALIDATION', 'A page can end a payment context as CANCELED or EXPIRED only.')
    if (!(await findVenmoContext(gateway, id)))
      throw developerError('NOT_FOUND', 'There is no such Venmo payment context.')
    if (!(await moveVenmoContext(gateway, id, status)))
      throw developerError('VALIDATION', 'This Venmo payment context has ended already.')
    return { clientMutationId }
  }

  return {
    async createVenmoPaymentContext({ input }: { input: CreateInput }, context: CallContext) {
      const { clientMutationId, context: venmoPaymentContext } = await create(input, context, false)
      return { clientMutationId, venmoPaymentContext }
    },
    async createVenmoQRCodePaymentContext({ input }: { input: CreateInput }, context: CallContext) {
      const { clientMutationId, context: venmoQRCodePaymentContext } = await create(input, context, true)
      return { clientMutationId, venmoQRCodePaymentContext }
    },
    updateVenmoPaymentContextStatus: update,
    updateVenmoQRCodePaymentContext: update,
    async node({ id }: { id: string }, context: CallContext) {
      admit(context)
      const row = await findVenmoContext(gateway, id)
      if (!row) throw developerError('NOT_FOUND', 'There is no record with this id.')
      return contextAnswer(row, isEnriched())
    },
  }

  function isEnriched() {
    return parseOffers(gateway.merchant).venmo.enriched_customer_data
  }
}

const noEnrichedData = 'Customer data cannot be collected: that is not enabled for this merchant account.'

/** Payer data need the merchant's permission, addresses the page's request too. */
function contextAnswer({ isQrCode, paysheet, payer, ...row }: VenmoContext, isEnriched = false) {
  const payerInfo = isEnriched &&
    payer && {
      ...payer,
      billingAddress: paysheet?.collectCustomerBillingAddress ? payer.billingAddress : undefined,
      shippingAddress: paysheet?.collectCustomerShippingAddress ? payer.shippingAddress : undefined,
    }
  return {
    __typename: isQrCode ? 'VenmoQRCodePaymentContext' : 'VenmoPaymentContext',
    id: row.id,
    status: row.status,
    merchantId: row.profileId,
    paymentMethodId: row.nonce,
    userName: payer?.userName,
    payerInfo: payerInfo || null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}
