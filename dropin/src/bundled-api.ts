import { createApi } from './dropin.ts'
import type { Assets } from './merchant-page/assets.ts'
import { DropinError } from './platform/errors.ts'

/**
 * The widget for bundlers. Not each resolves the stylesheet's address, so its text is a lazy chunk, used when no
 * address loads.
 */
export function createBundledApi(stylesheet = '') {
  const files = { loadLocale, loadCode }
  const places = [...(stylesheet ? [{ stylesheet, ...files }] : []), { stylesheet: '', makeStyle, ...files }]
  return createApi(() => {
    if (typeof document === 'undefined')
      throw new DropinError('create works on a page only, not on a server.')
    return places
  })
}

async function makeStyle(nonce?: string) {
  const { css } = await import('./style.ts')
  return Object.assign(document.createElement('style'), { textContent: css, ...(nonce && { nonce }) })
}

type Locale = Awaited<ReturnType<Assets['loadLocale']>>
const locales = import.meta.glob<Locale>('./messages/locales/*.ts')

async function loadLocale(locale: string) {
  const load = locales[`./messages/locales/${locale}.ts`]
  if (!load) throw new Error(`There are no texts for ${locale}.`)
  return await load()
}

const codes: Record<string, () => Promise<unknown>> = {
  'billing-address': () => import('./ways-to-pay/card/address-fields.tsx'),
  deletion: () => import('./vault/deletion.ts'),
  'data-collector': () => import('./request-payment-method/load-collector.ts'),
  'three-d-secure': () => import('./request-payment-method/authenticate-by-bank.ts'),
}

const buttons = import.meta.glob('./ways-to-pay/*/open-button.ts')

async function loadCode(name: string) {
  const load = codes[name] ?? buttons[`./ways-to-pay/${name}/open-button.ts`]
  return await load?.()
}
