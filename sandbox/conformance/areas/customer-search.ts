import { calls, type World } from '../calls.ts'
import { all, newCustomer } from '../vault-calls.ts'

calls({ search, searchByVault, pages })

type Found = { id: string }
type Criterion = Record<string, (value: unknown, other?: unknown) => void>
type Search = Record<string, () => Criterion>

const ids = async ({ merchant }: World, fill: (search: Search) => void) =>
  (await all<Found>(merchant.customer.search(fill))).map((customer) => customer.id)

async function search(world: World) {
  const { check } = world
  const word = `word${Date.now()}`
  const values: Record<string, string> = {
    firstName: `${word}First`,
    lastName: `${word}Last`,
    company: `${word}Company`,
    email: `${word}@example.org`,
    phone: `312 ${word}`,
    fax: `614 ${word}`,
    website: `${word}.example.org`,
  }
  const { id, createdAt } = await newCustomer(world, values)
  for (const [field, value] of Object.entries(values))
    check(`a search finds by ${field}`, await ids(world, (search) => search[field]?.().is?.(value)), [id])
  check('a search finds by id', await ids(world, (search) => search.id?.().is?.(id)), [id])
  check('a search finds by several ids', await ids(world, (search) => search.ids?.().in?.([id, 'no'])), [id])
  const operators: Record<string, string> = {
    startsWith: word,
    endsWith: `${word.slice(-6)}First`,
    contains: word.slice(2),
  }
  for (const [operator, part] of Object.entries(operators))
    check(
      `a search finds by a first name that ${operator}`,
      await ids(world, (search) => search.firstName?.()[operator]?.(part)),
      [id],
    )
  const other = await newCustomer(world, { firstName: 'Other', lastName: values.lastName })
  const unlike = await ids(world, (search) => {
    search.lastName?.().is?.(values.lastName)
    search.firstName?.().isNot?.(values.firstName)
  })
  check('a search can leave out', unlike, [other.id])
  const both = await ids(world, (search) => search.lastName?.().is?.(values.lastName))
  check('a search gives the newest first', both, [other.id, id])
  const printed = await ids(world, (search) => {
    search.createdAt?.().is?.(createdAt)
    search.id?.().is?.(id)
  })
  check('a search finds by the printed time of creation', printed, [id])
  const hour = 3600 * 1000
  const between = (from: number, to: number) =>
    ids(world, (search) => {
      search.createdAt?.().between?.(new Date(Date.now() + from), new Date(Date.now() + to))
      search.id?.().is?.(id)
    })
  check('a search finds within two times', await between(-hour, hour), [id])
  check('a search finds nothing before the creation', await between(-2 * hour, -hour), [])
}

async function searchByVault(world: World) {
  const { merchant, check } = world
  const cardholderName = `Holder ${Date.now()}`
  const address = {
    firstName: 'Ada',
    lastName: 'Demo',
    streetAddress: `${Date.now()} Court St`,
    extendedAddress: `Suite ${Date.now()}`,
    locality: `Town ${Date.now()}`,
    region: 'IL',
    postalCode: String(Date.now()).slice(-9),
    countryName: 'Mexico',
  }
  const card = {
    number: '4111111111111111',
    expirationDate: '05/2037',
    cardholderName,
    billingAddress: address,
  }
  const { id, creditCards = [] } = await newCustomer(world, { creditCard: card })
  const token = creditCards[0]?.token ?? ''
  const twin = await newCustomer(world, {
    creditCard: { ...card, cardholderName: 'Twin', billingAddress: {} },
  })
  const found = (fill: (search: Search) => void) =>
    ids(world, (search) => {
      fill(search)
      search.ids?.().in?.([id])
    })
  for (const [field, value] of Object.entries(address)) {
    const name = `address${field[0]?.toUpperCase()}${field.slice(1)}`
    check(`a search finds by ${name}`, await found((search) => search[name]?.().is?.(value)), [id])
  }
  check(
    'a search finds by cardholder name',
    await ids(world, (s) => s.cardholderName?.().is?.(cardholderName)),
    [id],
  )
  check(
    'a search finds by payment method token',
    await ids(world, (s) => s.paymentMethodToken?.().is?.(token)),
    [id],
  )
  check(
    'a search finds by a whole card number',
    await found((s) => s.creditCardNumber?.().is?.(card.number)),
    [id],
  )
  check(
    'a search finds by the end of a card number',
    await found((s) => s.creditCardNumber?.().endsWith?.('1111')),
    [id],
  )
  check(
    'a search finds by the start of a card number',
    await found((s) => s.creditCardNumber?.().startsWith?.('4111')),
    [id],
  )
  check(
    'a search by another number finds nothing',
    await found((s) => s.creditCardNumber?.().endsWith?.('4444')),
    [],
  )
  check(
    'a search finds by expiration date',
    await found((s) => s.creditCardExpirationDate?.().is?.('05/37')),
    [id],
  )
  const duplicates = await ids(world, (s) => s.paymentMethodTokenWithDuplicates?.().is?.(token))
  check('a search finds every customer with the number of a token', duplicates, [twin.id, id])

  const payPal = await newCustomer(world, { paymentMethodNonce: 'fake-paypal-billing-agreement-nonce' })
  const email = payPal.paypalAccounts?.[0]?.email
  const payers = await ids(world, (s) => {
    s.paypalAccountEmail?.().is?.(email)
    s.ids?.().in?.([payPal.id])
  })
  check('a search finds by the email of a PayPal account', payers, [payPal.id])
  const whole = await all<{ creditCards: object[]; addresses: object[] }>(
    merchant.customer.search((s: Search) => s.id?.().is?.(id)),
  )
  check('a found customer is whole', whole, [{ creditCards: [{ token }], addresses: [{ region: 'IL' }] }])
}

async function pages(world: World) {
  const { check } = world
  const company = `Company ${Date.now()}`
  const made: string[] = []
  for (let count = 0; count < 53; count += 1) made.push((await newCustomer(world, { company })).id)
  const found = await ids(world, (search) => search.company?.().is?.(company))
  check('a search pages through more than fifty', found.toSorted(), made.toSorted())
  check('a search without a match is empty', await ids(world, (search) => search.id?.().is?.('nobody')), [])
}
