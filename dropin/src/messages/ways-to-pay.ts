/** Names of the ways to pay: most languages keep them. */
export const wayNames = {
  PayPal: 'PayPal',
  'PayPal Credit': 'PayPal Credit',
  'Apple Pay': 'Apple Pay',
  'Google Pay': 'Google Pay',
  Venmo: 'Venmo',
}

export const wayTexts = {
  paypalButtonMustBeUsed: 'Use the PayPal button to continue.',
  venmoButtonMustBeUsed: 'Use the Venmo button to continue.',
  applePayButtonMustBeUsed: 'Use the Apple Pay button to continue.',
  googlePayButtonMustBeUsed: 'Use the Google Pay button to continue.',
  paypalAccountTokenizationFailedError: "We couldn't add this PayPal account. Please try again.",
  paypalFlowFailedError: "We couldn't connect to PayPal. Please try again.",
  paypalTokenizationRequestActiveError: 'A PayPal authorization is already in progress.',
  paypalCanceledError: 'The PayPal payment was canceled.',
  applePayTokenizationError: "We couldn't reach Apple Pay. Please try again.",
  applePayActiveCardError: 'Add a supported card to your Apple Pay wallet first.',
  venmoCanceledError: 'The Venmo payment was canceled.',
  venmoAppFailedError: 'The Venmo app is missing or out of date. Update it and try again.',
}
