import type { EnglishVariant } from '../messages.ts'
import { messages as british } from './en_GB.ts'

/** "Postal code": beside a card number "PIN code" would be taken for the card's PIN. */
export const messages = {
  ...british,
  fieldEmptyForPostalCode: 'Please enter a postal code.',
  fieldInvalidForPostalCode: "This postal code isn't valid.",
  postalCodeLabel: 'Postal Code',
  genericError: "We're sorry, something seems to have gone wrong.",
} satisfies EnglishVariant
