import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '#platform/settings/env.server.ts'

type KeySettings = Pick<Env, 'deskKey' | 'dataDir'>

/** Beside the database: a copy of the database alone opens no second step. */
const fileIn = (dataDir: string) => join(dataDir, 'desk-key')

/** From the settings, else from the data folder; undefined before the first use. */
function findKey({ deskKey, dataDir }: KeySettings): string | undefined {
  try {
    return deskKey ?? readFileSync(fileIn(dataDir), 'utf8')
  } catch (problem) {
    if (errorCode(problem) !== 'ENOENT') throw problem
    return undefined
  }
}

function makeKey(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    const key = randomBytes(32).toString('base64url')
    writeFileSync(fileIn(dataDir), key, { mode: 0o600, flag: 'wx' })
    return key
  } catch (problem) {
    // Another process was first.
    if (errorCode(problem) === 'EEXIST') return readFileSync(fileIn(dataDir), 'utf8')
    throw problem
  }
}

const hashed = (key: string) => createHash('sha256').update(key).digest()

const errorCode = (problem: unknown) => (problem as NodeJS.ErrnoException).code

/** AES-256-GCM; `whose` is authenticated too. */
export function seal(settings: KeySettings, text: string, whose: string): string {
  const iv = randomBytes(12)
  const key = findKey(settings) ?? makeKey(settings.dataDir)
  const cipher = createCipheriv('aes-256-gcm', hashed(key), iv).setAAD(Buffer.from(whose))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Undefined with another key, another `whose`, or altered text. */
export function unseal(settings: KeySettings, sealed: string, whose: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  const key = findKey(settings)
  if (!key || bytes.length < 28) return undefined
  const opener = createDecipheriv('aes-256-gcm', hashed(key), bytes.subarray(0, 12))
    .setAAD(Buffer.from(whose))
    .setAuthTag(bytes.subarray(12, 28))
  try {
    return opener.update(bytes.subarray(28), undefined, 'utf8') + opener.final('utf8')
  } catch {
    return undefined
  }
}
