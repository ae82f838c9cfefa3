import { calls, type World } from '../calls.ts'
import { anything } from '../compare.ts'
import { sell, visa } from '../transaction-calls.ts'
import { listProblems } from '../vault-calls.ts'

calls({ byAmount, byCard, byChecks })

async function byAmount(world: World) {
  const { check, merchant } = world
  const result = await sell(world, { amount: '2000.00' })
  check(
    'a decline is no success, has words and no validation error',
    [result.success, result.message, listProblems(result)],
    [false, 'Do Not Honor', []],
  )
  check('the declined transaction comes with it', result.transaction, {
    status: 'processor_declined',
    amount: '2000.00',
    processorResponseCode: '2000',
    processorResponseType: 'soft_declined',
    additionalProcessorResponse: '2000 : Do Not Honor',
    merchantAdviceCode: '01',
    merchantAdviceCodeText: 'New account information available',
    processorAuthorizationCode: null,
    networkTransactionId: null,
    authorizationExpiresAt: null,
  })
  const { status, statusHistory } = await merchant.transaction.find(result.transaction.id)
  check(
    'and is found later',
    [status, statusHistory],
    ['processor_declined', [{ status: 'processor_declined', amount: '2000.00', timestamp: anything }]],
  )
  const amounts: [string, string, object][] = [
    ['1999.99', 'is authorized', { status: 'authorized' }],
    ['2001.00', 'has not enough money', { processorResponseText: 'Insufficient Funds' }],
    [
      '2015.00',
      'is declined for good',
      {
        processorResponseType: 'hard_declined',
        processorResponseText: 'Transaction Not Allowed',
      },
    ],
    ['2099.00', 'needs an authentication', { processorResponseText: 'Cardholder Authentication Required' }],
    [
      '2999.99',
      'has a generic decline',
      { processorResponseCode: '2999', processorResponseText: 'Processor Declined' },
    ],
    ['3000.00', 'fails', { status: 'failed', processorResponseCode: '3000' }],
    ['3001.00', 'is authorized again', { status: 'authorized' }],
    ['4001.00', 'is authorized for cards', { status: 'authorized' }],
    [
      '5001.00',
      'is an incomplete application',
      {
        status: 'gateway_rejected',
        gatewayRejectionReason: 'application_incomplete',
      },
    ],
    ['5002.00', 'and more is authorized', { status: 'authorized' }],
  ]
  for (const [amount, what, expected] of amounts)
    check(`a sale of ${amount} ${what}`, (await sell(world, { amount })).transaction, expected)
  const paypal = await sell(world, { amount: '5001.01', paymentMethodNonce: 'fake-paypal-one-time-nonce' })
  check('PayPal declines 5001.01', paypal.transaction, { processorResponseCode: '2038' })
}

async function byCard(world: World) {
  const { check } = world
  const sold = async (number: string) => (await sell(world, { creditCard: { ...visa, number } })).transaction
  check('the fraud test card is rejected', await sold('4000111111111511'), {
    status: 'gateway_rejected',
    gatewayRejectionReason: 'fraud',
    riskData: { decision: 'Decline' },
  })
  check('so is the card over the risk threshold', await sold('4111130000000003'), {
    gatewayRejectionReason: 'risk_threshold',
  })
  check('a card that fails verification sells', await sold('4000111111111115'), { status: 'authorized' })
  const nonces: [string, string, object][] = [
    ['of a declined card', 'fake-processor-declined-visa-nonce', { status: 'processor_declined' }],
    ['of a failing processor', 'fake-processor-failure-jcb-nonce', { status: 'failed' }],
    ['of fraud', 'fake-gateway-rejected-fraud-nonce', { gatewayRejectionReason: 'fraud' }],
  ]
  for (const [what, paymentMethodNonce, expected] of nonces)
    check(`the test nonce ${what} does so`, (await sell(world, { paymentMethodNonce })).transaction, expected)
}

async function byChecks(world: World) {
  const { check } = world
  const sold = async (cvv: string | undefined, billing: object) =>
    (await sell(world, { creditCard: { ...visa, cvv }, billing })).transaction
  check('without CVV and address nothing is checked', await sold(undefined, {}), {
    cvvResponseCode: 'I',
    avsPostalCodeResponseCode: 'I',
    avsStreetAddressResponseCode: 'I',
  })
  check('what is right matches', await sold('123', { postalCode: '60607', streetAddress: '1 Main St' }), {
    cvvResponseCode: 'M',
    avsPostalCodeResponseCode: 'M',
    avsStreetAddressResponseCode: 'M',
  })
  check('a wrong CVV rejects', await sold('200', {}), { gatewayRejectionReason: 'cvv', cvvResponseCode: 'N' })
  check('a wrong postal code rejects', await sold('123', { postalCode: '20000' }), {
    gatewayRejectionReason: 'avs',
  })
  check('both wrong reject as both', await sold('200', { postalCode: '20000' }), {
    gatewayRejectionReason: 'avs_and_cvv',
  })
  check('what a bank cannot check does not reject', await sold('201', { postalCode: '20001' }), {
    status: 'authorized',
    cvvResponseCode: 'U',
    avsPostalCodeResponseCode: 'U',
  })
  check('an error of the address check is told', await sold('301', { postalCode: '30000' }), {
    cvvResponseCode: 'S',
    avsErrorResponseCode: 'E',
  })
}
