import type braintree from 'braintree'
import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'
import { sell, visa } from '../transaction-calls.ts'
import { listProblems } from '../vault-calls.ts'

calls({ keeping, authenticated, walletsAndAccounts })

const phone = { countryCode: '49', nationalNumber: '1751234567' }

async function keeping(world: World) {
  const { check, merchant } = world
  const stored = await sell(world, {
    creditCard: visa,
    customer: { firstName: 'Kim', internationalPhone: phone },
    options: { storeInVault: true },
  })
  check('a card is kept with a new customer', stored.transaction, {
    customer: { id: /^\d+$/, firstName: 'Kim', internationalPhone: phone },
    creditCard: { token: /^\w+$/ },
  })
  const named = { creditCard: { ...visa, token: 'sale_card' }, customer: { id: 'sale_customer' } }
  check(
    'token and customer take the names of the request',
    (
      await sell(world, {
        ...named,
        options: { storeInVaultOnSuccess: true },
      })
    ).transaction,
    { customer: { id: 'sale_customer' }, creditCard: { token: 'sale_card' } },
  )
  check('the vault shows the card under that name', await merchant.paymentMethod.find('sale_card'), {
    customerId: 'sale_customer',
  })
  const declined = { amount: '2000.00', creditCard: visa }
  check(
    'of a declined sale nothing is kept on success alone',
    (
      await sell(world, {
        ...declined,
        options: { storeInVaultOnSuccess: true },
      })
    ).transaction,
    { customer: { id: null }, creditCard: { token: null } },
  )
  check(
    'unless it is to be kept whatever comes',
    (
      await sell(world, {
        ...declined,
        options: { storeInVault: true },
      })
    ).transaction,
    { status: 'processor_declined', creditCard: { token: anything } },
  )
  const { transaction } = await sell(world, {
    creditCard: visa,
    billing: { postalCode: '60607' },
    shipping: { locality: 'Chicago' },
    options: {
      storeInVault: true,
      addBillingAddressToPaymentMethod: true,
      storeShippingAddressInVault: true,
    },
  })
  const customer = await merchant.customer.find(transaction.customer.id)
  const idIn = (town: string) => customer.addresses?.find(({ locality }) => locality === town)?.id
  const addressIds = ({ billing, shipping }: braintree.Transaction) => [billing?.id, shipping?.id]
  const storedIds = [customer.creditCards?.[0]?.billingAddress?.id ?? 'none', idIn('Chicago') ?? 'none']
  check('its addresses have the ids that they are kept by', addressIds(transaction), storedIds)
  const shown = addressIds(await merchant.transaction.find(transaction.id))
  check('which are shown when it is found, too', shown, storedIds)
  check('its billing address stays with the card', customer.creditCards?.[0], {
    billingAddress: { postalCode: '60607' },
  })
  check(
    'its shipping address stays with the customer',
    customer.addresses?.map(({ locality }) => locality).includes('Chicago'),
    true,
  )
  const addressId = customer.addresses?.[0]?.id
  check(
    'a later sale may name an address',
    (
      await sell(world, {
        customerId: customer.id,
        shippingAddressId: addressId,
        billingAddressId: addressId,
      })
    ).transaction,
    {
      billing: { locality: 'Chicago', id: addressId },
      shipping: { locality: 'Chicago', id: addressId },
    },
  )
  const byToken = await sell(world, { paymentMethodToken: transaction.creditCard?.token })
  check('and one by the card is billed to its address', addressIds(byToken.transaction), [storedIds[0], null])
  const unkept = await sell(world, { billing: { locality: 'Elgin' }, shipping: { locality: 'Elgin' } })
  check('an address that is not kept has no id', addressIds(unkept.transaction), [null, null])
  check('but none of another customer', listProblems(await sell(world, { shippingAddressId: addressId })), [
    'transaction.shippingAddressId 91581',
  ])
}

