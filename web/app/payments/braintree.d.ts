import 'braintree'

/** The SDK's refund takes an object; its published types know the amount alone. */
declare module 'braintree' {
  interface TransactionGateway {
    refund(
      transactionId: string,
      options: { amount: string; orderId: string },
    ): Promise<ValidatedResponse<Transaction>>
  }
}
