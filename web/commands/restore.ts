// npm run restore -- /var/backups/courtside.age
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { askOwner } from '#operations/doctor/ask-owner.server.ts'
import type { OperateRequest } from '#operations/operate.api.server.ts'
import { CommandProblem, parseArguments, readSiteSettings, runCommand } from '#platform/command.server.ts'
import type { Env } from '#platform/settings/env.server.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const usage = `Brings back all that a backup holds.

  npm run restore -- courtside.age         into a database or data folder without accounts
  npm run restore -- courtside.age --yes   replaces all that is stored now

  npm run restore -- courtside.age --try   tries it in memory: whether it opens, and what it holds

Mails and refunds stand still after it, since they may have gone out before. Run “npm run doctor”, which lists them, then

  npm run restore -- --go-on               refunds go on, the mails of that list are not sent
  npm run restore -- --go-on --send-mails  these mails are sent too

Ends with 0 when it is done, 1 when it cannot be; then nothing was changed.`

await runCommand(() => main(process.argv.slice(2)), 1)

async function main(typed: string[]): Promise<number> {
  const options = {
    yes: 'alone',
    try: 'alone',
    'go-on': 'alone',
    'send-mails': 'alone',
    help: 'alone',
  } as const
  const { positionals, flags } = parseArguments(typed, options)
  if (flags.includes('help') || positionals.length + Number(flags.includes('go-on')) !== 1) {
    const isHelp = flags.includes('help')
    console[isHelp ? 'log' : 'error'](usage)
    return isHelp ? 0 : 1
  }
  const env = readSiteSettings(web)
  if (flags.includes('try')) return tryIt(env, positionals[0] ?? '')
  const request: OperateRequest = flags.includes('go-on')
    ? { act: 'go-on', sendsMails: flags.includes('send-mails') }
    : restoring(env, positionals[0] ?? '', flags.includes('yes'))
  const { done } = await askOwner(web, env, request)
  for (const line of done) console.log(line)
  return 0
}

function restoring(env: Env, file: string, isSure: boolean): OperateRequest {
  return { act: 'restore', ...backupFile(env, file), isSure }
}

/** Tells the site, which stamps the trial. */
async function tryIt(env: Env, file: string): Promise<number> {
  const { tryBackup } = await import('#operations/backup/try-backup.server.ts')
  const { path, key } = backupFile(env, file)
  const { takenAt, accounts, registrations } = await tryBackup(path, key, join(web, 'database/migrations'))
  await askOwner(web, env, { act: 'tried', takenAt })
  console.log(`The backup of ${takenAt} opens: ${accounts} accounts, ${registrations} registrations.`)
  return 0
}

function backupFile(env: Env, file: string) {
  if (!env.backupKey) throw new CommandProblem('The setting BACKUP_KEY is missing: it opens the backup.')
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file)
  if (!existsSync(path)) throw new CommandProblem(`There is no file ${file}.`)
  return { path, key: env.backupKey }
}
