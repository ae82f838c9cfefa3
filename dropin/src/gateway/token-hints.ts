import { isTrusted } from './configuration.ts'

/** Parts of the configuration that the client token contains. The real one may differ. */
export type TokenHints = { assetsUrl: string; challenges: readonly string[] }

/** Undefined for tokenization keys, and for invalid authorizations, which opening the gateway reports. */
export function readTokenHints(authorization: string): TokenHints | undefined {
  try {
    const { assetsUrl, challenges, configUrl } = JSON.parse(atob(authorization))
    if (!isTrusted(assetsUrl, new URL(configUrl).origin)) return undefined
    return { assetsUrl, challenges: Array.isArray(challenges) ? challenges : [] }
  } catch {
    return undefined
  }
}
