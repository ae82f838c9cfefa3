import { type Problem, type ProblemCode, problem } from '../platform/errors.ts'
import type { MerchantAccount } from '../processor/merchant-accounts.ts'
import type { Descriptor } from '../transactions/details.ts'
import { readLineItems } from '../transactions/line-items.ts'
import { sumProblems } from '../transactions/sums.ts'
import { customerProblems } from '../vault/customers.ts'
import type { Sale } from './sale-request.ts'

const at = 'transaction'
const sources = [
  'recurring',
  'recurring_first',
  'merchant',
  'unscheduled',
  'moto',
  'installment',
  'installment_first',
  'estimated',
]
const exemptions = ['low_value', 'secure_corporate', 'trusted_beneficiary', 'transaction_risk_analysis']
const shippingMethods = [
  'same_day',
  'next_day',
  'priority',
  'ground',
  'electronic',
  'ship_to_store',
  'pickup_in_store',
]

/** Problems that need no query. */
export function saleProblems(sale: Sale, account: MerchantAccount | undefined): Problem[] {
  const checks = [
    accountProblems(account),
    tooLong(sale.order_id, 255, '91501'),
    tooLong(sale.channel, 255, '91550'),
    tooLong(sale.exchange_rate_quote_id, 4000, '915229'),
    oneOf(sale.transaction_source, sources, '915133'),
    oneOf(sale.sca_exemption, exemptions, '915213'),
    customFieldProblems(sale),
    descriptorProblems(sale.descriptor),
    enhancedProblems(sale),
    sale.customer ? customerProblems(sale.customer, [at, 'customer']) : [],
    shippingProblems(sale),
    riskProblems(sale),
    externalVaultProblems(sale),
    passThruProblems(sale, account),
    optionProblems(sale, account),
    serviceFeeProblems(sale),
  ]
  return checks.flat()
}

export function descriptorProblems(descriptor: Descriptor | null | undefined): Problem[] {
  const { name, phone, url } = descriptor ?? {}
  const wrong: ProblemCode[] = []
  if (name && !/^(.{3}\*.{1,18}|.{7}\*.{1,14}|.{12}\*.{1,9})$/.test(name)) wrong.push('92201')
  if (phone && !(/^[\d.\-() ]{10,14}$/.test(phone) && phone.replace(/\D/g, '').length === 10))
    wrong.push('92202')
  if (url && url.length > 13) wrong.push('92206')
  return wrong.map((code) => problem(code, at, 'descriptor'))
}

/** Also used for a submission for settlement. */
export function enhancedProblems(
  data: Pick<Sale, 'purchase_order_number' | 'ships_from_postal_code' | 'line_items'> &
    Parameters<typeof sumProblems>[0],
): Problem[] {
  const { purchase_order_number: order = '', ships_from_postal_code: postal = '' } = data
  const items = readLineItems(data.line_items)
  const wrong: ProblemCode[] = []
  if (order.length > 17) wrong.push('91537')
  if (!/^[\x20-\x7e]*$/.test(order)) wrong.push('91548')
  if (postal.length > 9) wrong.push('915165')
  if (!/^[A-Za-z0-9 -]*$/.test(postal)) wrong.push('915167')
  return [
    ...wrong.map((code) => problem(code, at)),
    ...sumProblems(data),
    ...('lineItems' in items ? [] : items),
  ]
}

export function tooLong(value: string | undefined, most: number, code: ProblemCode): Problem[] {
  return (value ?? '').length > most ? [problem(code, at)] : []
}

function oneOf(
  value: string | undefined,
  known: string[],
  code: ProblemCode,
  ...inside: string[]
): Problem[] {
  return value && !known.includes(value) ? [problem(code, at, ...inside)] : []
}

function accountProblems(account: MerchantAccount | undefined): Problem[] {
  if (!account) return [problem('91513', at)]
  return account.status === 'suspended' ? [problem('91514', at)] : []
}

