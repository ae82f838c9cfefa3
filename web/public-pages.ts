import { createHash } from 'node:crypto'

/** Pages that are the same for everybody who is not signed in. What is not named here is kept by nobody. */
const pages =
  /^\/(pages\/(staff|policy|donate|donate-bottinelli|(clinic|lesson|league|tournament)\/\d{1,9}))?$/
const parts = /^\/(_|pages\/.*)\.data$/

/** The page of this path, or the part of it that the browser asks for when it goes on by itself. */
export const isPublicPage = (path: string) =>
  pages.test(path) || (parts.test(path) && pages.test(path.replace(/_\.data$|\.data$/, '')))

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** What lets the scripts in a page run: hashes stay true when it is kept, which a nonce must not be. */
export const hashesOf = (html: string) =>
  [...new Set([...html.matchAll(inlineScript)].map(([, script = '']) => hashOf(script)))].join(' ')

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
