import 'braintree'

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
      criteria: (search: { receivedDate: () => { min: (day: Date) => void } }) => void,
    ): AsyncIterable<Dispute | null>
  }
  interface MerchantAccountGateway {
    all(): AsyncIterable<MerchantAccount>
  }
  interface WebhookNotificationGateway {
    verify(challenge: string): string
  }
}
