import { isTrusted } from './configuration.ts'

/** What a client token tells of the configuration before that is there. It may turn out otherwise. */
export type Foretold = { assetsUrl: string; challenges: readonly string[] }

/** Nothing of a tokenization key, nor of what is neither: whoever opens the gateway with it tells so. */
export function foretoldBy(authorization: string): Foretold | undefined {
  try {
    const { assetsUrl, challenges, configUrl } = JSON.parse(atob(authorization))
    if (!isTrusted(assetsUrl, new URL(configUrl).origin)) return undefined
    return { assetsUrl, challenges: Array.isArray(challenges) ? challenges : [] }
  } catch {
    return undefined
  }
}
