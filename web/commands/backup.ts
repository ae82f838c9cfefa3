// npm run backup -- /var/backups/courtside.age
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { askOwner } from '#operations/doctor/ask-owner.server.ts'
import { CommandProblem, parseArguments, readSiteSettings, runCommand } from '#platform/command.server.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const usage = `Writes all that is stored into one sealed file, while the site runs.

  npm run backup -- courtside.age    the file; one of this name is replaced when the new one is whole
  npm run backup -- --new-key        makes the key for BACKUP_KEY. Keep it elsewhere too: without it no backup opens

With BACKUP_TO a copy goes there. Ends with 0 when all of it is done, 1 when it is not.`

await runCommand(() => main(process.argv.slice(2)), 1)

async function main(typed: string[]): Promise<number> {
  const { positionals, flags } = parseArguments(typed, { 'new-key': 'alone', help: 'alone' })
  if (flags.includes('new-key')) return tellNewKey()
  const [file, ...more] = positionals
  if (!file || more.length > 0 || flags.includes('help')) {
    const isHelp = flags.includes('help')
    console[isHelp ? 'log' : 'error'](usage)
    return isHelp ? 0 : 1
  }
  const env = readSiteSettings(web)
  if (!env.backupKey)
    throw new CommandProblem('The setting BACKUP_KEY is missing. “npm run backup -- --new-key” makes one.')
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file)
  const { done } = await askOwner(web, env, { act: 'backup', path, key: env.backupKey })
  for (const line of done) console.log(line)
  if (!env.backupTo) return 0
  const { copyBackup } = await import('../copy-backup.ts')
  const { erasedFolder } = await import('#account/erasing/erased-families.server.ts')
  const copied = await copyBackup({ path, erasedFolder: erasedFolder(env), to: env.backupTo })
  await askOwner(web, env, { act: 'copied' })
  for (const line of copied) console.log(line)
  return 0
}

async function tellNewKey(): Promise<number> {
  const { newKeys } = await import('#platform/files/sealed-file.server.ts')
  const { secret, open } = await newKeys()
  console.log(`BACKUP_KEY=${secret}

It seals backups and opens them. Keep it in a safe place apart from the backups and from this machine.
A site that shall only write backups takes this one instead: BACKUP_KEY=${open}`)
  return 0
}
