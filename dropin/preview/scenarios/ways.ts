import { amex, button, request, type Scenarios } from '../scenario.ts'

const choose = 'Choose how you want to pay'
const paypal = { flow: 'vault' }
const account = 'fake-paypal-billing-agreement-nonce'
const misconfigured = 'Developer Error: Something went wrong. Check the console for details.'

/** Several ways to pay, and one that does not load. */
export const ways: Scenarios = {
  'PayPal that does not load': {
    seen: [choose, misconfigured, button('Card')],
    options: { paypal },
    faults: [{ operation: 'paypal_script', when: 'before', act: 'answer', status: 404 }],
    isFresh: true,
  },
  'nothing that loads': {
    seen: ['DropinError: All payment options failed to load.'],
    options: { paypal, card: false },
    faults: [{ operation: 'paypal_script', when: 'before', act: 'drop' }],
    isFresh: true,
  },
  'several ways to pay': {
    seen: [choose, button('Card'), button('PayPal'), button('PayPal Credit')],
    options: { paypal, paypalCredit: paypal },
    isFresh: true,
  },
  'in the order of the shop': {
    seen: [{ selector: '.braintree-option__paypal + .braintree-option__card' }],
    options: { paypal, paymentOptionPriority: ['paypal', 'card'] },
  },
  'PayPal that is not offered': {
    seen: [{ role: 'group', name: 'Pay with card' }],
    options: { paypal },
    offers: { paypal: false },
  },
  'the card of several ways': {
    seen: [{ role: 'group', name: 'Pay with card' }, button('Choose another way to pay')],
    options: { paypal },
    steps: ['Card'],
  },
  PayPal: {
    seen: [{ role: 'group', name: 'PayPal' }, button('Choose another way to pay')],
    options: { paypal },
    steps: ['PayPal'],
  },
  'PayPal alone': {
    seen: [{ role: 'group', name: 'PayPal' }],
    options: { paypal, card: false },
  },
  'PayPal without its button': {
    seen: ['Use the PayPal button to continue.'],
    options: { paypal },
    steps: ['PayPal', request],
  },
  'saved account and card': {
    seen: [button('PayPal'), button('Ending in •••• 0005')],
    saved: [amex, account],
    options: { paypal },
  },
  'more ways than what is saved': {
    seen: ['More ways to pay', button('Ending in •••• 0005')],
    saved: [amex],
    options: { paypal },
    steps: ['Choose another way to pay'],
  },
  'question before an account is deleted': {
    seen: ['Delete the PayPal account'],
    saved: [account],
    options: { paypal, vaultManager: true },
    steps: ['Edit', 'PayPal'],
  },
}
