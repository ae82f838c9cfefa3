import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'
import { listProblems, newCustomer } from '../vault-calls.ts'

const home = {
  firstName: 'Demo',
  lastName: 'Parent',
  company: 'Demo Tennis',
  streetAddress: '1 E Main St',
  extendedAddress: 'Suite 403',
  locality: 'Chicago',
  region: 'IL',
  postalCode: '60607',
  phoneNumber: '312 555 1234',
}
const countries = {
  countryName: 'Mexico',
  countryCodeAlpha2: 'MX',
  countryCodeAlpha3: 'MEX',
  countryCodeNumeric: '484',
}

calls({ created, wrong, changed })

async function created(world: World) {
  const { merchant, check, checkThrows } = world
  const { id: customerId } = await newCustomer(world)
  const create = async (params: object) => await merchant.address.create({ customerId, ...params } as never)
  const { address } = await create({ ...home, countryName: 'Mexico' })
  check('an address is created with every field', address, { ...home, customerId, id: anything })
  check('an address is found', await merchant.address.find(customerId, address.id), home)
  for (const [field, value] of Object.entries(countries)) {
    const { address: named } = await create({ [field]: value })
    check(`${field} alone tells the whole country`, named, countries)
  }
  const { address: coded } = await create({ countryName: 'US' })
  check('a code of two letters does as a name', coded, { countryName: 'United States of America' })
  const { address: bare } = await create({ locality: 'Chicago' })
  check('what is not given is null', bare, { region: null, postalCode: null, countryName: null })
  const phone = { countryCode: '1', nationalNumber: '3121234567' }
  const { address: called } = await create({ internationalPhone: phone })
  check('an address has an international phone', Reflect.get(called, 'internationalPhone'), phone)
  check(
    'the addresses of a customer come in their order',
    (await merchant.customer.find(customerId)).addresses?.slice(0, 2),
    [{ id: address.id }, { countryName: 'Mexico' }],
  )
  await checkThrows(
    'nobody gets no address',
    () => merchant.address.create({ customerId: 'nobody', ...home } as never),
    'notFoundError',
  )
  const other = await newCustomer(world)
  await checkThrows(
    'the address of another customer is not found',
    () => merchant.address.find(other.id, address.id),
    'notFoundError',
  )
}

async function wrong(world: World) {
  const { merchant, check } = world
  const { id: customerId } = await newCustomer(world)
  const long = 'x'.repeat(256)
  const cases: Record<string, [params: object, problem: string]> = {
    'an unknown country': [{ countryName: 'Nowhere' }, 'address.countryName 91803'],
    'an unknown code of two letters': [{ countryCodeAlpha2: 'ZZ' }, 'address.countryCodeAlpha2 91814'],
    'an unknown code of three letters': [{ countryCodeAlpha3: 'ZZZ' }, 'address.countryCodeAlpha3 91816'],
    'an unknown numeric code': [{ countryCodeNumeric: '000' }, 'address.countryCodeNumeric 91817'],
    'two countries': [{ countryName: 'Mexico', countryCodeAlpha2: 'US' }, 'address.base 91815'],
    'an address without anything': [{}, 'address.base 81801'],
    'a long company': [{ company: long }, 'address.company 81802'],
    'a long second line': [{ extendedAddress: long }, 'address.extendedAddress 81804'],
    'a long first name': [{ firstName: long }, 'address.firstName 81805'],
    'a long last name': [{ lastName: long }, 'address.lastName 81806'],
    'a long town': [{ locality: long }, 'address.locality 81807'],
    'a long postal code': [{ postalCode: '1234567890' }, 'address.postalCode 81809'],
    'a long region': [{ region: long }, 'address.region 81810'],
    'a long street': [{ streetAddress: long }, 'address.streetAddress 81812'],
    'a postal code with signs': [{ postalCode: '60607$' }, 'address.postalCode 81813'],
  }
  for (const [label, [params, problem]] of Object.entries(cases)) {
    const result = await merchant.address.create({ customerId, ...params } as never)
    check(`${label} is refused`, listProblems(result), [problem])
  }
  const nowhere = await merchant.address.create({ customerId, countryName: 'Nowhere' } as never)
  check('the refusal says what is wrong', nowhere.message, 'Country name is not an accepted country.')
  for (let count = 0; count < 50; count += 1) {
    await merchant.address.create({ customerId, locality: `Town ${count}` } as never)
  }
  const many = await merchant.address.create({ customerId, ...home } as never)
  check('the fifty-first address is refused', listProblems(many), ['address.base 91818'])
}

async function changed(world: World) {
  const { merchant, check, checkThrows } = world
  const card = { number: '4111111111111111', expirationDate: '05/2031' }
  const { id: customerId, creditCards = [] } = await newCustomer(world, {
    creditCard: { ...card, billingAddress: { ...home, countryName: 'France' } },
  })
  const { token = '', billingAddress } = creditCards[0] ?? {}
  const id = billingAddress?.id ?? ''
  const update = async (params: object) => await merchant.address.update(customerId, id, params as never)
  const moved = await update({ streetAddress: '1 New Street', countryName: 'Mexico' })
  check('an update changes what it names', moved.address, { streetAddress: '1 New Street', ...countries })
  check('an update leaves the rest', moved.address, { locality: 'Chicago', postalCode: '60607' })
  check('a card that is billed there moves along', (await merchant.creditCard.find(token)).billingAddress, {
    id,
    streetAddress: '1 New Street',
  })
  check(
    'a wrong country is refused in an update too',
    listProblems(await update({ countryName: 'Nowhere' })),
    ['address.countryName 91803'],
  )
  await checkThrows(
    'an address that is not there is not updated',
    () => merchant.address.update(customerId, 'nothing', home as never),
    'notFoundError',
  )
  await merchant.address.delete(customerId, id)
  await checkThrows('a deleted address is gone', () => merchant.address.find(customerId, id), 'notFoundError')
  check(
    'a card that was billed there has no address',
    (await merchant.creditCard.find(token)).billingAddress,
    undefined,
  )
  await checkThrows(
    'an address is deleted once',
    () => merchant.address.delete(customerId, id),
    'notFoundError',
  )
}
