import { waits, within } from '../platform/waits.ts'
import { localeFor } from './locales.ts'
import type { Messages } from './messages.ts'

/** Where the texts may lie, the likeliest place first. */
export type Files = AsyncIterable<{
  loadLocale: (locale: string) => Promise<{ messages: Partial<Messages> }>
}>

/** The texts of a locale from the first place that has them; none and a word to the console if they do not come. */
export async function loadTexts(
  asked: string | undefined,
  places: Files,
): Promise<Partial<Messages> | undefined> {
  const locale = localeFor(asked)
  if (locale === 'en_US') return {}
  try {
    return await within(waits.locale, firstOf(places, locale), () => new Error('They did not come in time.'))
  } catch (problem) {
    console.error(`The texts of ${locale} did not load. The payment widget keeps those that it has.`, problem)
    return undefined
  }
}

async function firstOf(places: Files, locale: string) {
  let last: unknown
  for await (const place of places) {
    try {
      return (await place.loadLocale(locale)).messages
    } catch (problem) {
      last = problem
    }
  }
  throw last
}
