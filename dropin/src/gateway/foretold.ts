import { type Authorization, readAuthorization } from './authorization.ts'
import { isTrusted } from './configuration.ts'

/** What a client token tells of the configuration before that is there. It may turn out otherwise. */
export type Foretold = { assetsUrl: string; challenges: readonly string[] }

export function foretoldBy(text: string): Foretold | undefined {
  try {
    return foretold(readAuthorization(text))
  } catch {
    return undefined
  }
}

function foretold(authorization: Authorization): Foretold | undefined {
  if (authorization.kind === 'tokenization-key') return undefined
  const { assetsUrl, challenges, configUrl } = authorization
  if (typeof assetsUrl !== 'string' || !isTrusted(assetsUrl, new URL(configUrl).origin)) return undefined
  return { assetsUrl, challenges: Array.isArray(challenges) ? challenges : [] }
}
