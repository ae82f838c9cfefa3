import {
  type AnyOptions,
  amex,
  button,
  type Fault,
  filledIn,
  request,
  type Scenarios,
  type Seen,
  visa,
} from '../scenario.ts'

const check = 'Please check your information and try again.'
const network = 'Network error. Please try again.'
const undeleted = 'We were unable to delete the funding source. Please try again.'
const noMethod = 'DropinError: No payment method is available.'

/** An incomplete form on submission. */
const refused = (seen: Seen[], options: AnyOptions = {}) => ({ seen, options, steps: [request] })

/** A valid card at a failing gateway. */
const failing = (seen: Seen, fault: Omit<Fault, 'operation'>) => ({
  ...refused([seen, noMethod], filledIn()),
  faults: [{ operation: 'graphql', skip: 1, ...fault }],
})

/** The first GraphQL call is for the configuration. */
const deleting = (fault: Omit<Fault, 'operation'>) => ({
  seen: [undeleted, button('Done')],
  saved: [amex, visa],
  options: { vaultManager: true },
  faults: [{ operation: 'graphql', skip: 1, ...fault }],
  steps: ['Edit', 'American Express', 'Delete'],
})

/** Every error shown to customers. */
export const errors: Scenarios = {
  'nothing filled in': refused([
    'Please enter a card number.',
    'Please enter an expiration date.',
    'Please enter a CVV.',
    'Please enter a postal code.',
    { role: 'alert', name: '' },
    check,
    noMethod,
  ]),
  'all filled in wrong': refused(
    [
      "This card number isn't valid.",
      "This expiration date isn't valid.",
      "This CVV isn't valid.",
      "This postal code isn't valid.",
    ],
    filledIn({ number: '4111111111111112', date: '01/2020', cvv: '1', postalCode: '9' }),
  ),
  'name of digits alone': refused(
    ["This name isn't valid."],
    filledIn({ name: '4111 1111' }, { cardholderName: true }),
  ),
  'name that is too long': refused(
    ['The cardholder name must be fewer than 256 characters.'],
    filledIn({ name: 'Demo '.repeat(60) }, { cardholderName: true }),
  ),
  'brand that nobody takes': refused(
    ["This card type isn't supported. Please try another card."],
    filledIn({ number: '2200000000000053' }),
  ),
  'brand that the merchant does not take': {
    ...refused(
      ["This card type isn't supported. Please try another card."],
      filledIn({ number: '378282246310005', cvv: '1234' }),
    ),
    offers: { card_brands: ['Visa'] },
  },
  'card that the gateway refuses': refused([check, noMethod], filledIn({ number: '4000000000009995' })),
  'card that is saved already': {
    ...refused(
      ['This credit card already exists as a saved funding source.'],
      filledIn({ number: '4012888888881881' }),
    ),
    saved: [visa],
    token: { fail_on_duplicate_payment_method: true },
    steps: ['Choose another way to pay', request],
  },
  'CVV that the bank does not confirm': {
    ...refused(
      ['Credit card verification failed. Please check your information and try again.'],
      filledIn({ cvv: '200' }),
    ),
    saved: [],
    token: { verify_card: true },
  },
  'gateway that breaks off': {
    ...failing(network, { when: 'before', act: 'drop' }),
    faults: [
      { operation: 'graphql', skip: 1, when: 'before', act: 'drop' },
      { operation: 'tokenize', when: 'before', act: 'drop' },
    ],
  },
  'gateway that breaks': failing(network, { when: 'before', act: 'answer', status: 500 }),
  'gateway that answers a page': failing(network, { when: 'after', act: 'garble', content: 'html' }),
  'gateway that answers nothing': failing(network, { when: 'after', act: 'garble', content: 'empty' }),
  'card under way': {
    ...failing(
      { selector: '[data-braintree-id=card][aria-busy=true]' },
      { when: 'before', act: 'delay', milliseconds: 3000 },
    ),
    seen: [{ selector: '[data-braintree-id=card][aria-busy=true]' }],
  },
  'deletion that the gateway refuses': deleting({
    when: 'before',
    act: 'answer',
    status: 403,
  }),
  'deletion that breaks off': deleting({ when: 'before', act: 'drop' }),
  'saved cards that do not load': {
    seen: [{ role: 'group', name: 'Pay with card' }],
    saved: [amex],
    faults: [{ operation: 'vault', when: 'before', act: 'answer', status: 500 }],
  },
}
