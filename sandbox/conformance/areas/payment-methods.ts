import { browserClient, cards } from '../../tests/support/clients.ts'
import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'
import { listProblems, newCustomer } from '../vault-calls.ts'

calls({ kinds, wrong, defaults, duplicates, sales })

async function kinds(world: World) {
  const { merchant, check, checkThrows } = world
  const { id: customerId } = await newCustomer(world)
  const vaulted = { token: anything, customerId, imageUrl: /\.png/, createdAt: anything, updatedAt: anything }
  const shown: Record<string, [nonce: string, expected: object]> = {
    'a card': ['fake-valid-mastercard-nonce', { cardType: 'MasterCard', maskedNumber: '555555******4444' }],
    'a PayPal account': ['fake-paypal-billing-agreement-nonce', { email: /@/, billingAgreementId: anything }],
    'a PayPal account for the future': ['fake-paypal-future-nonce', { email: /@/ }],
    'a Venmo account': [
      'fake-venmo-account-nonce',
      {
        username: 'venmojoe',
        venmoUserId: '1234567891234567891',
        sourceDescription: 'Venmo Account: venmojoe',
      },
    ],
    'an Apple Pay Visa': [
      'fake-apple-pay-visa-nonce',
      { cardType: 'Apple Pay - Visa', paymentInstrumentName: 'Visa 8886', sourceDescription: 'Visa 8886' },
    ],
    'an Apple Pay Mastercard': ['fake-apple-pay-mastercard-nonce', { cardType: 'Apple Pay - MasterCard' }],
    'an Apple Pay American Express': [
      'fake-apple-pay-amex-nonce',
      { cardType: 'Apple Pay - American Express', last4: '0005', expirationMonth: '12', isDeviceToken: true },
    ],
    "a merchant's Apple Pay token": [
      'fake-apple-pay-mpan-nonce',
      { isDeviceToken: false, merchantTokenIdentifier: anything },
    ],
    'a Google Pay card': [
      'fake-android-pay-discover-nonce',
      {
        virtualCardType: 'Discover',
        last4: '1117',
        sourceCardType: 'Visa',
        sourceCardLast4: '1111',
        sourceDescription: 'Visa 1111',
        googleTransactionId: anything,
        isNetworkTokenized: false,
      },
    ],
    'a Google Pay network token': [
      'fake-android-pay-mastercard-nonce',
      { cardType: 'MasterCard', last4: '4444', isNetworkTokenized: true },
    ],
  }
  for (const [label, [paymentMethodNonce, expected]] of Object.entries(shown)) {
    const { paymentMethod } = await merchant.paymentMethod.create({ customerId, paymentMethodNonce })
    check(`a nonce vaults ${label}`, paymentMethod, { ...vaulted, ...expected })
    check(`${label} is found`, await merchant.paymentMethod.find(paymentMethod.token), expected)
  }
  const paymentMethodNonce = 'fake-abstract-transactable-nonce'
  const unknown = await merchant.paymentMethod.create({ customerId, paymentMethodNonce })
  check('a method of a kind to come is vaulted', unknown.paymentMethod, { token: anything, customerId })
  const found = await merchant.paymentMethod.find(unknown.paymentMethod.token)
  check('a method of a kind to come is found', found.constructor.name, 'UnknownPaymentMethod')
  const { paymentMethods = [] } = await merchant.customer.find(customerId)
  check('the customer has them all', paymentMethods.length, Object.keys(shown).length)
  for (const { token } of paymentMethods) await merchant.paymentMethod.delete(token)
  const last = paymentMethods.at(-1)?.token ?? ''
  await checkThrows('a deleted method is gone', () => merchant.paymentMethod.find(last), 'notFoundError')
  await checkThrows('a method is deleted once', () => merchant.paymentMethod.delete(last), 'notFoundError')
}

