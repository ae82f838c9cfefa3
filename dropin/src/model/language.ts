import { type LocaleSources, loadTexts } from '../messages/load.ts'
import { localeFor } from '../messages/locales.ts'
import { type Messages, mergeMessages } from '../messages/messages.ts'
import { dispatch, type Running } from './running.ts'

/** The shop's own texts override the locale. */
export function translate(running: Running, locale: string, texts: Partial<Messages>) {
  running.messages = mergeMessages(texts, running.options.translations)
  dispatch(running, { type: 'locale-changed', locale: localeFor(locale) })
}

/** If the texts do not load, nothing changes; the last requested locale wins. */
export async function changeLocale(running: Running, locale: string, places: LocaleSources) {
  running.lastLocale = locale
  const texts = await loadTexts(locale, places)
  if (texts && running.lastLocale === locale) translate(running, locale, texts)
}
