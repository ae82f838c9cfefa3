import { calls, type World } from '../calls.ts'
import { listProblems, newCustomer } from '../vault-calls.ts'

calls({ changes, verification, payPal })

async function changes(world: World) {
  const { merchant, check, checkThrows } = world
  const { id: customerId } = await newCustomer(world)
  const billingAddress = { streetAddress: '1 E Main St', region: 'IL' }
  const { paymentMethod } = await merchant.paymentMethod.create({
    customerId,
    paymentMethodNonce: 'fake-valid-visa-nonce',
    cardholderName: 'Before',
    billingAddress,
  } as never)
  check('a name and an address come with a nonce', paymentMethod, {
    cardholderName: 'Before',
    billingAddress,
  })
  const update = async (token: string, params: object) =>
    (await merchant.paymentMethod.update(token, params as never)).paymentMethod
  const named = await update(paymentMethod.token, { cardholderName: 'After', expirationDate: '07/2033' })
  check('an update changes name and date', named, { cardholderName: 'After', expirationDate: '07/2033' })
  check('an update leaves number and address', named, { last4: '1881', billingAddress })
  const moved = await update(paymentMethod.token, { billingAddress: { region: 'WI' } })
  check('an address in an update is a new one', moved, {
    billingAddress: { region: 'WI', streetAddress: null },
  })
  const stored = await update(paymentMethod.token, {
    billingAddress: { streetAddress: '2 W Main St', options: { updateExisting: true } },
  })
  check('updateExisting changes the address in place', stored, {
    billingAddress: { region: 'WI', streetAddress: '2 W Main St' },
  })
  const { addresses = [] } = await merchant.customer.find(customerId)
  check('so the customer has two addresses', addresses.length, 2)
  const chosen = await update(paymentMethod.token, { billingAddressId: addresses[0]?.id })
  check('an update chooses another address of the customer', chosen, { billingAddress })
  const numbered = await update(paymentMethod.token, { number: '5555555555554444' })
  check('an update changes the number', numbered, {
    cardType: 'MasterCard',
    last4: '4444',
    cardholderName: 'After',
  })
  const renamed = await update(paymentMethod.token, { token: 'another_token' })
  check('an update changes the token', renamed.token, 'another_token')
  const old = () => merchant.paymentMethod.find(paymentMethod.token)
  await checkThrows('the token before leads nowhere', old, 'notFoundError')
  const wrong = await merchant.paymentMethod.update('another_token', { number: '4111' } as never)
  check('a wrong number is refused in an update', listProblems(wrong), ['creditCard.number 81716'])
  const declined = await merchant.paymentMethod.update('another_token', {
    number: '4000111111111115',
    options: { verifyCard: true },
  } as never)
  check('a declined number is refused in an update', declined, {
    success: false,
    verification: { status: 'processor_declined' },
  })
  check('and changes nothing', await merchant.paymentMethod.find('another_token'), { last4: '4444' })
  const replaced = await update('another_token', { paymentMethodNonce: 'fake-valid-amex-nonce' })
  check('a nonce in an update replaces the card', replaced, {
    cardType: 'American Express',
    token: 'another_token',
  })
  const venmo = { paymentMethodNonce: 'fake-venmo-account-nonce' }
  const swapped = await merchant.paymentMethod.update('another_token', venmo as never)
  check('a card is not replaced by an account', listProblems(swapped), ['creditCard.base 91735'])
}

async function verification(world: World) {
  const { merchant, check } = world
  const { id: customerId } = await newCustomer(world)
  const create = async (paymentMethodNonce: string, options: object = {}) =>
    await merchant.paymentMethod.create({
      customerId,
      paymentMethodNonce,
      options: { verifyCard: true, ...options },
    } as never)
  const { paymentMethod } = await create('fake-valid-visa-nonce', {
    verificationAmount: '1.03',
    verificationMerchantAccountId: 'sandbox_credit_card_non_default',
  })
  check('a verified card tells its verification', Reflect.get(paymentMethod, 'verification'), {
    status: 'verified',
    amount: '1.03',
    currencyIsoCode: 'USD',
    merchantAccountId: 'sandbox_credit_card_non_default',
    processorResponseCode: '1000',
    processorResponseType: 'approved',
    creditCard: { token: paymentMethod.token, last4: '1881' },
  })
  const declined = await create('fake-processor-declined-mastercard-nonce')
  check('a declined card is refused with the verification', declined, {
    success: false,
    message: 'Do Not Honor',
    verification: {
      status: 'processor_declined',
      processorResponseCode: '2000',
      processorResponseText: 'Do Not Honor',
      processorResponseType: 'soft_declined',
    },
  })
  const byAmount = await create('fake-valid-visa-nonce', { verificationAmount: '2004.00' })
  check('an amount of 2004.00 declines the check', byAmount, {
    success: false,
    verification: { processorResponseCode: '2004', processorResponseType: 'hard_declined' },
  })
  check('a fraudulent card is rejected', await create('fake-gateway-rejected-fraud-nonce'), {
    success: false,
    verification: { status: 'gateway_rejected', gatewayRejectionReason: 'fraud' },
  })
  check('a processor that fails vaults nothing', await create('fake-processor-failure-jcb-nonce'), {
    success: false,
    verification: { status: 'failed', processorResponseCode: '3000' },
  })
  const authenticated = await create('fake-three-d-secure-visa-full-authentication-nonce')
  check(
    'the verification of an authenticated card tells of the authentication',
    Reflect.get(authenticated.paymentMethod, 'verification').threeDSecureInfo,
    { status: 'authenticate_successful', liabilityShifted: true, enrolled: 'Y' },
  )
  check('an account is vaulted without a check', (await create('fake-venmo-account-nonce')).success, true)
  check('only what was in order is in the vault', (await merchant.customer.find(customerId)).paymentMethods, [
    { last4: '1881' },
    { last4: '0002' },
    { username: 'venmojoe' },
  ])
}

async function payPal(world: World) {
  const { merchant, check, checkThrows } = world
  const { id: customerId } = await newCustomer(world, { paymentMethodNonce: 'fake-valid-visa-nonce' })
  const paymentMethodNonce = 'fake-paypal-billing-agreement-nonce'
  const { paymentMethod } = await merchant.paymentMethod.create({ customerId, paymentMethodNonce })
  const { token } = paymentMethod
  check('a PayPal account is found by its own call', await merchant.paypalAccount.find(token), {
    token,
    email: /@/,
    default: false,
  })
  const updated = await merchant.paypalAccount.update(token, {
    token: 'my_paypal',
    options: { makeDefault: true },
  })
  check('a PayPal account gets a token and is the default', updated.paypalAccount, {
    token: 'my_paypal',
    default: true,
  })
  const again = await merchant.paypalAccount.update('my_paypal', { paymentMethodNonce })
  check('a PayPal account is not replaced by a nonce', listProblems(again), ['paypalAccount.base 92914'])
  const { creditCards = [] } = await merchant.customer.find(customerId)
  const card = creditCards[0]?.token ?? ''
  await checkThrows('a card is no PayPal account', () => merchant.paypalAccount.find(card), 'notFoundError')
  await checkThrows(
    'a PayPal account is no card',
    () => merchant.creditCard.find('my_paypal'),
    'notFoundError',
  )
  await merchant.paypalAccount.delete('my_paypal')
  const gone = () => merchant.paypalAccount.find('my_paypal')
  await checkThrows('a deleted PayPal account is gone', gone, 'notFoundError')
}
