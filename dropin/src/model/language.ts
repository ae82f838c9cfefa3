import { type Files, loadTexts } from '../messages/load.ts'
import { localeFor } from '../messages/locales.ts'
import { type Messages, messagesOf } from '../messages/messages.ts'
import { dispatch, type Running } from './running.ts'

/** Puts a widget into the language of a locale; the shop's own texts stay over it. */
export function translate(running: Running, locale: string, texts: Partial<Messages>) {
  running.messages = messagesOf(texts, running.options.translations)
  dispatch(running, { type: 'translated', locale: localeFor(locale) })
}

/** Changes the language of a widget. Texts that do not come change nothing; the locale asked for last holds. */
export async function changeLocale(running: Running, locale: string, places: Files) {
  running.localeAsked = locale
  const texts = await loadTexts(locale, places)
  if (texts && running.localeAsked === locale) translate(running, locale, texts)
}
