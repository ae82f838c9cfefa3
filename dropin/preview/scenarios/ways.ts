import { amex, button, request, type Scenarios } from '../scenario.ts'

const choose = 'Choose how you want to pay'
const paypal = { flow: 'vault' }
const applePay = {
  displayName: 'Demo shop',
  paymentRequest: { total: { label: 'Demo shop', amount: '26.00' } },
}
const googlePay = {
  transactionInfo: { totalPriceStatus: 'FINAL', totalPrice: '26.00', currencyCode: 'USD' },
}
const account = 'fake-paypal-billing-agreement-nonce'
const misconfigured = 'Developer Error: Something went wrong. Check the console for details.'

export const ways: Scenarios = {
  'PayPal that does not load': {
    seen: [choose, misconfigured, button('Card')],
    options: { paypal },
    faults: [{ operation: 'paypal_script', when: 'before', act: 'answer', status: 404 }],
    isFresh: true,
  },
  'Google Pay that does not load': {
    seen: [choose, misconfigured, button('Apple Pay')],
    options: { applePay, googlePay, card: false },
    faults: [{ operation: 'google_pay_script', when: 'before', act: 'answer', status: 404 }],
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
  'the wallets of a device': {
    seen: [choose, button('Card'), button('Apple Pay'), button('Google Pay')],
    options: { applePay, googlePay },
  },
  'Apple Pay': {
    seen: [{ role: 'group', name: 'Apple Pay' }, button('Apple Pay')],
    options: { applePay },
    steps: ['Apple Pay'],
  },
  'Apple Pay without its button, by night': {
    seen: ['Use the Apple Pay button to continue.'],
    options: { applePay: { ...applePay, buttonStyle: 'white' }, card: false },
    steps: [request],
    looks: 'dark',
  },
  'Google Pay': {
    seen: [{ role: 'group', name: 'Google Pay' }, button('Google Pay')],
    options: { googlePay },
    steps: ['Google Pay'],
  },
  'Google Pay without its button, by night': {
    seen: ['Use the Google Pay button to continue.'],
    options: { googlePay: { ...googlePay, button: { buttonColor: 'white' } }, card: false },
    steps: [request],
    looks: 'dark',
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
