import type braintree from 'braintree'
import { searchTransactions } from '../../tests/support/clients.ts'
import { control } from '../../tests/support/control-client.ts'
import { calls, type World } from '../calls.ts'
import { disputedCard, sell, settledSale, visa } from '../transaction-calls.ts'
import { newCustomer } from '../vault-calls.ts'

type Search = Parameters<braintree.TransactionSearchFn>[0]
/** A criterion of the search: the field, the operator, what it is compared with. */
type Criterion = [field: string, operator: string, ...values: unknown[]]

calls({ everyField, states, accounts, combined, pages })

/** Puts a criterion into a search, also by the fields that the SDK's types leave out. */
function put(search: Search, [field, operator, ...values]: Criterion) {
  const fields = new Map(Object.entries(Object.getPrototypeOf(search)))
  const node = Object(Reflect.apply(Object(fields.get(field)), search, []))
  node[operator](...values)
}

async function searchIds({ merchant }: World, criteria: Criterion[]): Promise<string[]> {
  const found = await searchTransactions(merchant, (search) => {
    for (const criterion of criteria) put(search, criterion)
  })
  return found.map(({ id }) => id)
}

async function everyField(world: World) {
  const { check, merchant, sandbox } = world
  const person = { firstName: 'Tina', lastName: 'Rally', company: 'Demo Tennis', email: 'tina@example.org' }
  const contact = { phone: '312.555.0100', fax: '312.555.0101', website: 'tina.example.org' }
  const address = {
    ...{ firstName: 'Tess', lastName: 'Topspin', company: 'Demo Club', streetAddress: '12 Court Rd' },
    ...{
      extendedAddress: 'Suite 3',
      locality: 'Clayvale',
      region: 'IL',
      postalCode: '60607',
      countryName: 'Mexico',
    },
  }
  const { id: customerId } = await newCustomer(world, { creditCard: { ...visa, cardholderName: 'Tina R' } })
  const sale = await settledSale(world, {
    customerId,
    orderId: 'search-1',
    customer: { ...person, ...contact },
    billing: address,
    shipping: { ...address, firstName: 'Sid' },
  })
  await sell(world, {
    orderId: 'search-2',
    creditCard: { number: '5555555555554444', expirationDate: '01/2031' },
  })
  await control(sandbox, 'POST', '/merchants/integration_merchant_id/clock', { seconds: 24 * 3600 })
  const now = await merchant.transaction.find(sale.id)
  const card = now.creditCard
  const day = now.disbursementDetails?.disbursementDate ?? ''
  const times = ['createdAt', 'authorizedAt', 'submittedForSettlementAt', 'settledAt'].map(
    (field): Criterion => [field, 'between', new Date(Date.now() - 600_000), new Date(Date.now() + 600_000)],
  )
  const criteria: Criterion[] = [
    ['id', 'is', now.id],
    ['ids', 'in', [now.id, 'nothing']],
    ['orderId', 'is', 'search-1'],
    ['customerId', 'is', customerId],
    ['paymentMethodToken', 'is', card?.token],
    ['type', 'is', 'sale'],
    ['status', 'in', ['settled', 'voided']],
    ['amount', 'between', '9.99', '10.01'],
    ['amount', 'is', '10.00'],
    ['currency', 'is', 'USD'],
    ['merchantAccountId', 'is', 'sandbox_credit_card'],
    ['createdUsing', 'is', 'token'],
    ['source', 'is', 'api'],
    ['user', 'is', 'integration_user_public_id'],
    ['refund', 'is', false],
    ['paymentInstrumentType', 'is', 'CreditCardDetail'],
    ['acquirerReferenceNumber', 'is', now.acquirerReferenceNumber],
    ['settlementBatchId', 'is', now.settlementBatchId],
    ['processorAuthorizationCode', 'is', now.processorAuthorizationCode],
    ['creditCardNumber', 'is', visa.number],
    ['creditCardNumber', 'startsWith', '411111'],
    ['creditCardNumber', 'endsWith', '1111'],
    ['creditCardExpirationDate', 'is', '05/2030'],
    ['creditCardCardholderName', 'is', 'Tina R'],
    ['creditCardCardType', 'is', 'Visa'],
    ['creditCardCustomerLocation', 'is', 'us'],
    ['creditCardUniqueIdentifier', 'is', card?.uniqueNumberIdentifier],
    ...Object.entries({ ...person, ...contact }).map(
      ([name, value]): Criterion => [`customer${capital(name)}`, 'is', value],
    ),
    ...Object.entries(address).map(([name, value]): Criterion => [`billing${capital(name)}`, 'is', value]),
    ...Object.entries({ ...address, firstName: 'Sid' }).map(
      ([name, value]): Criterion => [`shipping${capital(name)}`, 'is', value],
    ),
    ...times,
    ['disbursementDate', 'is', day],
  ]
  for (const criterion of criteria) {
    const found = await searchIds(world, [['orderId', 'startsWith', 'search-'], criterion])
    check(`${criterion[0]} ${criterion[1]} finds the transaction`, found.includes(now.id), true)
  }
  const strangers: Criterion[] = [
    ['orderId', 'isNot', 'search-1'],
    ['customerEmail', 'is', 'nobody@example.org'],
    ['billingLocality', 'startsWith', 'Grass'],
    ['creditCardNumber', 'is', '5555555555554444'],
    ['creditCardCardType', 'is', 'MasterCard'],
    ['creditCardExpirationDate', 'is', '01/2031'],
    ['createdUsing', 'is', 'full_information'],
    ['currency', 'is', 'BRL'],
    ['refund', 'is', true],
    ['settledAt', 'max', new Date(0)],
    ['disbursementDate', 'min', new Date(Date.now() + 7 * 24 * 3600_000)],
    ['storeId', 'is', 'nowhere'],
    ['storeIds', 'in', ['nowhere']],
    ['reasonCode', 'in', ['R01']],
    ['achType', 'is', 'same_day'],
    ['achReturnResponsesCreatedAt', 'min', new Date(0)],
    ['sepaDebitPaypalV2_OrderId', 'is', 'nothing'],
  ]
  for (const criterion of strangers)
    check(
      `${criterion.slice(0, 2).join(' ')} something else does not`,
      (await searchIds(world, [criterion])).includes(now.id),
      false,
    )
}

