import { firstSuccess } from '../platform/first.ts'
import { waits, withTimeout } from '../platform/waits.ts'
import { localeFor } from './locales.ts'
import type { Messages } from './messages.ts'

/** Candidate locations, likeliest first. */
export type LocaleSources = AsyncIterable<{
  loadLocale: (locale: string) => Promise<{ messages: Partial<Messages> }>
}>

/** Texts of the first location that has them; on failure none, and a warning. */
export async function loadTexts(
  requested: string | undefined,
  places: LocaleSources,
): Promise<Partial<Messages> | undefined> {
  const locale = localeFor(requested)
  if (locale === 'en_US') return {}
  try {
    const { messages } = await withTimeout(
      waits.locale,
      firstSuccess(places, (place) => place.loadLocale(locale)),
      () => new Error('They did not come in time.'),
    )
    return messages
  } catch (problem) {
    console.error(`The texts of ${locale} did not load. The payment widget keeps those that it has.`, problem)
    return undefined
  }
}
