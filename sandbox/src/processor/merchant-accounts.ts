import type { BrandName } from '../instruments/cards.ts'
import { merchantAccountId } from '../platform/gateway.ts'

/** Where a merchant's money goes, in one currency. */
export type MerchantAccount = {
  id: string
  currency: 'USD' | 'BRL' | 'JPY' | 'EUR' | 'INR'
  status: 'active' | 'suspended'
  /** The only brands that it takes; without it, all that the merchant takes. */
  brands?: BrandName[]
  /** Takes cards alone. */
  cardsOnly?: true
  /** An authorization can be adjusted to another amount. */
  adjusts?: true
  /** Neither credits, nor changes after the submission for settlement. */
  isPlain?: true
}

/**
 * Every merchant has the same accounts, each with what one of the processors behind Braintree can and cannot
 * do.
 */
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

/** The account of that name, or, without one, the default. */
export function merchantAccountOf(id = merchantAccountId): MerchantAccount | undefined {
  return merchantAccounts.find((account) => account.id === id)
}

/** Yen have no decimals. */
export function fitsCurrency(amountCents: number, { currency }: MerchantAccount): boolean {
  return currency !== 'JPY' || amountCents % 100 === 0
}
