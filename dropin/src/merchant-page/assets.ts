import { type Gateway, VERSION } from '../gateway/gateway.ts'
import type { Messages } from '../messages/messages.ts'

export const stylesheetId = 'braintree-dropin-stylesheet'

export type Assets = {
  stylesheet: string
  /** Inlined styles, where no address of a stylesheet is known. */
  makeStyle?: (nonce?: string) => Promise<HTMLStyleElement>
  loadLocale: (locale: string) => Promise<{ messages: Partial<Messages> }>
  loadCode: (name: string) => Promise<unknown>
}

/** Chunks that do not use `shared.js`. */
const standalone = ['billing-address', 'script-tag']

/** Files as the build lays them out; the folder may be relative to the page. */
export function assetsIn(folder: string): Assets {
  const base = new URL(folder.replace(/\/?$/, '/'), document.baseURI)
  const load = (file: string) => import(/* @vite-ignore */ /* webpackIgnore: true */ new URL(file, base).href)
  return {
    stylesheet: new URL('dropin.css', base).href,
    loadLocale: (locale) => load(`locales/${locale}.js`),
    loadCode(name) {
      if (!standalone.includes(name)) load('options/shared.js').catch(() => undefined) // at the same time
      return load(`options/${name}.js`)
    },
  }
}

export const folderFor = (address: string) => new URL('.', address).href

/** Candidate locations, likeliest first: the page's option, the location of the code, the gateway. */
export async function* assetPlaces(
  assetsBase: string | undefined,
  bundled: Assets[] | undefined,
  gateway: Promise<Gateway>,
) {
  if (assetsBase) yield assetsIn(assetsBase)
  if (bundled) yield* bundled
  const link = document.getElementById(stylesheetId)
  if (link instanceof HTMLLinkElement && link.href) yield assetsIn(folderFor(link.href))
  const { configuration } = await gateway
  yield assetsIn(`${configuration.assetsUrl}/web/dropin/${VERSION}/`)
}

export type AssetPlaces = ReturnType<typeof assetPlaces>
