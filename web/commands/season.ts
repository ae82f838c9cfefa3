// npm run season -- my-season.yaml [--yes]; npm run season -- --export my-season.yaml
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { CommandProblem, parseArguments, readSiteSettings, runCommand } from '#platform/command.server.ts'
import { askSite, findOpenDoor } from '#platform/http/owner-door.server.ts'
import { runLocally } from '#platform/http/run-locally.server.ts'
import type { Env } from '#platform/settings/env.server.ts'
import type { SourceFile } from '#season/file/season-file.server.ts'
import { readSeasonFile, writeSeasonFile } from '#season/pictures/season-pictures.server.ts'
import type { Import } from '#season/publish/import-season.server.ts'

type Plan = { write: boolean; tellReworded: boolean; undo: boolean }
/** `site`: the target, for messages. */
type Importer = { site: string; ask: (plan: Plan) => Promise<Import>; close: () => Promise<void> }
type Sure = { isSure: boolean; mayUndo: boolean; tell?: boolean | undefined }

const exitCodes = { done: 0, wrongFile: 1, cannot: 2, notConfirmed: 3 }
const web = fileURLToPath(new URL('..', import.meta.url))
const by = userInfo().username
const usage = `Brings a season into the site.

  npm run season -- my-season.yaml          checks the file, says what will change, and asks
  npm run season -- my-season.yaml --yes    does not ask
  npm run season -- --export my-season.yaml writes the season of the site into a file, the pictures beside it

What somebody changed on the screen since the file was made or brought in, and the file would undo, is said line by line;
it asks, and --undo says yes.

Families that are registered get a mail when a session moves or closes. Where only the words for hours or place
change, it asks; --tell mails them too, --quiet does not.

The file is explained in season.yaml, the season of the demonstration. Ends with 0 when the season is in (or nothing
had to change), 1 when something in the file is wrong, 2 when it could not be done, 3 when you did not say yes.`

await runCommand(() => main(process.argv.slice(2)), exitCodes.cannot)

async function main(typed: string[]): Promise<number> {
  const { positionals, flags, texts } = parseArguments(typed, {
    ...{ yes: 'alone', undo: 'alone', tell: 'alone', quiet: 'alone', help: 'alone' },
    export: 'text',
  })
  const [exportTo] = texts('export')
  if (exportTo && positionals.length === 0) return exportInto(exportTo)
  const [path, ...more] = positionals
  if (!path || flags.includes('help')) {
    console[path ? 'log' : 'error'](usage)
    return path ? exitCodes.done : exitCodes.cannot
  }
  if (more.length > 0)
    throw new CommandProblem(
      `“${more.join(' ')}” is too much: write one file, in quotes where its name has blanks.`,
    )
  const whole = resolve(process.env.INIT_CWD ?? process.cwd(), path)
  if (!existsSync(whole)) throw new CommandProblem(`There is no file ${path}.`)
  const env = readSiteSettings(web)
  const importer = await openImporter(env, await readSeasonFile(whole, path))
  const tell = flags.includes('tell') ? true : flags.includes('quiet') ? false : undefined
  try {
    const mayUndo = flags.includes('undo')
    return await bringIn(importer, path, { isSure: flags.includes('yes'), mayUndo, tell })
  } finally {
    await importer.close()
  }
}

async function exportInto(path: string): Promise<number> {
  const whole = resolve(process.env.INIT_CWD ?? process.cwd(), path)
  if (existsSync(whole)) throw new CommandProblem(`There is ${path} already. Write another name.`)
  await writeSeasonFile(whole, await exportedSeason(readSiteSettings(web)))
  console.log(`The season is in ${path}.`)
  return exitCodes.done
}

async function exportedSeason(env: Env): Promise<SourceFile> {
  const door = await findOpenDoor(env)
  if (door) return askSite<SourceFile>(door, '/export-season', {})
  return runLocally({ web, env }, async ({ db }) => {
    const { exportSeason } = await import('#season/file/export-season.server.ts')
    return exportSeason(db)
  })
}

