import { type Gateway, VERSION } from '../gateway/gateway.ts'
import type { Messages } from '../messages/messages.ts'

export const stylesheetId = 'braintree-dropin-stylesheet'

/** A place where our own files lie. */
export type Assets = {
  stylesheet: string
  /** The styles themselves, from code that knows no address of them. */
  makeStyle?: (nonce?: string) => Promise<HTMLStyleElement>
  loadLocale: (locale: string) => Promise<{ messages: Partial<Messages> }>
  /** Code that is a file of its own, since few widgets need it. */
  loadCode: (name: string) => Promise<unknown>
}

/** Code that needs nothing of what the others share. */
const alone = ['billing-address', 'script-tag']

/** The files of a folder as the build lays them. Its address may be relative to the page. */
export function assetsIn(folder: string): Assets {
  const base = new URL(folder.replace(/\/?$/, '/'), document.baseURI)
  const load = (file: string) => import(/* @vite-ignore */ /* webpackIgnore: true */ new URL(file, base).href)
  return {
    stylesheet: new URL('dropin.css', base).href,
    loadLocale: (locale) => load(`locales/${locale}.js`),
    loadCode(name) {
      if (!alone.includes(name)) load('options/shared.js').catch(() => undefined) // at the same time
      return load(`options/${name}.js`)
    },
  }
}

/** The folder of a file. */
export const folderOf = (address: string) => new URL('.', address).href

/** Where our files may lie, the likeliest first: what the page says, where the code came from, the gateway. */
export async function* placesOf(
  assetsBase: string | undefined,
  own: Assets[] | undefined,
  gateway: Promise<Gateway>,
) {
  if (assetsBase) yield assetsIn(assetsBase)
  if (own) yield* own
  const link = document.getElementById(stylesheetId)
  if (link instanceof HTMLLinkElement && link.href) yield assetsIn(folderOf(link.href))
  const { configuration } = await gateway
  yield assetsIn(`${configuration.assetsUrl}/web/dropin/${VERSION}/`)
}

export type Places = ReturnType<typeof placesOf>
