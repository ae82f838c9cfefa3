import { browserClient, cards } from '../../tests/support/clients.ts'
import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'
import { newCustomer } from '../vault-calls.ts'

calls({ vaulted, tokenized, fixtures, authenticated, insight })

async function vaulted(world: World) {
  const { merchant, check, checkThrows } = world
  const { paymentMethods = [] } = await newCustomer(world, { paymentMethodNonce: 'fake-valid-prepaid-nonce' })
  const token = paymentMethods[0]?.token ?? ''
  const { success, paymentMethodNonce } = await merchant.paymentMethodNonce.create(token)
  const { nonce } = paymentMethodNonce
  check(
    'a vaulted card gives a nonce',
    [success, paymentMethodNonce],
    [true, { type: 'CreditCard', nonce: anything, default: true, consumed: false }],
  )
  check('a nonce tells of its card', await merchant.paymentMethodNonce.find(nonce), {
    nonce,
    type: 'CreditCard',
    consumed: false,
    default: true,
    threeDSecureInfo: null,
    details: {
      bin: '411111',
      lastTwo: '10',
      lastFour: '1210',
      cardType: 'Visa',
      expirationMonth: '12',
      expirationYear: /^\d{4}$/,
    },
    binData: { prepaid: 'Yes', debit: 'Unknown', issuingBank: 'Unknown', productId: 'Unknown' },
  })
  const other = await merchant.paymentMethodNonce.create(token)
  check('each nonce is another', other.paymentMethodNonce.nonce === nonce, false)
  await merchant.transaction.sale({ amount: '1.00', paymentMethodNonce: nonce })
  check('a nonce that paid is consumed', (await merchant.paymentMethodNonce.find(nonce)).consumed, true)
  const kinds: Record<string, [nonce: string, type: string]> = {
    'a PayPal account': ['fake-paypal-billing-agreement-nonce', 'PayPalAccount'],
    'a Venmo account': ['fake-venmo-account-nonce', 'VenmoAccount'],
    'an Apple Pay card': ['fake-apple-pay-visa-nonce', 'ApplePayCard'],
    'a Google Pay card': ['fake-android-pay-visa-nonce', 'AndroidPayCard'],
  }
  for (const [label, [fixture, type]] of Object.entries(kinds)) {
    const customer = await newCustomer(world, { paymentMethodNonce: fixture })
    const created = await merchant.paymentMethodNonce.create(customer.paymentMethods?.[0]?.token ?? '')
    check(`${label} gives a nonce`, created.paymentMethodNonce.type, type)
  }
  await merchant.paymentMethod.delete(token)
  const orphan = () => merchant.paymentMethodNonce.find(other.paymentMethodNonce.nonce)
  await checkThrows('the nonces of a deleted card are gone', orphan, 'notFoundError')
  const none = () => merchant.paymentMethodNonce.create('nothing')
  await checkThrows('an unknown token gives no nonce', none, 'notFoundError')
  await checkThrows(
    'an unknown nonce is not found',
    () => merchant.paymentMethodNonce.find('nothing'),
    'notFoundError',
  )
}

async function tokenized({ sandbox, merchant, check }: World) {
  const guest = await browserClient(sandbox, merchant)
  const nonce = await guest.nonce(cards.mastercard)
  check("a browser's nonce is found", await merchant.paymentMethodNonce.find(nonce), {
    type: 'CreditCard',
    default: false,
    details: { bin: '555555', lastFour: '4444', cardType: 'MasterCard', expirationMonth: '01' },
  })
  const { customer } = await merchant.customer.create({ paymentMethodNonce: nonce })
  check('and vaults its card', customer.creditCards, [{ last4: '4444', expirationDate: '01/2031' }])
}

async function fixtures({ merchant, check }: World) {
  const shown: Record<string, object> = {
    'fake-valid-amex-nonce': {
      type: 'CreditCard',
      details: { cardType: 'American Express', lastFour: '0005' },
    },
    'fake-valid-dinersclub-nonce': { type: 'CreditCard', details: { cardType: 'Discover' } },
    'fake-valid-debit-nonce': { binData: { debit: 'Yes', prepaid: 'Unknown' } },
    'fake-valid-country-of-issuance-cad-nonce': { binData: { countryOfIssuance: 'CAN' } },
    'fake-paypal-one-time-nonce': {
      type: 'PayPalAccount',
      details: { payerInfo: { email: /@/, payerId: anything, countryCode: 'US' } },
    },
    'fake-venmo-account-nonce': {
      type: 'VenmoAccount',
      details: { username: 'venmojoe', venmoUserId: '1234567891234567891', lastTwo: '99' },
    },
    'fake-apple-pay-amex-nonce': {
      type: 'ApplePayCard',
      details: { cardType: 'American Express', paymentInstrumentName: 'AmEx 41002', dpanLastTwo: '05' },
    },
    'fake-android-pay-visa-nonce': {
      type: 'AndroidPayCard',
      details: { cardType: 'Visa', isNetworkTokenized: false, bin: '411111' },
    },
  }
  for (const [nonce, expected] of Object.entries(shown))
    check(`${nonce} tells what it stands for`, await merchant.paymentMethodNonce.find(nonce), expected)
  const twice = ['1.00', '2.00'].map((amount) =>
    merchant.transaction.sale({ amount, paymentMethodNonce: 'fake-valid-nonce' }),
  )
  check('a test nonce is used again and again', await Promise.all(twice), [
    { success: true },
    { success: true },
  ])
}