async function states(world: World) {
  const { check, merchant } = world
  const soon: [Criterion[1], Date, Date] = [
    'between',
    new Date(Date.now() - 60_000),
    new Date(Date.now() + 60_000),
  ]
  const { id: voided } = (await sell(world)).transaction
  await merchant.transaction.void(voided)
  const made: [string, string][] = [
    ['voidedAt', voided],
    ['processorDeclinedAt', (await sell(world, { amount: '2000.00' })).transaction.id],
    ['failedAt', (await sell(world, { amount: '3000.00' })).transaction.id],
    ['gatewayRejectedAt', (await sell(world, { amount: '5001.00' })).transaction.id],
    [
      'disputeDate',
      (await sell(world, { creditCard: disputedCard, options: { submitForSettlement: true } })).transaction
        .id,
    ],
  ]
  for (const [field, id] of made) {
    const found = await searchIds(world, [[field, 'min', new Date(Date.now() - 24 * 3600_000)]])
    check(`${field} finds what came to that, and only that`, [found.includes(id), found.length], [true, 1])
  }
  check(
    'a time at which nothing was voided finds nothing',
    await searchIds(world, [['voidedAt', 'max', new Date(0)]]),
    [],
  )
  check(
    'an expired authorization is sought by its time',
    await searchIds(world, [['authorizationExpiredAt', ...soon]]),
    [],
  )
  const sale = await settledSale(world)
  const { transaction: refund } = await merchant.transaction.refund(sale.id)
  check('refunds are found', await searchIds(world, [['refund', 'is', true]]), [refund.id])
  check('credits too', await searchIds(world, [['type', 'is', 'credit']]), [refund.id])
}

async function accounts(world: World) {
  const { check } = world
  const { transaction } = await sell(world, { paymentMethodNonce: 'fake-paypal-one-time-nonce' })
  const { payerEmail, paymentId, authorizationId } = Object(transaction.paypalAccount)
  check(
    'a PayPal sale is found by its payer',
    (await searchIds(world, [['paypalPayerEmail', 'is', payerEmail]])).includes(transaction.id),
    true,
  )
  check('by its payment', await searchIds(world, [['paypalPaymentId', 'is', paymentId]]), [transaction.id])
  check('by its authorization', await searchIds(world, [['paypalAuthorizationId', 'is', authorizationId]]), [
    transaction.id,
  ])
  const venmo = (await sell(world, { paymentMethodNonce: 'fake-venmo-account-nonce' })).transaction
  check(
    'a Venmo sale by its kind',
    await searchIds(world, [['paymentInstrumentType', 'is', 'venmo_account']]),
    [venmo.id],
  )
}

async function combined(world: World) {
  const { check } = world
  const first = (await sell(world, { orderId: 'both-1', amount: '11.00' })).transaction
  const second = (await sell(world, { orderId: 'both-2', amount: '12.00' })).transaction
  const found = (...criteria: Criterion[]) => searchIds(world, criteria)
  check('the newest comes first', await found(['orderId', 'startsWith', 'both-']), [second.id, first.id])
  check(
    'criteria narrow each other',
    await found(['orderId', 'startsWith', 'both-'], ['amount', 'max', '11.50']),
    [first.id],
  )
  check('words are sought whatever their case', await found(['orderId', 'contains', 'OTH-2']), [second.id])
  check('a percent sign means itself', await found(['orderId', 'contains', '%']), [])
  check(
    'what is printed as time of creation finds it',
    (await found(['createdAt', 'is', first.createdAt])).includes(first.id),
    true,
  )
}

async function pages(world: World) {
  const { check, checkThrows, merchant } = world
  await Promise.all(Array.from({ length: 61 }, () => sell(world, { orderId: 'pages' })))
  const ids = await searchIds(world, [['orderId', 'is', 'pages']])
  check('of several pages each transaction comes once', [ids.length, new Set(ids).size], [61, 61])
  const all = await searchTransactions(merchant, () => {})
  check('without criteria all are found', all.length > 61, true)
  await checkThrows(
    'an amount of −10 ends as an unexpected answer',
    () => searchIds(world, [['amount', 'is', '-10']]),
    'unexpectedError',
  )
}

function capital(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
