export const venmoSchema = `
  extend type Query {
    "A record by its id."
    node(id: ID!): Node
  }
  extend type Mutation {
    "Asks for a payment with the Venmo app."
    createVenmoPaymentContext(input: CreateVenmoPaymentContextInput!): CreateVenmoPaymentContextPayload
    "The older form of it, for a QR code only."
    createVenmoQRCodePaymentContext(
      input: CreateVenmoQRCodePaymentContextInput!
    ): CreateVenmoQRCodePaymentContextPayload
    "Ends a context from the page: CANCELED or EXPIRED."
    updateVenmoPaymentContextStatus(
      input: UpdateVenmoPaymentContextStatusInput!
    ): UpdateVenmoPaymentContextStatusPayload
    updateVenmoQRCodePaymentContext(
      input: UpdateVenmoQRCodePaymentContextInput!
    ): UpdateVenmoQRCodePaymentContextPayload
  }

  interface Node { id: ID! }
  enum VenmoPaymentContextStatus { CREATED SCANNED APPROVED CANCELED FAILED EXPIRED }
  enum VenmoPaymentMethodUsage { SINGLE_USE MULTI_USE }
  enum VenmoPaymentIntent { CONTINUE PAY_FROM_APP }
  enum VenmoCustomerClient { DESKTOP MOBILE_APP MOBILE_WEB }
  enum VenmoEnvironment { SANDBOX PRODUCTION }

  type VenmoPaymentContext implements Node {
    id: ID!
    status: VenmoPaymentContextStatus!
    merchantId: ID
    paymentMethodId: ID
    userName: String
    payerInfo: VenmoPayerInfo
    createdAt: String!
    expiresAt: String!
  }
  type VenmoQRCodePaymentContext implements Node {
    id: ID!
    status: VenmoPaymentContextStatus!
    merchantId: ID
    paymentMethodId: ID
    userName: String
    createdAt: String!
    expiresAt: String!
  }
  type VenmoPayerInfo {
    firstName: String
    lastName: String
    phoneNumber: String
    email: String
    externalId: String
    userName: String
    billingAddress: VenmoAddress
    shippingAddress: VenmoAddress
  }
  type VenmoAddress {
    fullName: String
    addressLine1: String
    addressLine2: String
    adminArea1: String
    adminArea2: String
    postalCode: String
    countryCode: String
  }

  input CreateVenmoPaymentContextInput {
    clientMutationId: String
    paymentMethodUsage: VenmoPaymentMethodUsage!
    intent: VenmoPaymentIntent!
    customerClient: VenmoCustomerClient!
    merchantProfileId: ID
    displayName: String
    isFinalAmount: Boolean
    paysheetDetails: VenmoPaysheetDetailsInput
  }
  input VenmoPaysheetDetailsInput {
    collectCustomerBillingAddress: Boolean
    collectCustomerShippingAddress: Boolean
    transactionDetails: VenmoTransactionDetailsInput
  }
  input VenmoTransactionDetailsInput {
    subTotalAmount: String
    discountAmount: String
    taxAmount: String
    shippingAmount: String
    totalAmount: String
    lineItems: [VenmoLineItemInput!]
  }
  input VenmoLineItemInput {
    name: String!
    quantity: Int!
    unitAmount: String!
    unitTaxAmount: String
    "debit or credit"
    kind: String!
    description: String
    productCode: String
    url: String
  }
  type CreateVenmoPaymentContextPayload {
    clientMutationId: String
    venmoPaymentContext: VenmoPaymentContext
  }

  input CreateVenmoQRCodePaymentContextInput {
    clientMutationId: String
    environment: VenmoEnvironment!
    intent: VenmoPaymentIntent!
    merchantProfileId: ID
  }
  type CreateVenmoQRCodePaymentContextPayload {
    clientMutationId: String
    venmoQRCodePaymentContext: VenmoQRCodePaymentContext
  }

  input UpdateVenmoPaymentContextStatusInput {
    clientMutationId: String
    id: ID!
    status: VenmoPaymentContextStatus!
  }
  type UpdateVenmoPaymentContextStatusPayload { clientMutationId: String }
  input UpdateVenmoQRCodePaymentContextInput {
    clientMutationId: String
    id: ID!
    status: VenmoPaymentContextStatus!
  }
  type UpdateVenmoQRCodePaymentContextPayload { clientMutationId: String }
`
