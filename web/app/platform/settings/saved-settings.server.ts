import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Env, parseEnv, type SavedSettings, SettingsProblem, type Variables } from './env.server.ts'

/** Beside the database, so that no backup contains the secrets. */
const fileIn = (dataDir: string) => join(dataDir, 'settings.json')

export function savedIn(dataDir: string): SavedSettings {
  const path = fileIn(dataDir)
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    const isThere = !['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')
    if (!isThere) return {}
    throw new SettingsProblem(`The settings that the desk has saved in ${path} cannot be read.`, { cause })
  }
}

/** Atomic: the next start reads it. */
export function saveSettings(dataDir: string, saved: SavedSettings): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = fileIn(dataDir)
  writeFileSync(`${path}.new`, `${JSON.stringify(saved, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

export const readSettings = (variables: Variables, root: string): Env =>
  parseEnv(variables, root, savedIn(resolve(root, variables.DATA_DIR || 'data')))