async function authenticated({ merchant, check }: World) {
  const info = async (label: string) =>
    (await merchant.paymentMethodNonce.find(`fake-three-d-secure-${label}-nonce`)).threeDSecureInfo
  check('an authenticated card proves it', await info('visa-full-authentication'), {
    status: 'authenticate_successful',
    enrolled: 'Y',
    liabilityShifted: true,
    liabilityShiftPossible: true,
    cavv: /./,
    xid: /./,
    eciFlag: '05',
    threeDSecureVersion: /^1/,
  })
  check(
    'and is a Visa of 400000',
    await merchant.paymentMethodNonce.find('fake-three-d-secure-visa-full-authentication-nonce'),
    {
      details: { bin: '400000', cardType: 'Visa' },
    },
  )
  const ends: Record<string, [status: string, shifted: boolean]> = {
    'visa-failed-authentication': ['authenticate_failed', false],
    'visa-failed-signature': ['authenticate_signature_verification_failed', false],
    'visa-attempts-non-participating': ['authenticate_attempt_successful', true],
    'visa-not-enrolled': ['lookup_not_enrolled', false],
    'visa-unavailable': ['authentication_unavailable', false],
    'visa-mpi-lookup-error': ['lookup_error', false],
    'visa-mpi-authenticate-error': ['authenticate_error', false],
    'visa-authentication-unavailable': ['authenticate_unable_to_authenticate', false],
    'visa-bypassed-authentication': ['authentication_bypassed', false],
    'visa-lookup-timeout': ['lookup_error', false],
    'two-visa-successful-frictionless-authentication': ['authenticate_successful', true],
    'two-visa-successful-step-up-authentication': ['authenticate_successful', true],
    'two-visa-error-on-lookup': ['lookup_error', false],
    'two-visa-timeout-on-lookup': ['lookup_failed_acs_error', false],
  }
  for (const [label, [status, liabilityShifted]] of Object.entries(ends))
    check(`${label} ends as it says`, await info(label), { status, liabilityShifted })
  check('the newer protocol tells its version', await info('two-visa-successful-step-up-authentication'), {
    threeDSecureVersion: /^2/,
  })
}

async function insight(world: World) {
  const { merchant, check, checkThrows } = world
  const { id: customerId } = await newCustomer(world)
  const newToken = async (number: string) =>
    (await merchant.creditCard.create({ customerId, number, expirationDate: '05/2031' })).creditCard.token
  const insight = async (number: string, region: string, options: object = {}) => {
    const merchantAccountId = `${region}_three_d_secure_merchant_account`
    const request = { merchantAccountId, authenticationInsight: true, authenticationInsightOptions: options }
    const { paymentMethodNonce } = await merchant.paymentMethodNonce.create(await newToken(number), {
      paymentMethodNonce: request,
    })
    return Reflect.get(paymentMethodNonce, 'authenticationInsight')
  }
  const [german, indian] = ['4111111111121300', '4111111111121409']
  check('a European card in Europe falls under PSD2', await insight(german, 'european'), {
    regulationEnvironment: 'psd2',
  })
  check('an Indian card in India falls under the RBI', await insight(indian, 'india'), {
    regulationEnvironment: 'rbi',
  })
  check('an Indian card in Europe falls under neither', await insight(indian, 'european'), {
    regulationEnvironment: 'unregulated',
  })
  check('a card of unknown issue falls under neither', await insight(cards.visa.number, 'european'), {
    regulationEnvironment: 'unregulated',
  })
  check('without an amount the need is unknown', await insight(indian, 'india'), {
    scaIndicator: 'unavailable',
  })
  const above = await insight(indian, 'india', { amount: '2001.00' })
  check('above the threshold authentication is required', above, { scaIndicator: 'sca_required' })
  const consented = { amount: '2000.00', recurringCustomerConsent: true, recurringMaxAmount: '2000.00' }
  check('below it and with consent it is not', await insight(indian, 'india', consented), {
    scaIndicator: 'sca_optional',
  })
  await checkThrows('an unknown account gives no insight', () => insight(indian, 'no'), 'notFoundError')
  const plain = await merchant.paymentMethodNonce.create(await newToken(indian))
  check('it is not told where nobody asks', 'authenticationInsight' in plain.paymentMethodNonce, false)
}
