import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the running site is, and the secret by which the owner of the data folder is known to it. */
export type Door = { address: string; secret: string }

const fileIn = (dataDir: string) => join(dataDir, 'season-door.json')

/** One process owns the data folder, so the season command comes in through it. Only the folder's owner can read how. */
export function openDoor(dataDir: string, port: number): Door {
  const door = { address: `http://localhost:${port}`, secret: randomBytes(32).toString('base64url') }
  rmSync(fileIn(dataDir), { force: true })
  writeFileSync(fileIn(dataDir), JSON.stringify(door), { mode: 0o600, flag: 'wx' })
  return door
}

export const closeDoor = (dataDir: string) => rmSync(fileIn(dataDir), { force: true })

/** The door of a site that runs, or did; undefined when none was ever opened. */
export function findDoor(dataDir: string): Door | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8'))
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw problem
  }
}

export function isKey(door: Door | undefined, authorization: string | undefined): boolean {
  if (!door) return false
  const [given, right] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${door.secret}`)]
  return given.length === right.length && timingSafeEqual(given, right)
}
