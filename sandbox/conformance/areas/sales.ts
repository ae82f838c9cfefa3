import { browserClient } from '../../tests/support/clients.ts'
import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'
import { sell, visa } from '../transaction-calls.ts'
import { listProblems, newCustomer } from '../vault-calls.ts'

calls({ plain, details, waysToPay })

async function plain(world: World) {
  const { check, merchant } = world
  const { success, transaction } = await sell(world, { amount: '5.00', creditCard: visa })
  check('a sale succeeds', success, true)
  check('a sale of a card shows what a merchant needs of it', transaction, {
    id: /^\w+$/,
    graphQLId: anything,
    type: 'sale',
    status: 'authorized',
    amount: '5.00',
    currencyIsoCode: 'USD',
    merchantAccountId: 'sandbox_credit_card',
    paymentInstrumentType: 'credit_card',
    creditCard: { bin: '411111', last4: '1111', maskedNumber: '411111******1111', expirationDate: '05/2030' },
  })
  check('the answer of the bank is shown', transaction, {
    processorResponseCode: '1000',
    processorResponseText: 'Approved',
    processorResponseType: 'approved',
    networkResponseCode: 'XX',
    networkResponseText: 'sample network response text',
    networkTransactionId: anything,
    processorAuthorizationCode: /^\w{6}$/,
    retrievalReferenceNumber: anything,
    authorizationExpiresAt: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  })
  check('what is not set is null, and the lists are there', transaction, {
    voiceReferralNumber: null,
    gatewayRejectionReason: null,
    threeDSecureInfo: null,
    refundIds: [],
    disputes: [],
    authorizationAdjustments: [],
    partialSettlementTransactionIds: [],
    statusHistory: [{ status: 'authorized', amount: '5.00' }],
  })
  check('foreign retailer is absent', 'foreignRetailer' in transaction, false)
  check('find shows the same', { ...(await merchant.transaction.find(transaction.id)) }, { ...transaction })
  const many = await Promise.all(Array.from({ length: 51 }, () => sell(world)))
  check('51 equal sales at once all pass', many.filter((one) => one.success).length, 51)
}

async function details(world: World) {
  const { check } = world
  const shown = async (params: object) => (await sell(world, params)).transaction
  const customer = { firstName: 'Demo', lastName: 'Parent', email: 'parent@example.org', company: 'Demo' }
  check('the customer of the request is shown', await shown({ customer }), { customer })
  const billing = { firstName: 'Demo', streetAddress: '1 Main St', postalCode: '60607', locality: 'Chicago' }
  check('so is the billing address', await shown({ billing }), { billing: { ...billing, company: null } })
  check('a country is completed', await shown({ billing: { countryCodeAlpha2: 'MX' } }), {
    billing: { countryName: 'Mexico', countryCodeAlpha3: 'MEX', countryCodeNumeric: '484' },
  })
  const shipping = { locality: 'Bartlett', phoneNumber: '122-555-1236', shippingMethod: 'electronic' }
  check('and the shipping address with its method', await shown({ shipping }), { shipping })
  check('custom fields come back', await shown({ customFields: { storeMe: 'a & b' } }), {
    customFields: { storeMe: 'a & b' },
  })
  const customFields = { storeMe: null, other: 'kept' }
  const without = (await shown({ customFields })).customFields
  check('a custom field of null is none', Object.entries(without ?? {}), [['other', 'kept']])
  check('half a letter of an address becomes U+FFFD', await shown({ billing: { firstName: 'A\ud83d' } }), {
    billing: { firstName: 'A\ufffd' },
  })
  const descriptor = { name: 'abc*def', phone: '1234567890', url: 'ebay.com' }
  check('the descriptor comes back', await shown({ descriptor }), { descriptor })
  check('order id and channel come back', await shown({ orderId: 'order 1', channel: 'Demo Cart' }), {
    orderId: 'order 1',
    channel: 'Demo Cart',
  })
  const levels = {
    purchaseOrderNumber: 'ABC123',
    taxAmount: '1.34',
    discountAmount: '1.00',
    shippingAmount: '2.00',
    shipsFromPostalCode: '12345',
  }
  check('tax, discount, shipping and purchase order come back', await shown(levels), levels)
  check('a tax-exempt sale says so', await shown({ taxExempt: true }), { taxExempt: true })
  check(
    'a sale with a source of recurring is recurring',
    await shown({ transactionSource: 'recurring_first' }),
    {
      recurring: true,
    },
  )
  check('a sale by mail or telephone is not', await shown({ transactionSource: 'moto' }), {
    recurring: false,
  })
  check('device data lets the risk be judged', await shown({ deviceData: '{"correlation_id":"1"}' }), {
    riskData: {
      decision: 'Approve',
      deviceDataCaptured: true,
      decisionReasons: [],
      transactionRiskScore: anything,
    },
  })
  const unchecked = await shown({ options: { skipAdvancedFraudChecking: true } })
  check('without a fraud check there is no risk data', 'riskData' in unchecked, false)
  check(
    'the risk data of the request is accepted',
    (
      await sell(world, {
        riskData: {
          customerDeviceId: 'device_1',
          customerIp: '127.0.0.1',
          customerLocationZip: '91244',
          customerTenure: '20',
        },
      })
    ).success,
    true,
  )
  check(
    'a card of another vault can be charged',
    (
      await sell(world, {
        creditCard: visa,
        externalVault: { status: 'vaulted', previousNetworkTransactionId: '123456789012345' },
      })
    ).success,
    true,
  )
  check(
    'a partial approval has its code',
    await shown({ amount: '1004.00', acceptPartialAuthorization: true }),
    {
      processorResponseCode: '1004',
      partiallyAuthorized: true,
    },
  )
  check('which nobody gets who does not ask for it', await shown({ amount: '1004.00' }), {
    processorResponseCode: '1000',
    partiallyAuthorized: false,
  })
  check('JCB gives no network transaction id', await shown({ paymentMethodNonce: 'fake-valid-jcb-nonce' }), {
    networkTransactionId: null,
  })
}

