/** One thing wrong with a request: where (snake_case path from the root object), which code, and its words. */
export type Problem = { path: string[]; attribute: string; code: ProblemCode; message: string }
export type ProblemCode = keyof typeof problems

/** The attribute that a code stands on, and its words. */
const problems = {
  '81501': ['amount', 'Amount cannot be negative.'],
  '81502': ['amount', 'Amount is required.'],
  '81503': ['amount', 'Amount is an invalid format.'],
  '81528': ['amount', 'Amount is too large.'],
  '81531': ['amount', 'Amount must be greater than zero.'],
  '81604': ['email', 'Email is an invalid format.'],
  '81703': ['number', 'Credit card type is not accepted by this merchant account.'],
  '81707': ['cvv', 'CVV must be 4 digits for American Express and 3 digits for other card types.'],
  '81709': ['expiration_date', 'Expiration date is required.'],
  '81710': ['expiration_date', 'Expiration date is invalid.'],
  '81712': ['expiration_month', 'Expiration month is invalid.'],
  '81713': ['expiration_year', 'Expiration year is invalid.'],
  '81714': ['number', 'Credit card number is required.'],
  '81715': ['number', 'Credit card number is invalid.'],
  '81716': ['number', 'Credit card number must be 12-19 digits.'],
  '81717': ['number', 'Credit card number is not an accepted test number.'],
  '81723': ['cardholder_name', 'Cardholder name is too long.'],
  '81724': ['number', 'Duplicate card exists in the vault.'],
  '81736': ['cvv', 'CVV verification failed.'],
  '81737': ['postal_code', 'Postal code verification failed.'],
  '81763': ['number', 'Duplicate card exists in the vault for the customer.'],
  '91501': ['order_id', 'Order ID is too long.'],
  '91504': ['base', 'Transaction can only be voided if status is authorized or submitted_for_settlement.'],
  '91505': ['base', 'Cannot refund a transaction with a type of credit.'],
  '91506': ['base', 'Cannot refund a transaction unless it is settled.'],
  '91507': ['base', 'Cannot submit for settlement unless status is authorized.'],
  '91508': ['base', 'Cannot determine payment method.'],
  '91510': ['customer_id', 'Customer ID is invalid.'],
  '91511': ['customer_id', 'Customer does not have any credit cards.'],
  '91512': ['base', 'Transaction has already been completely refunded.'],
  '91513': ['merchant_account_id', 'Merchant account ID is invalid.'],
  '91516': ['base', 'Cannot provide both customer_id and a payment method of another customer.'],
  '91518': ['payment_method_token', 'Payment method token is invalid.'],
  '91521': ['amount', 'Refund amount is too large.'],
  '91522': ['amount', 'Settlement amount is too large.'],
  '91526': ['custom_fields', 'Custom field is invalid.'],
  '91564': ['payment_method_nonce', 'Cannot use a payment_method_nonce more than once.'],
  '91565': ['payment_method_nonce', 'Unknown or expired payment_method_nonce.'],
  '91575': [
    'base',
    'Cannot transition transaction to settled, settlement_confirmed, or settlement_declined.',
  ],
  '91609': ['id', 'Customer ID has already been taken.'],
  '91610': ['id', 'Customer ID is invalid (use only letters, numbers, - and _).'],
  '91611': ['id', 'Customer ID is not an allowed ID.'],
  '91612': ['id', 'Customer ID is too long.'],
  '91617': ['payment_method_nonce', 'Payment method nonce belongs to a different customer.'],
  '91704': ['customer_id', 'Customer ID is required.'],
  '91705': ['customer_id', 'Customer ID is invalid.'],
  '91718': ['token', 'Token is invalid.'],
  '91719': ['token', 'Token is taken.'],
  '91731': ['payment_method_nonce', 'Cannot use a payment_method_nonce more than once.'],
  '91732': ['payment_method_nonce', 'Unknown or expired payment_method_nonce.'],
  '915200': ['base', 'Refund authorization was declined by the processor and must not be tried again.'],
  '915201': ['base', 'Refund authorization was declined by the processor and can be tried again.'],
  '915230': ['api_request_key', 'API request key is too long.'],
  '915232': ['api_request_key', 'API request key can be reused only with the same request.'],
  '92804': ['customer_id', 'Customer specified by customer_id does not exist'],
  '92801': ['make_default', 'Make default requires a customer ID.'],
  '92802': ['verify_card', 'Verify card requires a customer ID.'],
  '92803': ['fail_on_duplicate_payment_method', 'Fail on duplicate payment method requires a customer ID.'],
  '92805': [
    'fail_on_duplicate_payment_method_for_customer',
    'Fail on duplicate payment method for customer requires a customer ID.',
  ],
  '92806': ['version', 'Client token version is unsupported.'],
  '92807': ['merchant_account_id', 'Merchant account specified by merchant_account_id does not exist'],
  '92810': ['domains', 'Cannot specify more than 5 client token domains'],
  '92011': ['domains', 'Client token domains must be valid domain names (RFC 1035), e.g. example.com'],
  '93103': ['payment_method_nonce', 'Nonce is required.'],
  '93104': ['customer_id', 'Customer ID is required.'],
  '93105': ['customer_id', 'Customer ID is invalid.'],
  '93107': ['payment_method_nonce', 'Cannot use a payment_method_nonce more than once.'],
  '93108': ['payment_method_nonce', 'Unknown or expired payment_method_nonce.'],
} as const satisfies Record<string, readonly [attribute: string, message: string]>

/** A problem by its code, on the object at `path`, e.g. problem('81715', 'transaction', 'credit_card'). */
export function problem(code: ProblemCode, ...path: string[]): Problem {
  const [attribute, message] = problems[code]
  return { path, attribute, code, message }
}

/** The request was understood and refused: answered 422 with every problem. */
export class Refused extends Error {
  constructor(
    readonly problems: Problem[],
    message = problems.map((one) => one.message).join('\n'),
  ) {
    super(message)
  }
}

export function refuse(code: ProblemCode, ...path: string[]): never {
  throw new Refused([problem(code, ...path)])
}

/** No such record or resource: answered 404; the words name what is missing. */
export class NotFound extends Error {}

export function found<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw new NotFound(`There is no ${what} here.`)
  return row
}
