// npm run season -- my-season.yaml [--yes]
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { withDemo } from '#demo/demo-season.server.ts'
import { openDatabase } from '#platform/database.server.ts'
import { type Env, parseEnv, SettingsProblem } from '#platform/env.server.ts'
import { askSite, doorOfRunningSite } from '#platform/owner-door.server.ts'
import { importSeason } from '#season/import-season.server.ts'
import type { Change } from '#season/season-changes.ts'
import type { GivenFile } from '#season/season-file.server.ts'
import { readGivenFile } from '#season/season-pictures.server.ts'

type Answer = { problems: string[] } | { changes: Change[]; isWritten: boolean }
type Importer = { ask: (write: boolean) => Promise<Answer>; close: () => Promise<void> }

const exitCodes = { done: 0, wrongFile: 1, cannot: 2, notConfirmed: 3 }
const web = fileURLToPath(new URL('.', import.meta.url))
const usage = `Brings a season into the site.

  npm run season -- my-season.yaml          checks the file, says what will change, and asks
  npm run season -- my-season.yaml --yes    does not ask

The file is explained in season.yaml, the season of the demonstration. Ends with 0 when the season is in (or nothing
had to change), 1 when something in the file is wrong, 2 when it could not be done, 3 when you did not say yes.`

process.exitCode = await main(process.argv.slice(2)).catch((problem) => {
  if (!(problem instanceof SettingsProblem)) throw problem
  console.error(problem.message)
  return exitCodes.cannot
})

async function main(given: string[]): Promise<number> {
  const isSure = given.includes('--yes')
  const [path, ...more] = given.filter((word) => word !== '--yes')
  if (!path || more.length > 0 || path.startsWith('-')) {
    console.error(usage)
    return exitCodes.cannot
  }
  const whole = resolve(process.env.INIT_CWD ?? process.cwd(), path)
  if (!existsSync(whole)) throw new SettingsProblem(`There is no file ${path}.`)
  if (existsSync(join(web, '../.env'))) process.loadEnvFile(join(web, '../.env'))
  const file = await readGivenFile(whole, path)
  const importer = await openImporter(parseEnv(process.env, join(web, '..')), file)
  try {
    return await bringIn(importer, path, isSure)
  } finally {
    await importer.close()
  }
}

async function bringIn({ ask }: Importer, path: string, isSure: boolean): Promise<number> {
  const plan = await ask(false)
  if ('problems' in plan) return tellProblems(path, plan.problems)
  tellPlan(path, plan.changes)
  if (plan.changes.every(({ did }) => did === 'unchanged')) return exitCodes.done
  if (!isSure && !(await isConfirmed())) return exitCodes.notConfirmed
  const done = await ask(true)
  if ('problems' in done) return tellProblems(path, done.problems)
  console.log('Done: the season is in.')
  return exitCodes.done
}

/** Through the site that runs on this data folder; where none does, with the database itself. */
async function openImporter(env: Env, file: GivenFile): Promise<Importer> {
  const door = await doorOfRunningSite(env)
  if (door) {
    const ask = (write: boolean) => askSite<Answer>(door, '/import-season', { ...file, write })
    return { ask, close: async () => undefined }
  }
  const { db, close } = await openDatabase(env, join(web, 'database/migrations'))
  // Demo families pay by card when the site starts.
  const ask = (write: boolean) => importSeason(db, file, { write, withDemo: withDemo({ env }) })
  return { ask, close }
}

function tellProblems(path: string, problems: string[]): number {
  console.error(
    `${path} was not brought in. Nothing was written.\n\n${problems.map((line) => `  ${line}`).join('\n')}`,
  )
  return exitCodes.wrongFile
}

function tellPlan(path: string, changes: Change[]) {
  const told = changes.filter(({ did }) => did !== 'unchanged')
  const same = changes.length - told.length
  console.log(
    told.length === 0 ? `${path} is in order, and nothing changes.` : `${path} is in order. What changes:\n`,
  )
  for (const { did, what, how } of told) console.log(`  ${did.padEnd(8)} ${what}${how ? `: ${how}` : ''}`)
  if (told.length > 0) console.log(`\n  ${same} unchanged\n`)
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.log('Nothing was written. Run it again with --yes to bring the season in.')
    return false
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Bring it in? (y/N) ')
  terminal.close()
  const isYes = /^y(es)?$/i.test(answer.trim())
  if (!isYes) console.log('Nothing was written.')
  return isYes
}
