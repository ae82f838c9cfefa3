import type { EnglishVariant } from '../messages.ts'

export const messages = {
  fieldEmptyForExpirationDate: 'Please enter an expiry date.',
  fieldEmptyForPostalCode: 'Please enter a postcode.',
  fieldInvalidForExpirationDate: "This expiry date isn't valid.",
  fieldInvalidForPostalCode: "This postcode isn't valid.",
  paypalTokenizationRequestActiveError: 'A PayPal authorisation is already in progress.',
  paypalCanceledError: 'The PayPal payment was cancelled.',
  venmoCanceledError: 'The Venmo payment was cancelled.',
  expirationDateLabel: 'Expiry Date',
  postalCodeLabel: 'Postcode',
  localityLabel: 'Town or City',
  regionLabel: 'County or Region',
} satisfies EnglishVariant
