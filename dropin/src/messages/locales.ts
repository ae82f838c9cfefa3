/** The regions of each language that has texts; the first stands for the language. */
const regions: Record<string, readonly string[]> = {
  ar: ['EG'],
  cs: ['CZ'],
  da: ['DK'],
  de: ['DE'],
  el: ['GR'],
  en: ['US', 'AU', 'GB', 'IN'],
  es: ['ES', 'XC'],
  fi: ['FI'],
  fr: ['FR', 'CA', 'XC'],
  he: ['IL'],
  hu: ['HU'],
  id: ['ID'],
  it: ['IT'],
  ja: ['JP'],
  ko: ['KR'],
  nl: ['NL'],
  no: ['NO'],
  pl: ['PL'],
  pt: ['PT', 'BR'],
  ru: ['RU'],
  sk: ['SK'],
  sv: ['SE'],
  th: ['TH'],
  zh: ['CN', 'HK', 'TW', 'XC'],
}

/** Every locale that has texts, such as `pt_BR`. */
export const locales = () =>
  Object.entries(regions).flatMap(([language, known]) => known.map((region) => `${language}_${region}`))

/**
 * The locale for what a page asks for: `de_DE`, `de-de` or `de`. An unknown region falls back to its language, an
 * unknown language to English.
 */
export function localeFor(asked = 'en_US') {
  const [language = '', ...rest] = asked.toLowerCase().split(/[-_]/)
  const [first, ...others] = Object.hasOwn(regions, language) ? (regions[language] ?? []) : []
  const region = others.find((known) => known.toLowerCase() === rest.at(-1)) ?? first
  return region ? `${language}_${region}` : 'en_US'
}

/** How an element says which language its texts have, and where their lines begin. */
export function languageOf(locale: string) {
  return { lang: locale.replace('_', '-'), dir: /^(ar|he)/.test(locale) ? 'rtl' : 'ltr' }
}