async function waysToPay(world: World) {
  const { check, merchant, sandbox } = world
  const { id: customerId } = await newCustomer(world, {
    firstName: 'Adam',
    creditCard: { ...visa, cardholderName: 'Adam Jones' },
  })
  const { transaction: byCustomer } = await sell(world, { customerId })
  check('a customer pays with the default card', byCustomer, {
    customer: { id: customerId, firstName: 'Adam' },
    creditCard: { cardholderName: 'Adam Jones', token: anything },
  })
  const paymentMethodToken = byCustomer.creditCard?.token
  check('a token is charged', (await sell(world, { paymentMethodToken })).transaction, {
    customer: { id: customerId },
    creditCard: { token: paymentMethodToken },
  })
  const { paymentMethodNonce } = await merchant.paymentMethodNonce.create(paymentMethodToken ?? '')
  check(
    'so is a nonce of a vaulted card',
    (await sell(world, { paymentMethodNonce: paymentMethodNonce.nonce })).success,
    true,
  )
  check('but only once', listProblems(await sell(world, { paymentMethodNonce: paymentMethodNonce.nonce })), [
    'transaction.paymentMethodNonce 91564',
  ])
  const browser = await browserClient(sandbox, merchant)
  const nonce = await browser.nonce({
    number: '378282246310005',
    expirationMonth: '5',
    expirationYear: '2030',
    cvv: '1234',
  })
  check('a nonce of a browser is charged', (await sell(world, { paymentMethodNonce: nonce })).transaction, {
    creditCard: { cardType: 'American Express' },
    cvvResponseCode: 'M',
  })
  check(
    'the CVV of a request is checked against the vaulted card',
    (
      await sell(world, {
        paymentMethodToken,
        creditCard: { cvv: '200' },
      })
    ).transaction,
    { gatewayRejectionReason: 'cvv', cvvResponseCode: 'N' },
  )
  check(
    'a CVV can be skipped',
    (
      await sell(world, {
        creditCard: { ...visa, cvv: '200' },
        options: { skipCvv: true },
      })
    ).transaction,
    { status: 'authorized', cvvResponseCode: 'B' },
  )
  check(
    'so can the address',
    (
      await sell(world, {
        creditCard: visa,
        billing: { postalCode: '20000' },
        options: { skipAvs: true },
      })
    ).transaction,
    { status: 'authorized', avsPostalCodeResponseCode: 'B' },
  )
}
