import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'
import { listProblems, newCustomer } from '../vault-calls.ts'

calls({ fields, wrongFields, withMethods, updates, cardUpdates })

const everyField = {
  firstName: 'Demo',
  lastName: 'Parent',
  company: 'Demo Tennis',
  email: 'demo.parent@example.org',
  phone: '312.555.1234',
  fax: '614.555.5678',
  website: 'www.example.org',
}

async function fields(world: World) {
  const { merchant, check, checkThrows } = world
  const created = await newCustomer(world, everyField)
  check('a customer is created with every field', created, everyField)
  check('a customer without an id gets one of digits', created.id, /^\d+$/)
  check('a customer is known to GraphQL by a global id', Reflect.get(created, 'globalId'), anything)
  check('a found customer is the created one', await merchant.customer.find(created.id), everyField)
  const empty = await newCustomer(world)
  check('a customer needs no field', empty, { firstName: null, email: null, customFields: '' })
  check('a new customer has neither methods nor addresses', empty, {
    paymentMethods: [],
    creditCards: [],
    paypalAccounts: [],
    venmoAccounts: [],
    addresses: [],
  })
  check('a chosen id is kept', (await newCustomer(world, { id: 'my_customer-1' })).id, 'my_customer-1')
  const storeMe = { storeMe: 'a custom value' }
  const custom = await newCustomer(world, { customFields: storeMe })
  check('custom fields are kept', (await merchant.customer.find(custom.id)).customFields, storeMe)
  const phone = { countryCode: '1', nationalNumber: '3121234567' }
  const abroad = await newCustomer(world, { internationalPhone: phone })
  check(
    'an international phone is kept in its parts',
    Reflect.get(await merchant.customer.find(abroad.id), 'internationalPhone'),
    phone,
  )
  await merchant.customer.delete(empty.id)
  await checkThrows('a deleted customer is gone', () => merchant.customer.find(empty.id), 'notFoundError')
  const unicode = await newCustomer(world, { firstName: '<Zoë & "Ana">', lastName: '李' })
  check('a name may hold any letters', unicode, { firstName: '<Zoë & "Ana">', lastName: '李' })
  const halves = await newCustomer(world, { firstName: 'Zoë \ud83d\0!', customFields: { storeMe: '\udc4b' } })
  check('half a letter becomes U+FFFD, a NUL is dropped', halves, {
    firstName: 'Zoë \ufffd!',
    customFields: { storeMe: '\ufffd' },
  })
}

