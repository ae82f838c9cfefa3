import { amex, button, request, type Scenario, type Scenarios, visa } from '../scenario.ts'

/** First text of the card form in each language. */
const cardForms = {
  ar_EG: 'الدفع بالبطاقة',
  cs_CZ: 'Zaplatit kartou',
  da_DK: 'Betal med kort',
  de_DE: 'Mit Karte zahlen',
  el_GR: 'Πληρωμή με κάρτα',
  en_AU: 'Pay with card',
  en_GB: 'Pay with card',
  en_IN: 'Pay with card',
  es_ES: 'Pagar con tarjeta',
  es_XC: 'Pagar con tarjeta',
  fi_FI: 'Maksa kortilla',
  fr_CA: 'Payer par carte',
  fr_FR: 'Payer par carte',
  fr_XC: 'Payer par carte',
  he_IL: 'תשלום בכרטיס',
  hu_HU: 'Fizetés kártyával',
  id_ID: 'Bayar dengan kartu',
  it_IT: 'Paga con carta',
  ja_JP: 'カードで支払う',
  ko_KR: '카드로 결제',
  nl_NL: 'Betalen met kaart',
  no_NO: 'Betal med kort',
  pl_PL: 'Zapłać kartą',
  pt_BR: 'Pagar com cartão',
  pt_PT: 'Pagar com cartão',
  ru_RU: 'Оплатить картой',
  sk_SK: 'Zaplatiť kartou',
  sv_SE: 'Betala med kort',
  th_TH: 'ชำระเงินด้วยบัตร',
  zh_CN: '用卡付款',
  zh_HK: '用卡片付款',
  zh_TW: '用卡片付款',
  zh_XC: '使用银行卡付款',
}

const perScenario = 4
const locales = Object.keys(cardForms) as (keyof typeof cardForms)[]
const starts = locales.filter((_, index) => index % perScenario === 0)

/** Side by side with all errors, to show the longest sentences. */
const forms = starts.map((start) => {
  const some = locales.slice(locales.indexOf(start)).slice(0, perScenario)
  const scenario: Scenario = {
    seen: some.map((locale) => cardForms[locale]),
    options: { card: { cardholderName: { required: true } } },
    widgets: some.map((locale) => ({ locale })),
    steps: [request],
  }
  return [`in ${some.join(', ')}`, scenario]
})

export const languages: Scenarios = {
  ...Object.fromEntries(forms),
  'language that nobody has': { seen: ['Pay with card'], options: { locale: 'tlh' } },
  'language whose texts do not come': {
    seen: ['Pay with card'],
    options: { locale: 'de_DE' },
    missing: 'texts',
  },
  'language that is changed': {
    seen: ['Mit Karte zahlen', 'Bitte geben'],
    steps: [request, { shop: 'speaks German' }],
  },
  'saved cards from right to left': {
    seen: [button('Edit'), button('Ending in •••• 0005')],
    saved: [amex, visa],
    options: { vaultManager: true },
    dir: 'rtl',
  },
  'form from right to left': {
    seen: ['Cardholder Name'],
    options: { card: { cardholderName: true } },
    dir: 'rtl',
  },
}