async function authenticated(world: World) {
  const { check } = world
  const required = { threeDSecure: { required: true } }
  check(
    'a required authentication that was not made rejects the sale',
    (
      await sell(world, {
        options: required,
      })
    ).transaction,
    { status: 'gateway_rejected', gatewayRejectionReason: 'three_d_secure' },
  )
  const proven = 'fake-three-d-secure-visa-full-authentication-nonce'
  check(
    'a nonce that carries one passes, and the sale shows it',
    (
      await sell(world, {
        paymentMethodNonce: proven,
        options: required,
      })
    ).transaction,
    {
      status: 'authorized',
      threeDSecureInfo: {
        status: 'authenticate_successful',
        liabilityShifted: true,
        liabilityShiftPossible: true,
      },
    },
  )
  const passThru = { eciFlag: '02', cavv: 'some_cavv', xid: 'some_xid', threeDSecureVersion: '1.0.2' }
  const card = { number: '5555555555554444', expirationDate: '05/2030' }
  const pass = (params: object, merchantAccountId = 'three_d_secure_merchant_account') =>
    sell(world, { creditCard: card, merchantAccountId, threeDSecurePassThru: { ...passThru, ...params } })
  check('proofs of an authentication elsewhere are taken', (await pass({})).transaction, {
    status: 'authorized',
  })
  const wrong: [string, object, string, string?][] = [
    ['need an ECI flag', { eciFlag: '' }, 'eciFlag 915113'],
    ['need a known one', { eciFlag: 'bad_eci_flag' }, 'eciFlag 915114'],
    ['need a CAVV', { cavv: '' }, 'cavv 915116'],
    ['need a known version', { threeDSecureVersion: 'invalid' }, 'threeDSecureVersion 915119'],
    [
      'need a known answer of the bank',
      { authenticationResponse: 'invalid' },
      'authenticationResponse 915120',
      'adyen_ma',
    ],
    [
      'need a known answer of the directory',
      { directoryResponse: 'invalid' },
      'directoryResponse 915121',
      'adyen_ma',
    ],
    ['need a known algorithm', { cavvAlgorithm: 'invalid' }, 'cavvAlgorithm 915122', 'adyen_ma'],
  ]
  for (const [name, params, problem, account] of wrong)
    check(`such proofs ${name}`, listProblems(await pass(params, account)), [
      `transaction.threeDSecurePassThru.${problem}`,
    ])
  check(
    'an unknown authentication is refused',
    listProblems(await sell(world, { threeDSecureAuthenticationId: 'nobody' })),
    ['transaction.threeDSecureAuthenticationId 915196'],
  )
}

async function walletsAndAccounts(world: World) {
  const { check } = world
  const sold = async (paymentMethodNonce: string, params: object = {}) =>
    (await sell(world, { paymentMethodNonce, ...params })).transaction
  check('a Venmo account pays', await sold('fake-venmo-account-nonce'), {
    paymentInstrumentType: 'venmo_account',
    venmoAccountDetails: { username: 'venmojoe' },
    cvvResponseCode: null,
  })
  check('an Apple Pay card pays', await sold('fake-apple-pay-amex-nonce'), {
    paymentInstrumentType: 'apple_pay_card',
    applePayCard: { cardType: anything, paymentInstrumentName: anything },
  })
  check('a Google Pay card pays', await sold('fake-android-pay-discover-nonce'), {
    paymentInstrumentType: 'android_pay_card',
    androidPayCard: { cardType: 'Discover', last4: '1117', googleTransactionId: anything },
  })
  const paypal = { payeeEmail: 'payee@example.org', customField: 'junk', description: 'lesson' }
  const paid = await sold('fake-paypal-one-time-nonce', {
    options: { submitForSettlement: true, storeInVault: true, paypal },
  })
  check('a PayPal account pays at once', paid, {
    status: 'settling',
    paymentInstrumentType: 'paypal_account',
    paypalAccount: {
      payerEmail: anything,
      authorizationId: anything,
      debugId: anything,
      captureId: anything,
      ...paypal,
    },
  })
  check('one that was approved once is not kept, even when asked for', paid, {
    paypalAccount: { token: null },
  })
  check('an unknown kind of payment method pays', await sold('fake-abstract-transactable-nonce'), {
    status: 'authorized',
  })
  check(
    'an issuer that gives no token rejects',
    await sold('fake-token-issuance-error-venmo-account-nonce'),
    {
      gatewayRejectionReason: 'token_issuance',
    },
  )
}