async function wrongFields(world: World) {
  const { merchant, check } = world
  await newCustomer(world, { id: 'taken' })
  const long = 'x'.repeat(256)
  const wrong: Record<string, [params: object, problem: string]> = {
    'an id that is taken': [{ id: 'taken' }, 'customer.id 91609'],
    'an id with a space': [{ id: 'a b' }, 'customer.id 91610'],
    'an id with a meaning of its own': [{ id: 'all' }, 'customer.id 91611'],
    'an id of 37 characters': [{ id: 'x'.repeat(37) }, 'customer.id 91612'],
    'an email without an @': [{ email: 'nowhere' }, 'customer.email 81604'],
    'a company that is too long': [{ company: long }, 'customer.company 81601'],
    'an email that is too long': [{ email: `${long}@example.org` }, 'customer.email 81605'],
    'a fax that is too long': [{ fax: long }, 'customer.fax 81607'],
    'a first name that is too long': [{ firstName: long }, 'customer.firstName 81608'],
    'a last name that is too long': [{ lastName: long }, 'customer.lastName 81613'],
    'a phone that is too long': [{ phone: long }, 'customer.phone 81614'],
    'a website that is none': [{ website: 'not a site' }, 'customer.website 81616'],
    'a custom field with a wrong name': [{ customFields: { '1st': 'x' } }, 'customer.customFields 91602'],
    'a custom field that is too long': [{ customFields: { storeMe: long } }, 'customer.customFields 81603'],
    'a country code of letters': [
      { internationalPhone: { countryCode: 'us', nationalNumber: '3121234567' } },
      'customer.internationalPhone.countryCode 91625',
    ],
    'a national number of letters': [
      { internationalPhone: { countryCode: '1', nationalNumber: 'call me' } },
      'customer.internationalPhone.nationalNumber 91626',
    ],
  }
  for (const [label, [params, problem]] of Object.entries(wrong))
    check(`${label} is refused`, listProblems(await merchant.customer.create(params)), [problem])
  const two = await merchant.customer.create({ id: 'a b', email: 'nowhere' })
  check('every problem is told at once', listProblems(two).toSorted(), [
    'customer.email 81604',
    'customer.id 91610',
  ])
  const three = await merchant.customer.create({
    email: 'nowhere',
    creditCard: { number: '4111', expirationDate: '05/2031', billingAddress: { countryName: 'Nowhere' } },
  } as never)
  check('those of the customer, the card and the address too', listProblems(three), [
    'customer.email 81604',
    'customer.creditCard.number 81716',
    'customer.creditCard.billingAddress.countryName 91803',
  ])
  const before = await merchant.customer.create({ id: 'undone', creditCard: { number: '4111' } } as never)
  check('a wrong card is refused on the card of the customer', listProblems(before), [
    'customer.creditCard.number 81716',
    'customer.creditCard.expirationDate 81709',
  ])
  check(
    'a customer with a wrong card is not created',
    (await newCustomer(world, { id: 'undone' })).id,
    'undone',
  )
}

async function withMethods(world: World) {
  const { merchant, check } = world
  const card = {
    number: '5555555555554444',
    expirationDate: '05/2031',
    cvv: '123',
    cardholderName: 'Demo Parent',
  }
  const billingAddress = { streetAddress: '1 E Main St', locality: 'Chicago', countryName: 'US' }
  const withCard = await newCustomer(world, { creditCard: { ...card, billingAddress } })
  check('a customer comes with a card', withCard.creditCards, [
    {
      maskedNumber: '555555******4444',
      expirationDate: '05/2031',
      cardholderName: 'Demo Parent',
      default: true,
    },
  ])
  check('the card has its billing address', withCard.creditCards?.[0]?.billingAddress, {
    streetAddress: '1 E Main St',
    countryName: 'United States of America',
    countryCodeAlpha3: 'USA',
  })
  check('the billing address is among the addresses of the customer', withCard.addresses, [
    { id: withCard.creditCards?.[0]?.billingAddress?.id, locality: 'Chicago' },
  ])
  const abroad = { creditCard: { ...card, billingAddress: { countryName: 'Nowhere' } } }
  check(
    'an unknown country is refused where it stands',
    listProblems(await merchant.customer.create(abroad as never)),
    ['customer.creditCard.billingAddress.countryName 91803'],
  )
  const kinds: [nonce: string, list: string, label: string][] = [
    ['fake-valid-visa-nonce', 'creditCards', 'a card'],
    ['fake-paypal-billing-agreement-nonce', 'paypalAccounts', 'a PayPal account'],
    ['fake-venmo-account-nonce', 'venmoAccounts', 'a Venmo account'],
    ['fake-apple-pay-visa-nonce', 'applePayCards', 'an Apple Pay card'],
    ['fake-android-pay-visa-nonce', 'androidPayCards', 'a Google Pay card'],
  ]
  for (const [paymentMethodNonce, list, label] of kinds) {
    const customer = await newCustomer(world, { paymentMethodNonce })
    check(
      `a nonce brings ${label}`,
      [Reflect.get(customer, list), customer.paymentMethods],
      [[{ default: true, customerId: customer.id }], [{ default: true, token: anything }]],
    )
  }
  const verified = await merchant.customer.create({
    creditCard: { number: '4000111111111115', expirationDate: '05/2031', options: { verifyCard: true } },
  } as never)
  check('a customer with a declined card is refused with the verification', verified, {
    success: false,
    verification: { status: 'processor_declined', processorResponseCode: '2000' },
  })
  const consumed = await merchant.customer.create({ paymentMethodNonce: 'fake-consumed-nonce' })
  check('a consumed nonce brings no customer', listProblems(consumed), [
    'customer.creditCard.paymentMethodNonce 91731',
  ])
  const full = await newCustomer(world, { ...everyField, creditCard: { ...card, billingAddress } })
  const alone = await merchant.customer.find(full.id, 'customernoassociations')
  check('a filter leaves out cards, addresses and custom fields', alone, {
    firstName: 'Demo',
    creditCards: [],
    addresses: [],
    customFields: '',
  })
}

