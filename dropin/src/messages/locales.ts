/** The first locale of a language is its default. */
const known =
  'ar_EG cs_CZ da_DK de_DE el_GR en_US en_AU en_GB en_IN es_ES es_XC fi_FI fr_FR fr_CA fr_XC he_IL hu_HU id_ID it_IT ja_JP ko_KR nl_NL no_NO pl_PL pt_PT pt_BR ru_RU sk_SK sv_SE th_TH zh_CN zh_HK zh_TW zh_XC'

export const locales = () => known.split(' ')

/** Resolves `de_DE`, `de-de` or `de`. An unknown region falls back to the language, an unknown language to English. */
export function localeFor(requested = 'en_US') {
  const [language, ...rest] = requested.toLowerCase().split(/[-_]/)
  const regional = locales().filter((locale) => locale.startsWith(`${language}_`))
  return (
    regional.find((locale) => locale.toLowerCase() === `${language}_${rest.at(-1)}`) ?? regional[0] ?? 'en_US'
  )
}

/** `lang` and `dir` attributes. */
export function languageAttributes(locale: string) {
  return { lang: locale.replace('_', '-'), dir: /^(ar|he)/.test(locale) ? 'rtl' : 'ltr' }
}
