import type { BrandName } from '../payment-instruments/cards.ts'
import { merchantAccountId } from '../platform/gateway.ts'

export type MerchantAccount = {
  id: string
  currency: 'USD' | 'BRL' | 'JPY' | 'EUR' | 'INR'
  status: 'active' | 'suspended'
  brands?: BrandName[]
  cardsOnly?: true
  /** Supports adjusted authorizations. */
  adjusts?: true
  /** Supports neither credits nor changes after the submission for settlement. */
  isPlain?: true
}

/** Equal for every merchant: each with the abilities of one processor behind Braintree. */
export const merchantAccounts: MerchantAccount[] = [
  { id: merchantAccountId, currency: 'USD', status: 'active' },
  { id: 'sandbox_credit_card_non_default', currency: 'USD', status: 'active' },
  { id: 'three_d_secure_merchant_account', currency: 'USD', status: 'active' },
  { id: 'fake_first_data_merchant_account', currency: 'USD', status: 'active', adjusts: true },
  { id: 'fake_first_data_venmo_account', currency: 'USD', status: 'active' },
  {
    id: 'fake_amex_direct_usd',
    currency: 'USD',
    status: 'active',
    brands: ['American Express'],
    cardsOnly: true,
    isPlain: true,
  },
  { id: 'adyen_ma', currency: 'USD', status: 'active' },
  { id: 'card_processor_brl', currency: 'BRL', status: 'active', cardsOnly: true },
  { id: 'card_processor_jpy', currency: 'JPY', status: 'active', cardsOnly: true },
  { id: 'european_three_d_secure_merchant_account', currency: 'EUR', status: 'active', cardsOnly: true },
  { id: 'india_three_d_secure_merchant_account', currency: 'INR', status: 'active', cardsOnly: true },
  { id: 'suspended_account', currency: 'USD', status: 'suspended' },
]

export function findMerchantAccount(id = merchantAccountId): MerchantAccount | undefined {
  return merchantAccounts.find((account) => account.id === id)
}

/** Yen have no decimals. */
export function fitsCurrency(amountCents: number, { currency }: MerchantAccount): boolean {
  return currency !== 'JPY' || amountCents % 100 === 0
}
