import stylesheet from './dropin.css?url&no-inline'
import { dropinWith } from './dropin.ts'
import type { Assets } from './page/assets.ts'

export type * from './api/dropin.ts'
export { BraintreeError, DropinError } from './platform/errors.ts'

type Locale = Awaited<ReturnType<Assets['loadLocale']>>
const locales = import.meta.glob<Locale>('./messages/locales/*.ts')

async function loadLocale(locale: string) {
  const load = locales[`./messages/locales/${locale}.ts`]
  if (!load) throw new Error(`There are no texts for ${locale}.`)
  return await load()
}

const codes: Record<string, () => Promise<unknown>> = {
  'billing-address': () => import('./options/card/address-fields.tsx'),
  deletion: () => import('./vault/deletion.ts'),
  'data-collector': () => import('./request/collector-for.ts'),
  'three-d-secure': () => import('./request/ask-bank.ts'),
  'apple-pay': () => import('./options/apple-pay/apple-pay.ts'),
  'google-pay': () => import('./options/google-pay/google-pay.ts'),
  paypal: () => import('./options/paypal/paypal.ts'),
  venmo: () => import('./options/venmo/venmo.ts'),
}

async function loadCode(name: string) {
  return await codes[name]?.()
}

const dropin = dropinWith({ stylesheet, loadLocale, loadCode })

export const { create, VERSION } = dropin
export default dropin
