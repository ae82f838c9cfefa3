import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { refuse } from '#platform/refusal.ts'
import { SettingsProblem } from '#platform/settings/env.server.ts'

export type Door = { address: string; secret: string }

const fileIn = (dataDir: string) => join(dataDir, 'owner-door.json')

/** One process owns the data folder, so commands go through it. Only the folder's owner can read the secret. */
export function openDoor(dataDir: string, port: number): Door {
  const door = { address: `http://localhost:${port}`, secret: randomBytes(32).toString('base64url') }
  try {
    rmSync(fileIn(dataDir), { force: true })
    writeFileSync(fileIn(dataDir), JSON.stringify(door), { mode: 0o600, flag: 'wx' })
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException
    throw new SettingsProblem(`The setting DATA_DIR is wrong: ${dataDir} cannot be written (${code}).`)
  }
  return door
}

export const closeDoor = (dataDir: string) => rmSync(fileIn(dataDir), { force: true })

/** It may be stale, of a site that has ended. */
export function findDoor(dataDir: string): Door | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8'))
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw problem
  }
}

export function isOwner({ dataDir }: { dataDir: string }, authorization: string | undefined): boolean {
  const door = authorization ? findDoor(dataDir) : undefined
  if (!authorization || !door) return false
  const [sent, right] = [Buffer.from(authorization), Buffer.from(`Bearer ${door.secret}`)]
  return sent.length === right.length && timingSafeEqual(sent, right)
}

export function refuseStrangers(env: { dataDir: string }, authorization: string | undefined): void {
  if (!isOwner(env, authorization)) refuse('not-found')
}

/** Undefined where no site runs: a command then opens the database itself. */
export async function findOpenDoor(env: { databaseUrl?: string | undefined; dataDir: string }) {
  const door = env.databaseUrl ? undefined : findDoor(env.dataDir)
  const isUp =
    door &&
    (await fetch(`${door.address}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  return isUp ? door : undefined
}

/** Not with `fetch`, which times out after five minutes: a season's books may take longer. */
export async function askSite<Answer>(door: Door, path: string, body: object): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${door.secret}` }
  const asking = request(`${door.address}/api${path}`, { method: 'POST', headers }).end(JSON.stringify(body))
  const [response]: IncomingMessage[] = await once(asking, 'response')
  const answer = response && JSON.parse(await text(response))
  if (response?.statusCode === 200) return answer
  throw new SettingsProblem(answer.message)
}
