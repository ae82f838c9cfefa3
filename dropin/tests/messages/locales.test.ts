import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { enUs } from '../../src/messages/en-us.ts'
import { languageAttributes, localeFor, locales } from '../../src/messages/locales.ts'
import { type MessageKey, type Messages, mergeMessages } from '../../src/messages/messages.ts'

const files = import.meta.glob<{ messages: Partial<Messages> }>('../../src/messages/locales/*.ts', {
  eager: true,
})
const messagesFor = (locale: string) =>
  mergeMessages(files[`../../src/messages/locales/${locale}.ts`]?.messages ?? {})
const keys = Object.keys(enUs) as MessageKey[]
const foreign = locales().filter((locale) => !locale.startsWith('en_'))
const placeholders = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()

/** Keys whose translation may equal the English text. */
const same: MessageKey[] = [
  'developerError',
  ...(['PayPal', 'PayPal Credit', 'Apple Pay', 'Google Pay', 'Venmo'] as const),
  ...(['American Express', 'Discover', 'Diners Club', 'Elo', 'Hiper', 'Hipercard'] as const),
  ...(['MasterCard', 'Visa', 'JCB', 'Maestro', 'UnionPay'] as const),
]
const sameAsEnglish: Record<string, MessageKey[]> = {
  ar_EG: ['expirationDateLabelSubheading', 'expirationDatePlaceholder'],
  he_IL: ['expirationDateLabelSubheading', 'expirationDatePlaceholder'],
}

test('there are texts for the 34 locales (L9.29)', () => {
  const listed =
    'ar_EG cs_CZ da_DK de_DE el_GR en_AU en_GB en_IN en_US es_ES es_XC fi_FI fr_CA fr_FR fr_XC he_IL hu_HU id_ID it_IT ja_JP ko_KR nl_NL no_NO pl_PL pt_BR pt_PT ru_RU sk_SK sv_SE th_TH zh_CN zh_HK zh_TW zh_XC'
  const written = readdirSync(new URL('../../src/messages/locales', import.meta.url))

  expect(locales().sort()).toEqual(listed.split(' '))
  expect(['en_US', ...written.map((file) => file.replace('.ts', ''))].sort()).toEqual(listed.split(' '))
})

test.each([
  ['en', 'en_US'],
  ['pt', 'pt_PT'],
  ['zh', 'zh_CN'],
  ['he', 'he_IL'],
  ['pt_BR', 'pt_BR'],
  ['pt-br', 'pt_BR'],
  ['de_AT', 'de_DE'],
  ['FR-ca', 'fr_CA'],
  ['zh-Hant-TW', 'zh_TW'],
  ['xx_YY', 'en_US'],
  ['constructor', 'en_US'],
  [undefined, 'en_US'],
])('who asks for the locale %s gets %s (L9.30 L9.31 L9.32)', (asked, locale) => {
  expect(localeFor(asked)).toBe(locale)
})

test('Arabic and Hebrew alone run from right to left', () => {
  expect(locales().filter((locale) => languageAttributes(locale).dir === 'rtl')).toEqual(['ar_EG', 'he_IL'])
})

test.each(foreign)('%s says everything in its own words, with English’s places (L2.12)', (locale) => {
  const texts = messagesFor(locale)
  const untranslated = keys.filter((key) => texts[key] === enUs[key] && !same.includes(key))

  expect(untranslated).toEqual(sameAsEnglish[locale] ?? [])
  for (const key of keys) {
    expect(placeholders(texts[key]), key).toEqual(placeholders(enUs[key]))
    expect(texts[key].replace(/\{\{\w+\}\}/g, 'x'), key).not.toMatch(/[{}<>]|^\s*$|^\s|\s$/)
  }
})

test.each([
  ['es_XC', 'es_ES', { expirationDateLabel: 'Fecha de vencimiento', regionLabel: 'Estado o provincia' }],
  ['fr_XC', 'fr_FR', { cvvLabel: 'Code de sécurité', otherWaysToPay: 'Autres modes de paiement' }],
  ['zh_XC', 'zh_CN', { expirationDateLabel: '到期日', regionLabel: '州、省或地区' }],
])('%s speaks to people outside of the country of %s in words of its own', (locale, other, some) => {
  const [texts, others] = [messagesFor(locale), messagesFor(other)]
  expect(texts).toMatchObject(some)
  expect(keys.filter((key) => texts[key] !== others[key]).length).toBeGreaterThan(40)
})

test.each(['en_AU', 'en_IN'])('%s tells failures in the sentences of its region (L8.71)', (locale) => {
  expect(messagesFor(locale)).toMatchObject({
    genericError: "We're sorry, something seems to have gone wrong.",
    fieldEmptyForCvv: 'Please enter a CVV.',
    fieldInvalidForNumber: "This card number isn't valid.",
    unsupportedCardTypeError: "This card type isn't supported. Please try another card.",
    hostedFieldsTokenizationNetworkErrorError: 'Network error. Please try again.',
  })
})