async function updates(world: World) {
  const { merchant, check, checkThrows } = world
  const { id } = await newCustomer(world, {
    ...everyField,
    customFields: { storeMe: 'before', other: 'stays' },
  })
  const changed = await merchant.customer.update(id, { firstName: 'New', customFields: { storeMe: 'after' } })
  check('an update changes what it names', changed.customer.firstName, 'New')
  check('an update leaves the rest', changed.customer, { lastName: 'Parent', email: everyField.email })
  check('an update changes one custom field', changed.customer.customFields, {
    storeMe: 'after',
    other: 'stays',
  })
  await newCustomer(world, { id: 'in_use' })
  const taken = await merchant.customer.update(id, { id: 'in_use' } as never)
  check('a customer cannot take the id of another', listProblems(taken), ['customer.id 91609'])
  const renamed = await merchant.customer.update(id, { id: 'renamed' } as never)
  check('a customer can get another id', renamed.customer.id, 'renamed')
  await checkThrows('the id before leads nowhere', () => merchant.customer.find(id), 'notFoundError')
  const wrong = await merchant.customer.update('renamed', { email: 'nowhere' })
  check('a wrong email is refused in an update too', listProblems(wrong), ['customer.email 81604'])
  const nobody = () => merchant.customer.update('nobody', { email: 'nowhere' })
  await checkThrows('an update of nobody is not found, whatever it says', nobody, 'notFoundError')
}

async function cardUpdates(world: World) {
  const { merchant, check } = world
  const { id, creditCards = [] } = await newCustomer(world, { paymentMethodNonce: 'fake-valid-visa-nonce' })
  const token = creditCards[0]?.token ?? ''
  const update = async (request: object) => await merchant.customer.update(id, request as never)

  const second = { number: '5555555555554444', expirationDate: '05/2031' }
  const added = await update({ creditCard: second })
  check('an update adds a card', added.customer.creditCards, [
    { last4: '1881', default: true },
    { last4: '4444', default: false },
  ])
  const params = {
    cardholderName: 'New Name',
    expirationDate: '06/2032',
    options: { updateExistingToken: token },
  }
  const changed = await update({ creditCard: params })
  check('updateExistingToken changes the card in place', changed.customer.creditCards, [
    { token, cardholderName: 'New Name', expirationDate: '06/2032', last4: '1881' },
    { last4: '4444' },
  ])
  const strange = await update({ creditCard: { ...params, options: { updateExistingToken: 'nothing' } } })
  check('updateExistingToken must name a card of the customer', listProblems(strange), [
    'customer.creditCard.options.updateExistingToken 91723',
  ])
  const other = added.customer.creditCards?.[1]?.token ?? ''
  const chosen = await update({ defaultPaymentMethodToken: other })
  check('defaultPaymentMethodToken chooses the default', chosen.customer.creditCards, [
    { default: false },
    { token: other, default: true },
  ])
  const first = await update({ creditCard: { options: { updateExistingToken: token, makeDefault: true } } })
  check('makeDefault chooses it too', first.customer.creditCards?.[0], { token, default: true })
}