function customFieldProblems(sale: Sale): Problem[] {
  const fields = Object.entries(sale.custom_fields || {})
  if (!fields.every(([name]) => /^[a-z_]\w*$/i.test(name))) return [problem('91526', at)]
  return fields.some(([, value]) => value.length > 255) ? [problem('81527', at)] : []
}

export function shippingProblems({ shipping }: Pick<Sale, 'shipping'>): Problem[] {
  return oneOf(shipping?.shipping_method, shippingMethods, '915203', 'shipping')
}

function riskProblems({ risk_data: risk }: Sale): Problem[] {
  const {
    customer_device_id: device = '',
    customer_location_zip: zip = '',
    customer_tenure: tenure = '',
  } = risk ?? {}
  const wrong: ProblemCode[] = []
  if (device.length > 255) wrong.push('94702')
  if (!/^[A-Za-z0-9 -]*$/.test(zip)) wrong.push('94703')
  if (zip.length > 9) wrong.push('94705')
  if (tenure.length > 20) wrong.push('94706')
  return wrong.map((code) => problem(code, at, 'risk_data'))
}

function externalVaultProblems({ external_vault: vault }: Sale): Problem[] {
  if (!vault) return []
  const { status, previous_network_transaction_id: previous } = vault
  const wrong: ProblemCode[] = []
  if (status && !['will_vault', 'vaulted'].includes(status)) wrong.push('915175')
  if (status === 'will_vault' && previous) wrong.push('915177')
  if (previous && !/^[A-Za-z0-9]{9,22}$/.test(previous)) wrong.push('915179')
  return wrong.map((code) => problem(code, at, 'external_vault'))
}

/** Proofs of an authentication made elsewhere; one processor also looks into its answers. */
function passThruProblems(
  { three_d_secure_pass_thru: proofs }: Sale,
  account: MerchantAccount | undefined,
): Problem[] {
  if (!proofs) return []
  const { eci_flag: eci, three_d_secure_version: version } = proofs
  const wrong: ProblemCode[] = []
  if (!eci) wrong.push('915113')
  else if (!/^0[0-7]$/.test(eci)) wrong.push('915114')
  if (!proofs.cavv) wrong.push('915116')
  if (version && !/^[12]\.\d{1,2}\.\d{1,2}$/.test(version)) wrong.push('915119')
  if (account?.id === 'adyen_ma') {
    const isAnswer = (answer = 'Y') => /^[YNUARCI]$/.test(answer)
    if (!isAnswer(proofs.authentication_response)) wrong.push('915120')
    if (!isAnswer(proofs.directory_response)) wrong.push('915121')
    if (!/^[0-9A]$/.test(proofs.cavv_algorithm ?? '2')) wrong.push('915122')
  }
  return wrong.map((code) => problem(code, at, 'three_d_secure_pass_thru'))
}

function optionProblems({ options, type }: Sale, account: MerchantAccount | undefined): Problem[] {
  const accountType = options?.credit_card?.account_type
  const wrong: Problem[] = []
  if ((options?.paypal?.custom_field ?? '').length > 255)
    wrong.push(problem('91580', at, 'options', 'pay_pal'))
  if (type === 'credit' && account?.isPlain) wrong.push(problem('91546', at))
  if (!accountType) return wrong
  const code = accountTypeCode(accountType, account, options?.submit_for_settlement === true)
  return code ? [...wrong, problem(code, at, 'options', 'credit_card')] : wrong
}

/** Credit or debit side of a combined card: only in Brazil. */
function accountTypeCode(
  accountType: string,
  account: MerchantAccount | undefined,
  submits: boolean,
): ProblemCode | undefined {
  if (!['credit', 'debit'].includes(accountType)) return '915184'
  if (account?.currency !== 'BRL') return '915185'
  return accountType === 'debit' && !submits ? '915186' : undefined
}

function serviceFeeProblems({ service_fee_amount: fee, type }: Sale): Problem[] {
  return fee && type === 'credit' ? [problem('91552', at)] : []
}
