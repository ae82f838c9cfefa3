import { enUs } from './en-us.ts'
import type { namesOfWays } from './ways-to-pay.ts'

export type MessageKey = keyof typeof enUs
export type Messages = Record<MessageKey, string>

/** Names that most languages leave as they are, and what is for the shop's developer. */
type Same =
  | 'developerError'
  | keyof typeof namesOfWays
  | ('American Express' | 'Discover' | 'Diners Club' | 'Elo' | 'Hiper' | 'Hipercard')
  | ('MasterCard' | 'Visa' | 'JCB' | 'Maestro' | 'UnionPay')

/** The texts of another language: all of them, those where they are written otherwise. */
export type Translation = Record<Exclude<MessageKey, Same>, string> & Partial<Record<Same, string>>

/** Another English: what it says otherwise. */
export type EnglishVariant = Partial<Messages>

/**
 * English, a locale over it, the merchant's own texts over both.
 * @param own texts by key; a value that is no string empties the text
 */
export function messagesOf(locale: Partial<Messages>, own: Record<string, unknown> = {}): Messages {
  const texts = Object.entries(own).map(([key, text]) => [key, typeof text === 'string' ? text : ''])
  return { ...enUs, ...locale, ...Object.fromEntries(texts) }
}

/** Puts values into the `{{…}}` places of a text. */
export function fill(text: string, values: Record<string, string>) {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place)
}

function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(enUs, key)
}

/** The text key of a failure: by its code where there is one, else the generic one. */
export function keyOfFailure(failure: unknown): MessageKey {
  const code = failure instanceof Error && 'code' in failure ? `${failure.code}` : ''
  const camel = code.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return isMessageKey(`${camel}Error`) ? (`${camel}Error` as MessageKey) : 'genericError'
}
