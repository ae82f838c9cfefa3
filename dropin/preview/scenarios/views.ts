import { amex, button, filledIn, mastercard, request, type Scenarios, visa } from '../scenario.ts'

const form = 'Pay with card'
const saved = [amex, visa]
const manager = { vaultManager: true }

export const views: Scenarios = {
  guest: { seen: [{ role: 'group', name: form }, 'CVV (3 digits)', 'Postal Code'] },
  'cards that are taken': {
    seen: [{ role: 'img', name: 'Visa, MasterCard' }],
    offers: { card_brands: ['Visa', 'MasterCard'] },
  },
  'neither CVV nor postal code': {
    seen: ['Card Number', { selector: '.braintree-card:not(:has(.braintree-form-cvv))' }],
    offers: { challenges: [] },
  },
  'name that may be left empty': {
    seen: ['Cardholder Name'],
    options: { card: { cardholderName: true } },
  },
  'name that is required': {
    seen: ['Please enter the name on the card.'],
    options: { card: { cardholderName: { required: true } } },
    steps: [request],
  },
  'texts of the shop': {
    seen: ['Give by card'],
    options: { translations: { payWithCard: 'Give by card' } },
  },
  'box that saves the card': {
    seen: [{ role: 'checkbox', name: 'Save this card for next time' }],
    saved: [],
    options: { card: { vault: { allowVaultCardOverride: true } } },
  },
  'card that was taken': {
    seen: [button('Ending in •••• 1111 Visa'), 'Paying with Visa', '"type":"CreditCard"'],
    options: filledIn(),
    steps: [request],
  },
  'card of a customer that was saved': {
    seen: [button('Ending in •••• 1111 Visa'), button('Ending in •••• 0005'), '"vaulted":true'],
    saved: [amex],
    options: filledIn(),
    steps: ['Choose another way to pay', request],
  },
  'after a decline': {
    seen: [{ role: 'group', name: form }, 'Card Number'],
    options: filledIn(),
    steps: [request, { shop: 'clears' }],
  },
  'after a decline, to be mended': {
    seen: [{ selector: '.braintree-form-number.braintree-hosted-fields-valid' }],
    options: filledIn({}, { keepAfterTokenization: true }),
    steps: [request, { shop: 'edits' }],
  },
  'fields that stay filled in': {
    seen: [{ selector: '.braintree-form-cvv.braintree-hosted-fields-valid' }],
    options: filledIn({}, { clearFieldsAfterTokenization: false }),
    steps: [request, '1111', 'Choose another way to pay'],
  },
  'saved cards': {
    seen: ['Paying with American Express', button('Ending in •••• 0005'), button('Ending in •••• 1881')],
    saved,
  },
  'another saved card': { seen: ['Paying with Visa'], saved, steps: ['1881'] },
  'saved cards in the order of the gateway': {
    seen: [button('Ending in •••• 1881')],
    saved,
    options: { showDefaultPaymentMethodFirst: false },
  },
  'no saved card chosen': {
    seen: ['Choose how you want to pay', button('Choose another way to pay')],
    saved,
    options: { preselectVaultedPaymentMethod: false },
  },
  'saved cards that are hidden': {
    seen: [{ role: 'group', name: form }],
    saved,
    options: { hiddenVaultedPaymentMethodTypes: ['card'] },
  },
  'form below the saved cards': {
    seen: [{ role: 'group', name: form }, button('Ending in •••• 0005')],
    saved,
    steps: ['Choose another way to pay'],
  },
  'saved cards being edited': {
    seen: ['Edit your payment methods', button('Done')],
    saved,
    options: manager,
    steps: ['Edit'],
  },
  'edited and done': { seen: [button('Edit')], saved, options: manager, steps: ['Edit', 'Done'] },
  'question before a deletion': {
    seen: ['Delete the American Express card ending in 0005?', button('Cancel'), button('Delete')],
    saved,
    options: manager,
    steps: ['Edit', 'American Express'],
  },
  'deletion that was canceled': {
    seen: [button('Done'), button('Ending in •••• 0005')],
    saved,
    options: manager,
    steps: ['Edit', 'American Express', 'Cancel'],
  },
  'deletion under way': {
    seen: [{ selector: '.braintree-loader__indicator' }],
    saved,
    options: manager,
    faults: [{ operation: 'graphql', skip: 1, when: 'before', act: 'delay', milliseconds: 3000 }],
    steps: ['Edit', 'American Express', 'Delete'],
  },
  'one card deleted of two': {
    seen: ['Paying with Visa'],
    saved,
    options: manager,
    steps: ['Edit', 'American Express', 'Delete'],
  },
  'last card deleted': {
    seen: [{ role: 'group', name: form }],
    saved: [mastercard],
    options: manager,
    steps: ['Edit', 'MasterCard', 'Delete'],
  },
  'deletion that the shop does not want': {
    seen: [button('Ending in •••• 0005'), button('Done')],
    saved,
    options: { vaultManager: { beforeDelete: () => false } },
    steps: ['Edit', 'American Express', 'Delete'],
  },
  'torn down': {
    seen: ['torn down', { selector: '.container:empty' }],
    steps: [{ shop: 'tears down' }],
  },
  'torn down and there again': {
    seen: [{ role: 'group', name: form }],
    steps: [{ shop: 'tears down' }, { shop: 'creates again' }],
  },
  'two on one page': { seen: [{ selector: '.space:nth-child(2) .braintree-show-card' }], widgets: [{}, {}] },
  'two with saved cards': {
    seen: [{ selector: '.space:nth-child(2) .braintree-show-methods' }],
    saved,
    widgets: [{}, {}],
  },
  'one of two torn down': {
    seen: ['torn down', { selector: '.container:empty' }, { role: 'group', name: form }],
    widgets: [{}, {}],
    steps: [{ shop: 'tears down' }],
  },
}