async function bringIn(
  { site, ask }: Importer,
  path: string,
  { isSure, mayUndo, tell }: Sure,
): Promise<number> {
  const plan = await ask({ write: false, tellReworded: tell ?? false, undo: false })
  if ('problems' in plan) return tellProblems(path, plan.problems)
  tellPlan(path, plan)
  if (plan.changes.every(({ did }) => did === 'unchanged')) return exitCodes.done
  if (plan.undoes.length > 0 && !(mayUndo || (await mayBeUndone(plan.undoes)))) return exitCodes.notConfirmed
  console.log(`It goes into ${site}.`)
  const { reworded } = plan.told
  if (!isSure && !(await isConfirmed('Bring it in?', 'Run it again with --yes to bring the season in.')))
    return exitCodes.notConfirmed
  if (reworded > 0 && tell === undefined && !process.stdin.isTTY) {
    console.log(
      `${familiesIn(reworded)} registered where only the words for hours or place change. Nothing was written. Run it again with --tell to mail them, or with --quiet.`,
    )
    return exitCodes.notConfirmed
  }
  const tellReworded =
    tell ??
    (reworded > 0 &&
      (await isYes(`Tell ${reworded === 1 ? '1 family' : `${reworded} families`} of the changed words?`)))
  const done = await ask({ write: true, tellReworded, undo: plan.undoes.length > 0 })
  if ('problems' in done) return tellProblems(path, done.problems)
  if (!done.isWritten)
    throw new CommandProblem('Somebody changed the season meanwhile. Nothing was written. Run it again.')
  console.log('Done: the season is in.')
  return exitCodes.done
}

/** Undoing changes made at the desk needs a confirmation of its own. */
function mayBeUndone(undoes: string[]): Promise<boolean> {
  console.log(
    `This would undo what was changed on the screen:\n${undoes.map((line) => `  ${line}`).join('\n')}\n`,
  )
  return isConfirmed('Undo it?', 'Run it again with --undo to undo it.')
}

function familiesIn(count: number): string {
  return count === 1 ? '1 family is' : `${count} families are`
}

/** Through the site that runs on this data folder, else with the database itself. */
async function openImporter(env: Env, file: SourceFile): Promise<Importer> {
  const door = await findOpenDoor(env)
  if (door) {
    const ask = (plan: Plan) => askSite<Import>(door, '/import-season', { ...file, ...plan, by })
    return { site: `the site at ${door.address}`, ask, close: async () => undefined }
  }
  // Loaded lazily: the database's modules take a second.
  const { openStored } = await import('#platform/database/database.server.ts')
  const { withDemo } = await import('#season/demo/demo-season.server.ts')
  const { importSeason } = await import('#season/publish/import-season.server.ts')
  const { db, close } = await openStored(env, join(web, 'database/migrations'))
  // Demo families pay by card when the site starts.
  const { siteUrl } = env
  const ask = (plan: Plan) =>
    importSeason(db, file, {
      ...{ ...plan, siteUrl, by: `command:${by}`, via: 'file' },
      withDemo: withDemo({ env }),
    })
  const stored = env.databaseUrl ? 'the database of DATABASE_URL' : `the data folder ${env.dataDir}`
  return { site: `${stored}, for ${siteUrl}`, ask, close }
}

function tellProblems(path: string, problems: string[]): number {
  console.error(
    `${path} was not brought in. Nothing was written.\n\n${problems.map((line) => `  ${line}`).join('\n')}`,
  )
  return exitCodes.wrongFile
}

function tellPlan(path: string, { changes, told: notified }: Exclude<Import, { problems: string[] }>) {
  const changed = changes.filter(({ did }) => did !== 'unchanged')
  const same = changes.length - changed.length
  console.log(
    changed.length === 0
      ? `${path} is in order, and nothing changes.`
      : `${path} is in order. What changes:\n`,
  )
  for (const { did, what, how } of changed) console.log(`  ${did.padEnd(8)} ${what}${how ? `: ${how}` : ''}`)
  if (changed.length > 0) console.log(`\n  ${same} unchanged\n`)
  if (notified.families > 0) console.log(`${familiesIn(notified.families)} told of it by mail.\n`)
  if (notified.owed.length > 0)
    console.log(`Paid, and closed now:\n${notified.owed.map((line) => `  ${line}`).join('\n')}\n`)
}

/** Without a terminal it prints what to type instead. */
async function isConfirmed(question: string, otherwise: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.log(`Nothing was written. ${otherwise}`)
    return false
  }
  const confirmed = await isYes(question)
  if (!confirmed) console.log('Nothing was written.')
  return confirmed
}

async function isYes(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} (y/N) `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}
