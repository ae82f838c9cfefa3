import { errorFactory } from '../platform/errors.ts'

export const threeDSecureError = errorFactory({
  THREEDS_NOT_ENABLED: ['MERCHANT', '3D Secure is not enabled for this merchant.'],
  THREEDS_CAN_NOT_USE_TOKENIZATION_KEY: [
    'MERCHANT',
    '3D Secure needs a client token, not a tokenization key.',
  ],
  THREEDS_HTTPS_REQUIRED: ['MERCHANT', '3D Secure requires HTTPS.'],
  THREEDS_NOT_ENABLED_FOR_V2: ['MERCHANT', 'Version 2 of 3D Secure is not enabled for this merchant.'],
  THREEDS_UNRECOGNIZED_VERSION: ['MERCHANT', 'There is no such version of 3D Secure.'],
  THREEDS_UNSUPPORTED_VERSION: ['MERCHANT', '3D Secure `1` is deprecated and no longer supported'],
  THREEDS_CARDINAL_SDK_SETUP_FAILED: ['UNKNOWN', 'The provider of 3D Secure could not be set up.'],
  THREEDS_CARDINAL_SDK_SCRIPT_LOAD_FAILED: ['NETWORK', 'The provider of 3D Secure did not load.'],
  THREEDS_CARDINAL_SDK_SETUP_TIMEDOUT: ['UNKNOWN', 'The provider of 3D Secure was not set up in time.'],
  THREEDS_CARDINAL_SDK_RESPONSE_TIMEDOUT: ['UNKNOWN', 'The provider of 3D Secure did not answer in time.'],
  THREEDS_CARDINAL_SDK_BAD_CONFIG: ['MERCHANT', 'The provider of 3D Secure refuses its settings.'],
  THREEDS_CARDINAL_SDK_BAD_JWT: ['MERCHANT', 'The provider of 3D Secure refuses its token.'],
  THREEDS_CARDINAL_SDK_ERROR: ['UNKNOWN', 'The provider of 3D Secure failed.'],
  THREEDS_CARDINAL_SDK_CANCELED: ['CUSTOMER', 'Canceled by user.'],
  THREEDS_VERIFY_CARD_CANCELED_BY_MERCHANT: ['MERCHANT', 'The merchant has canceled the verification.'],
  THREEDS_AUTHENTICATION_IN_PROGRESS: [
    'MERCHANT',
    'Cannot call verifyCard while existing authentication is in progress.',
  ],
  THREEDS_MISSING_VERIFY_CARD_OPTION: ['MERCHANT', 'An option of verifyCard is missing.'],
  THREEDS_JWT_AUTHENTICATION_FAILED: ['UNKNOWN', 'The gateway did not take the answer of the bank.'],
  THREEDS_LOOKUP_TOKENIZED_CARD_NOT_FOUND_ERROR: [
    'MERCHANT',
    'The gateway does not know the nonce of the card.',
  ],
  THREEDS_LOOKUP_VALIDATION_ERROR: ['CUSTOMER', 'The gateway refuses an option of verifyCard.'],
  THREEDS_LOOKUP_ERROR: ['UNKNOWN', 'The gateway could not look the card up.'],
  THREEDS_INLINE_IFRAME_DETAILS_INCORRECT: ['UNKNOWN', 'The provider of 3D Secure shows no challenge.'],
  THREEDS_NO_VERIFICATION_PAYLOAD: ['MERCHANT', 'There is no verification to cancel.'],
  THREEDS_REQUESTED_EXEMPTION_TYPE_INVALID: ['MERCHANT', 'The requested exemption is not valid.'],
  UNKNOWN_AUTH_RESPONSE: ['UNKNOWN', 'The bank gave no answer that is known.'],
  THREEDS_TERM_URL_REQUIRES_BRAINTREE_DOMAIN: ['INTERNAL', 'Term Url must be on a Braintree domain.'],
  THREEDS_FRAMEWORK_METHOD_NOT_IMPLEMENTED: ['INTERNAL', 'This framework of 3D Secure does not say how.'],
})

export type ThreeDSecureCode = Parameters<typeof threeDSecureError>[0]
