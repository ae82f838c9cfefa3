import { decimal } from '#platform/money.ts'

/** The options of the widget that name the amount, and under which key. */
export const amountKeys = {
  paypal: 'amount',
  paypalCredit: 'amount',
  applePay: 'paymentRequest',
  googlePay: 'transactionInfo',
} as const
export type AmountOption = keyof typeof amountKeys

/** What such an option is told of an amount. `shop`: who asks for the money. */
export function toldAmount(cents: number, shop: string) {
  const amount = decimal(cents)
  return {
    paypal: amount,
    paypalCredit: amount,
    applePay: { total: { label: shop, amount } },
    googlePay: { currencyCode: 'USD', totalPriceStatus: 'FINAL', totalPrice: amount },
  } satisfies Record<AmountOption, unknown>
}
