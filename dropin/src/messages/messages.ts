import { enUs } from './en-us.ts'
import type { wayNames } from './ways-to-pay.ts'

export type MessageKey = keyof typeof enUs
export type Messages = Record<MessageKey, string>

/** Optional in translations: brand names, and texts for developers. */
type OptionalKey =
  | 'developerError'
  | keyof typeof wayNames
  | ('American Express' | 'Discover' | 'Diners Club' | 'Elo' | 'Hiper' | 'Hipercard')
  | ('MasterCard' | 'Visa' | 'JCB' | 'Maestro' | 'UnionPay')

/** Complete, but for the optional keys. */
export type Translation = Record<Exclude<MessageKey, OptionalKey>, string> &
  Partial<Record<OptionalKey, string>>

export type EnglishVariant = Partial<Messages>

/**
 * English, overridden by the locale, overridden by the merchant's texts.
 * @param overrides texts by key; a value that is no string empties the text
 */
export function mergeMessages(locale: Partial<Messages>, overrides: Record<string, unknown> = {}): Messages {
  const texts = Object.entries(overrides).map(([key, text]) => [key, typeof text === 'string' ? text : ''])
  return { ...enUs, ...locale, ...Object.fromEntries(texts) }
}

export function interpolate(text: string, values: Record<string, string>) {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place)
}

function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(enUs, key)
}

/** By the error's code, else the generic one. */
export function failureKey(failure: unknown): MessageKey {
  const code = failure instanceof Error && 'code' in failure ? `${failure.code}` : ''
  const camel = code.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return isMessageKey(`${camel}Error`) ? (`${camel}Error` as MessageKey) : 'genericError'
}
