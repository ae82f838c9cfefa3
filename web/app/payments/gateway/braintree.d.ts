import 'braintree'

/** What the SDK does and its published types do not know. */
declare module 'braintree' {
  interface TransactionGateway {
    refund(
      transactionId: string,
      options: { amount: string; orderId: string },
    ): Promise<ValidatedResponse<Transaction>>
  }
  interface DisputeGateway {
    find(disputeId: string): Promise<{ dispute: Dispute }>
    search(
      which: (search: { receivedDate: () => { min: (day: Date) => void } }) => void,
    ): AsyncIterable<Dispute | null>
  }
  interface MerchantAccountGateway {
    all(): AsyncIterable<MerchantAccount>
  }
  interface WebhookNotificationGateway {
    verify(challenge: string): string
  }
}
