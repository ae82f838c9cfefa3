import { buildSchema } from 'graphql'
import { venmoSchema } from './venmo-schema.ts'

/** The clients' part of Braintree's schema. Features that are not offered are null. */
export const schema = buildSchema(`${venmoSchema}
  type Query {
    "Says pong."
    ping: String!
    "What a browser must know to take a payment."
    clientConfiguration: ClientConfiguration
  }

  type Mutation {
    "Turns a card into a single-use token; vaults it when validated for a customer."
    tokenizeCreditCard(input: TokenizeCreditCardInput!): TokenizeCreditCardPayload
    "Deletes the customer's vaulted payment method that a single-use token stands for."
    deletePaymentMethodFromSingleUseToken(
      input: DeletePaymentMethodFromSingleUseTokenInput!
    ): DeletePaymentMethodFromSingleUseTokenPayload
  }

  enum ClientEnvironment { DEVELOPMENT SANDBOX PRODUCTION }
  enum CreditCardChallenge { CVV POSTAL_CODE }
  enum ClientFeature { TOKENIZE_CREDIT_CARDS }
  enum YesNoUnknown { YES NO UNKNOWN }
  enum CustomerAuthenticationRegulationEnvironment { PSDTWO RBI UNREGULATED UNAVAILABLE }
  enum CreditCardBrandCode {
    AMERICAN_EXPRESS DINERS DISCOVER ELO HIPER HIPERCARD INTERNATIONAL_MAESTRO JCB MASTERCARD SOLO UK_MAESTRO
    UNION_PAY VISA UNKNOWN
  }

  type ClientConfiguration {
    analyticsUrl: String
    environment: ClientEnvironment!
    merchantId: ID!
    assetsUrl: String!
    clientApiUrl: String!
    creditCard: CreditCardConfiguration
    applePayWeb: ApplePayWebConfiguration
    googlePay: GooglePayConfiguration
    ideal: IdealConfiguration
    kount: KountConfiguration
    masterpass: MasterpassConfiguration
    paypal: PayPalConfiguration
    unionPay: UnionPayConfiguration
    usBankAccount: UsBankAccountConfiguration
    venmo: VenmoConfiguration
    visaCheckout: VisaCheckoutConfiguration
    braintreeApi: BraintreeApiConfiguration
    supportedFeatures: [ClientFeature!]!
  }
  type CreditCardConfiguration {
    supportedCardBrands: [CreditCardBrandCode!]!
    challenges: [CreditCardChallenge!]!
    threeDSecureEnabled: Boolean!
    threeDSecure: ThreeDSecureConfiguration
  }
  type ThreeDSecureConfiguration { cardinalAuthenticationJWT: String }
  type ApplePayWebConfiguration {
    countryCode: String
    currencyCode: String
    merchantIdentifier: String
    supportedCardBrands: [CreditCardBrandCode!]
  }
  type GooglePayConfiguration {
    displayName: String
    supportedCardBrands: [CreditCardBrandCode!]
    environment: ClientEnvironment
    googleAuthorization: String
    paypalClientId: String
  }
  type IdealConfiguration { routeId: String assetsUrl: String }
  type KountConfiguration { merchantId: String }
  type MasterpassConfiguration { merchantCheckoutId: String supportedCardBrands: [CreditCardBrandCode!] }
  type PayPalConfiguration {
    displayName: String
    clientId: String
    assetsUrl: String
    environment: String
    environmentNoNetwork: Boolean
    unvettedMerchant: Boolean
    braintreeClientId: String
    billingAgreementsEnabled: Boolean
    merchantAccountId: String
    currencyCode: String
    payeeEmail: String
  }
  type UnionPayConfiguration { merchantAccountId: String }
  type UsBankAccountConfiguration { routeId: String plaidPublicKey: String }
  type VenmoConfiguration {
    merchantId: String
    accessToken: String
    environment: ClientEnvironment
    enrichedCustomerDataEnabled: Boolean
  }
  type VisaCheckoutConfiguration {
    apiKey: String
    externalClientId: String
    supportedCardBrands: [CreditCardBrandCode!]
  }
  type BraintreeApiConfiguration { accessToken: String url: String }

  input TokenizeCreditCardInput {
    clientMutationId: String
    creditCard: CreditCardInput!
    options: TokenizeCreditCardOptionsInput
  }
  input CreditCardInput {
    number: String
    cvv: String
    expirationMonth: String
    expirationYear: String
    cardholderName: String
    billingAddress: AddressInput
  }
  input AddressInput {
    firstName: String
    lastName: String
    company: String
    streetAddress: String
    extendedAddress: String
    locality: String
    region: String
    postalCode: String
    countryCodeAlpha2: String
    countryCodeAlpha3: String
    countryCodeNumeric: String
    countryName: String
    phoneNumber: String
  }
  input TokenizeCreditCardOptionsInput { validate: Boolean }
  input AuthenticationInsightInput { merchantAccountId: ID! }

  type TokenizeCreditCardPayload {
    clientMutationId: String
    "What browsers read of it."
    token: ID
    creditCard: CreditCardDetails
    "What servers do, as the specs of the official SDKs: its id is the token."
    paymentMethod: PaymentMethod
    authenticationInsight(input: AuthenticationInsightInput!): AuthenticationInsight
  }
  type PaymentMethod implements Node { id: ID! usage: PaymentMethodUsage details: PaymentMethodDetails }
  enum PaymentMethodUsage { SINGLE_USE MULTI_USE }
  union PaymentMethodDetails = CreditCardDetails
  type CreditCardDetails {
    bin: String
    brandCode: CreditCardBrandCode
    last4: String
    cardholderName: String
    expirationMonth: String
    expirationYear: String
    binData: BinRecord
  }
  type BinRecord {
    prepaid: YesNoUnknown
    healthcare: YesNoUnknown
    debit: YesNoUnknown
    durbinRegulated: YesNoUnknown
    commercial: YesNoUnknown
    payroll: YesNoUnknown
    issuingBank: String
    countryOfIssuance: String
    productId: String
  }
  type AuthenticationInsight {
    customerAuthenticationRegulationEnvironment: CustomerAuthenticationRegulationEnvironment
  }

  input DeletePaymentMethodFromSingleUseTokenInput { clientMutationId: String singleUseTokenId: ID! }
  type DeletePaymentMethodFromSingleUseTokenPayload { clientMutationId: String }
`)