async function wrong(world: World) {
  const { sandbox, merchant, check } = world
  const { id: customerId } = await newCustomer(world)
  const create = async (params: object) => await merchant.paymentMethod.create(params as never)
  const nonce = { paymentMethodNonce: 'fake-valid-nonce' }
  const cases: Record<string, [params: object, problem: string]> = {
    'no customer': [nonce, 'paymentMethod.customerId 93104'],
    'an unknown customer': [{ customerId: 'nobody', ...nonce }, 'paymentMethod.customerId 93105'],
    'no nonce': [{ customerId }, 'paymentMethod.paymentMethodNonce 93103'],
    'a consumed nonce': [
      { customerId, paymentMethodNonce: 'fake-consumed-nonce' },
      'paymentMethod.paymentMethodNonce 93107',
    ],
    'an unknown nonce': [
      { customerId, paymentMethodNonce: 'nothing' },
      'paymentMethod.paymentMethodNonce 93108',
    ],
    'a nonce of a wrong number': [
      { customerId, paymentMethodNonce: 'fake-luhn-invalid-nonce' },
      'creditCard.number 81715',
    ],
    'a PayPal account that pays once': [
      { customerId, paymentMethodNonce: 'fake-paypal-one-time-nonce' },
      'paypalAccount.base 82902',
    ],
    'a token with a space': [{ customerId, ...nonce, token: 'a b' }, 'creditCard.token 91718'],
    'a token of 37 characters': [{ customerId, ...nonce, token: 'x'.repeat(37) }, 'creditCard.token 91720'],
    'a token with a meaning of its own': [{ customerId, ...nonce, token: 'all' }, 'creditCard.token 91721'],
    'an unknown billing address': [
      { customerId, ...nonce, billingAddressId: 'no' },
      'creditCard.billingAddressId 91702',
    ],
    'a billing address and the id of one': [
      { customerId, ...nonce, billingAddressId: 'no', billingAddress: { region: 'IL' } },
      'creditCard.base 91701',
    ],
    'a billing address in no country': [
      { customerId, ...nonce, billingAddress: { countryName: 'Nowhere' } },
      'creditCard.billingAddress.countryName 91803',
    ],
    'a check of less than nothing': [
      { customerId, ...nonce, options: { verifyCard: true, verificationAmount: '-1.00' } },
      'creditCard.options.verificationAmount 91739',
    ],
    'a check of no amount': [
      { customerId, ...nonce, options: { verifyCard: true, verificationAmount: 'one' } },
      'creditCard.options.verificationAmount 91740',
    ],
    'a check for an unknown account': [
      { customerId, ...nonce, options: { verifyCard: true, verificationMerchantAccountId: 'nowhere' } },
      'creditCard.options.verificationMerchantAccountId 91728',
    ],
    'a check for a suspended account': [
      {
        customerId,
        ...nonce,
        options: { verifyCard: true, verificationMerchantAccountId: 'suspended_account' },
      },
      'creditCard.options.verificationMerchantAccountId 91742',
    ],
  }
  for (const [label, [params, problem]] of Object.entries(cases))
    check(`${label} is refused`, listProblems(await create(params)), [problem])
  await create({ customerId, ...nonce, token: 'chosen_token' })
  check(
    'a token that is taken is refused',
    listProblems(await create({ customerId, ...nonce, token: 'chosen_token' })),
    ['creditCard.token 91719'],
  )
  const agreed = {
    customerId,
    paymentMethodNonce: 'fake-paypal-billing-agreement-nonce',
    token: 'chosen_token',
  }
  check('a PayPal account with a taken token is refused', listProblems(await create(agreed)), [
    'paypalAccount.token 92906',
  ])
  const browser = await browserClient(sandbox, merchant, { customerId })
  const mine = await browser.nonce(cards.visa)
  const { id: other } = await newCustomer(world)
  const stolen = await create({ customerId: other, paymentMethodNonce: mine })
  check('the nonce of another customer is refused', listProblems(stolen), [
    'paymentMethod.paymentMethodNonce 91617',
  ])
  check(
    'a nonce that was refused is not used up',
    (await create({ customerId, paymentMethodNonce: mine })).success,
    true,
  )
  check('a nonce is vaulted once', listProblems(await create({ customerId, paymentMethodNonce: mine })), [
    'paymentMethod.paymentMethodNonce 93107',
  ])
}

