import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, startPostgres } from '../../../scripts/provision/postgres.mjs'
import { startSite } from '../../../scripts/services.mjs'
import { ask } from './pair.ts'
import { openTown, until } from './town.ts'

/**
 * A town whose site and database read their time from a clock that can be moved; the gateway, which is not ours, and the
 * drill keep the time of this machine.
 */
export async function openTownWithClock(settings: Record<string, string>, ahead = 0) {
  const clock = aClock(ahead)
  const postgres = await startPostgres((await findPostgres()) ?? '', { durable: true, env: clock.env })
  const start: typeof startSite = (env, output) => startSite({ ...env, ...clock.env }, output)
  const town = await openTown({ settings, siteCluster: postgres.url, startWith: [start] })
  /** How many seconds each of the two is ahead of this machine. */
  async function readings() {
    const database = await ask(postgres.url, 'select extract(epoch from now())::float8 as answer')
    const site = (await fetch(`${town.siteUrls[0]}/health`)).headers.get('Date') ?? ''
    return [Number(database), Date.parse(site) / 1000].map((seconds) => seconds - Date.now() / 1000)
  }
  return {
    town,
    /** Moves both, and waits until both show it. */
    async move(seconds: number) {
      clock.move(seconds)
      const isThere = async () => (await readings()).every((at) => Math.abs(at - seconds) < 5)
      await until(isThere, 10, `site and database ${seconds} s ahead`)
    },
    async close() {
      await town.close()
      await postgres.stop()
      clock.remove()
    },
  }
}

/** Debian's faketime, which shows the time of a file to whatever is started with `env`. */
function aClock(ahead: number) {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-clock-'))
  // PostgreSQL reads it as a user without rights.
  chmodSync(folder, 0o755)
  const file = join(folder, 'ahead')
  const move = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`)
  move(ahead)
  const program = process.env.FAKETIME_PROGRAM ?? 'faketime'
  const library = execFileSync(program, ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD']).toString().trim()
  // What lasts for so many seconds lasts as long as before: no machine moves that clock.
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    DONT_FAKE_MONOTONIC: '1',
  }
  return { env, move, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
