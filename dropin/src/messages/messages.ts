import { enUs } from './en-us.ts'

export type MessageKey = keyof typeof enUs
export type Messages = Record<MessageKey, string>

const locales: Record<string, Partial<Messages>> = { en_US: enUs }
const aliases: Record<string, string> = { en: 'en_US' }

/**
 * The texts of a locale with the merchant's own on top; English where there is none.
 * @param locale `en_US`, `en-us` or a language alone; an unknown region falls back to its language
 * @param translations the merchant's texts by key; a value that is no string empties the text
 */
export function messagesFor(locale = 'en_US', translations: Record<string, unknown> = {}): Messages {
  const own = Object.entries(translations).map(([key, text]) => [key, typeof text === 'string' ? text : ''])
  return { ...enUs, ...locales[localeName(locale)], ...Object.fromEntries(own) }
}

function localeName(asked: string) {
  const [language = '', region = ''] = asked.replace('-', '_').split('_')
  const full = `${language.toLowerCase()}_${region.toUpperCase()}`
  return full in locales ? full : (aliases[language.toLowerCase()] ?? 'en_US')
}

/** Puts values into the `{{…}}` places of a text. */
export function fill(text: string, values: Record<string, string>) {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place)
}

export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(enUs, key)
}

/** The text key of a failure: by its code where there is one, else the generic one. */
export function keyOfFailure(failure: unknown): MessageKey {
  const code = failure instanceof Error && 'code' in failure ? `${failure.code}` : ''
  const camel = code.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return isMessageKey(`${camel}Error`) ? (`${camel}Error` as MessageKey) : 'genericError'
}
