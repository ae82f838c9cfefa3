import type { EnglishVariant } from '../messages.ts'
import { messages as british } from './zh_TW.ts'

export const messages = {
  ...british,
  genericError: "We're sorry, something seems to have gone wrong.",
} satisfies EnglishVariant
