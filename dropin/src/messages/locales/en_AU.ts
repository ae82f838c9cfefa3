import type { EnglishVariant } from '../messages.ts'
import { messages as british } from './en_GB.ts'

export const messages = {
  ...british,
  genericError: "We're sorry, something seems to have gone wrong.",
} satisfies EnglishVariant
