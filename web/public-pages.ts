import { createHash } from 'node:crypto'

/** Identical for all signed-out visitors. All other pages are uncacheable. */
const pages =
  /^\/(pages\/(login|staff|policy|donate|donate-bottinelli|(clinic|lesson|league|tournament)\/\d{1,9})|desk\/offline)?$/
const parts = /^\/(_|pages\/.*)\.data$/

/** The page, or its single-fetch data. */
export const isPublicPage = (path: string) =>
  pages.test(path) || (parts.test(path) && pages.test(path.replace(/_\.data$|\.data$/, '')))

const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g

/** Replaces the nonce by hashes, which a cached page may keep. Injected scripts, which lack the nonce, get no hash. */
export function withHashes(rendered: string, nonce: string): { html: string; hashes: string } {
  const mark = ` nonce="${nonce}"`
  const ours = [...rendered.matchAll(inlineScript)].filter(([, attributes]) => attributes?.includes(mark))
  const hashes = new Set(ours.map(([, , script = '']) => cspHash(script)))
  return { html: rendered.replaceAll(mark, ''), hashes: [...hashes].join(' ') }
}

const cspHash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
