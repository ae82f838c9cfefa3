import { calls, type World } from '../calls.ts'
import { sell } from '../transaction-calls.ts'
import { listProblems } from '../vault-calls.ts'

const item = {
  quantity: '1.0232',
  name: 'Name #1',
  kind: 'debit',
  unitAmount: '45.1232',
  totalAmount: '45.15',
}
const whole = {
  ...item,
  description: 'Description #1',
  unitTaxAmount: '1.23',
  unitOfMeasure: 'gallon',
  discountAmount: '1.02',
  taxAmount: '1.24',
  productCode: '23434',
  commodityCode: '9SAASSD8724',
  url: 'https://example.com/products/23434',
  upcCode: '042100005264',
  upcType: 'UPC-A',
}

calls({ storedItems, refused })

async function storedItems(world: World) {
  const { check, checkThrows, merchant } = world
  const storeItems = async (lineItems: object[]) => {
    const { transaction } = await sell(world, { lineItems })
    return merchant.transactionLineItem.findAll(transaction.id)
  }
  check('a sale without line items has none', await storeItems([]), [])
  check('an item with the least is kept, the rest null', await storeItems([item]), [
    { ...item, description: null, discountAmount: null, taxAmount: null, productCode: null },
  ])
  check('an item with all is kept', await storeItems([whole]), [whole])
  check(
    'sums are printed with two decimals',
    await storeItems([{ ...item, totalAmount: '10.1', taxAmount: '0', unitTaxAmount: '0' }]),
    [{ totalAmount: '10.10', taxAmount: '0.00', unitTaxAmount: '0.00' }],
  )
  check(
    'quantity and unit amount as they were sent',
    await storeItems([{ ...item, quantity: '2.02', unitAmount: '5' }]),
    [{ quantity: '2.02', unitAmount: '5' }],
  )
  check(
    'items keep their order',
    (await storeItems([item, { ...item, name: 'Name #2', kind: 'credit' }])).map(({ name }) => name),
    ['Name #1', 'Name #2'],
  )
  const { transaction } = await sell(world)
  await merchant.transaction.submitForSettlement(transaction.id, null, { lineItems: [item] })
  check('items may come with the submission', await merchant.transactionLineItem.findAll(transaction.id), [
    item,
  ])
  await checkThrows(
    'of an unknown transaction there are none',
    () => merchant.transactionLineItem.findAll('nothing'),
    'notFoundError',
  )
}

async function refused(world: World) {
  const { check } = world
  const wrong: [string, object, string][] = [
    ['without a quantity', { quantity: undefined }, 'quantity 95811'],
    ['of an odd quantity', { quantity: '1,2322' }, 'quantity 95810'],
    ['of too great a quantity', { quantity: '2147483648' }, 'quantity 95812'],
    ['without a name', { name: undefined }, 'name 95822'],
    ['of a long name', { name: 'X'.repeat(36) }, 'name 95823'],
    ['without a kind', { kind: undefined }, 'kind 95808'],
    ['of an unknown kind', { kind: 'sale' }, 'kind 95807'],
    ['without a unit amount', { unitAmount: undefined }, 'unitAmount 95818'],
    ['of a unit amount with five decimals', { unitAmount: '45.01232' }, 'unitAmount 95817'],
    ['of too great a unit amount', { unitAmount: '2147483648' }, 'unitAmount 95819'],
    ['of a unit amount below zero', { unitAmount: '-2' }, 'unitAmount 95820'],
    ['without a total', { totalAmount: undefined }, 'totalAmount 95814'],
    ['of an odd total', { totalAmount: '$45.15' }, 'totalAmount 95813'],
    ['of too great a total', { totalAmount: '2147483648' }, 'totalAmount 95815'],
    ['of a total below zero', { totalAmount: '-2' }, 'totalAmount 95816'],
    ['of an odd unit tax', { unitTaxAmount: '2.012' }, 'unitTaxAmount 95824'],
    ['of too great a unit tax', { unitTaxAmount: '2147483648' }, 'unitTaxAmount 95825'],
    ['of a unit tax below zero', { unitTaxAmount: '-1.23' }, 'unitTaxAmount 95826'],
    ['of an odd tax', { taxAmount: '2.012' }, 'taxAmount 95827'],
    ['of too great a tax', { taxAmount: '2147483648' }, 'taxAmount 95828'],
    ['of a tax below zero', { taxAmount: '-1.23' }, 'taxAmount 95829'],
    ['of an odd discount', { discountAmount: '$1.02' }, 'discountAmount 95804'],
    ['of too great a discount', { discountAmount: '2147483648' }, 'discountAmount 95805'],
    ['of a discount below zero', { discountAmount: '-2' }, 'discountAmount 95806'],
    ['of a long description', { description: 'X'.repeat(128) }, 'description 95803'],
    ['of a long unit', { unitOfMeasure: '1234567890123' }, 'unitOfMeasure 95821'],
    ['of a long product code', { productCode: '1234567890123' }, 'productCode 95809'],
    ['of a long commodity code', { commodityCode: '1234567890123' }, 'commodityCode 95801'],
    ['of a UPC code without type', { upcCode: '042100005264' }, 'upcType 95832'],
    ['of a UPC type without code', { upcType: 'UPC-A' }, 'upcCode 95830'],
    ['of an unknown UPC type', { upcCode: '042100005264', upcType: 'UPC-X' }, 'upcType 95833'],
  ]
  for (const [name, params, problem] of wrong)
    check(
      `an item ${name} is refused by its place`,
      listProblems(await sell(world, { lineItems: [item, { ...item, ...params }] })),
      [`transaction.lineItems.index1.${problem}`],
    )
  check('items that are no list are refused', listProblems(await sell(world, { lineItems: item })), [
    'transaction.lineItems 915158',
  ])
  const many = Array.from({ length: 250 }, () => item)
  check('so are more than 249', listProblems(await sell(world, { lineItems: many })), [
    'transaction.lineItems 915157',
  ])
}
