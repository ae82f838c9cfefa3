import { createHash } from 'node:crypto'

/** Pages that are the same for everybody who is not signed in. What is not named here is kept by nobody. */
const pages =
  /^\/(pages\/(login|staff|policy|donate|donate-bottinelli|(clinic|lesson|league|tournament)\/\d{1,9})|desk\/offline)?$/
const parts = /^\/(_|pages\/.*)\.data$/

/** The page of this path, or the part of it that the browser asks for when it goes on by itself. */
export const isPublicPage = (path: string) =>
  pages.test(path) || (parts.test(path) && pages.test(path.replace(/_\.data$|\.data$/, '')))

const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g

/**
 * The page without its nonce, and what lets the scripts run that carried it: hashes stay true when a page is kept, which
 * a nonce must not be. A script that somebody else brought into the page is not named.
 */
export function withHashes(rendered: string, nonce: string): { html: string; hashes: string } {
  const mark = ` nonce="${nonce}"`
  const ours = [...rendered.matchAll(inlineScript)].filter(([, attributes]) => attributes?.includes(mark))
  const hashes = new Set(ours.map(([, , script = '']) => hashOf(script)))
  return { html: rendered.replaceAll(mark, ''), hashes: [...hashes].join(' ') }
}

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