async function defaults(world: World) {
  const { merchant, check } = world
  const { id: customerId } = await newCustomer(world)
  const add = async (paymentMethodNonce: string, options = {}) =>
    (await merchant.paymentMethod.create({ customerId, paymentMethodNonce, options })).paymentMethod.token
  const defaultToken = async () =>
    (await merchant.customer.find(customerId)).paymentMethods?.find((method) =>
      Reflect.get(method, 'default'),
    )?.token
  const card = await add('fake-valid-visa-nonce')
  check('the first method is the default', await defaultToken(), card)
  const account = await add('fake-paypal-billing-agreement-nonce')
  check('the second is not', await defaultToken(), card)
  const wallet = await add('fake-apple-pay-visa-nonce', { makeDefault: true })
  check('makeDefault chooses a wallet', await defaultToken(), wallet)
  await merchant.paymentMethod.update(account, { options: { makeDefault: true } })
  check('an update chooses an account', await defaultToken(), account)
  await merchant.paymentMethod.delete(account)
  check('after the default is deleted the oldest is', await defaultToken(), card)
  const { paymentMethodNonce } = await merchant.paymentMethodNonce.create(wallet)
  const again = await merchant.paymentMethod.create({
    customerId,
    paymentMethodNonce: paymentMethodNonce.nonce,
    options: { makeDefault: true },
  })
  check('the nonce of a vaulted method vaults no second one', again.paymentMethod.token, wallet)
  check('but can make it the default', await defaultToken(), wallet)
}

async function duplicates(world: World) {
  const { merchant, check } = world
  const { id: customerId } = await newCustomer(world, { paymentMethodNonce: 'fake-valid-jcb-nonce' })
  const { id: other } = await newCustomer(world)
  const create = async (owner: string, options: object, paymentMethodNonce = 'fake-valid-jcb-nonce') =>
    await merchant.paymentMethod.create({ customerId: owner, paymentMethodNonce, options } as never)
  const anywhere = { failOnDuplicatePaymentMethod: true }
  const mine = { failOnDuplicatePaymentMethodForCustomer: true }
  check('a number that is in the vault is refused', listProblems(await create(other, anywhere)), [
    'creditCard.number 81724',
  ])
  check('a number that the customer has is refused', listProblems(await create(customerId, mine)), [
    'creditCard.number 81763',
  ])
  check('the number of another customer is not the own', (await create(other, mine)).success, true)
  check('without the options a number is vaulted twice', (await create(customerId, {})).success, true)
  const { creditCards = [] } = await merchant.customer.find(customerId)
  const [first, second] = creditCards.map((card) => Reflect.get(card, 'uniqueNumberIdentifier'))
  check('the same number has the same identifier', [first, first === second], [/^\w{32}$/, true])
  const wallet = 'fake-apple-pay-visa-nonce'
  await create(other, {}, wallet)
  check('wallets are not compared', (await create(customerId, anywhere, wallet)).success, true)
}

async function sales(world: World) {
  const { merchant, check } = world
  const { id: customerId } = await newCustomer(world)
  const paid: Record<string, [nonce: string, kind: string]> = {
    'a card': ['fake-valid-visa-nonce', 'credit_card'],
    'a PayPal account': ['fake-paypal-billing-agreement-nonce', 'paypal_account'],
    'a Venmo account': ['fake-venmo-account-nonce', 'venmo_account'],
    'an Apple Pay card': ['fake-apple-pay-visa-nonce', 'apple_pay_card'],
    'a Google Pay card': ['fake-android-pay-visa-nonce', 'android_pay_card'],
  }
  for (const [label, [paymentMethodNonce, kind]] of Object.entries(paid)) {
    const { paymentMethod } = await merchant.paymentMethod.create({ customerId, paymentMethodNonce })
    const sale = await merchant.transaction.sale({ amount: '3.00', paymentMethodToken: paymentMethod.token })
    check(`${label} from the vault pays`, sale.transaction, {
      status: 'authorized',
      paymentInstrumentType: kind,
      customer: { id: customerId },
    })
  }
}
