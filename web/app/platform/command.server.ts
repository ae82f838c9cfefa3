import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Env, SettingsProblem } from '#platform/settings/env.server.ts'
import { readSettings } from '#platform/settings/saved-settings.server.ts'
import { Refusal } from './refusal.ts'

export class CommandProblem extends Error {}

/** Runs a command; expected errors are printed and end it with the exit code `cannot`. */
export async function runCommand(main: () => Promise<number>, cannot: number): Promise<void> {
  process.exitCode = await main().catch((problem) => {
    const isExplained =
      problem instanceof SettingsProblem || problem instanceof Refusal || problem instanceof CommandProblem
    if (!isExplained) throw problem
    console.error(problem.message)
    return cannot
  })
}

/** For commands that need arguments: without any, or with --help, it prints the usage. */
export const runWithArguments = (usage: string, work: (typed: string[]) => Promise<void>): Promise<void> =>
  runCommand(async () => {
    const typed = process.argv.slice(2)
    const isHelp = typed.includes('--help') || typed.includes('-h')
    if (!isHelp && typed.length > 0) return work(typed).then(() => 0)
    console[isHelp ? 'log' : 'error'](usage)
    return isHelp ? 0 : 1
  }, 1)

export function readSiteSettings(web: string): Env {
  const file = join(web, '../.env')
  try {
    if (existsSync(file)) process.loadEnvFile(file)
  } catch (cause) {
    const message = `The settings in ${file} cannot be read. Type this as the user whom the site runs as.`
    throw new SettingsProblem(message, { cause })
  }
  return readSettings(process.env, join(web, '..'))
}

export type ParsedArguments = {
  positionals: string[]
  flags: string[]
  texts: (name: string) => string[]
}

export function parseArguments(typed: string[], options: Record<string, 'alone' | 'text'>): ParsedArguments {
  const known = Object.entries(options).map(([name, kind]) =>
    kind === 'alone' ? ([name, { type: 'boolean' }] as const) : ([name, { type: 'string' }] as const),
  )
  const { tokens, positionals } = parseArgs({
    args: typed,
    options: Object.fromEntries(known),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const found = tokens.filter((token) => token.kind === 'option')
  for (const { name, rawName, value } of found) {
    const kind = options[name]
    if (!kind) throw new CommandProblem(`“${rawName}” is not known here. ${knownOptions(options)}`)
    if (kind === 'text' && !value) throw new CommandProblem(`After ${rawName} something is missing.`)
    if (kind === 'alone' && value) throw new CommandProblem(`${rawName} stands alone: leave “${value}” out.`)
  }
  return {
    positionals,
    flags: found.map(({ name }) => name),
    texts: (name) => found.flatMap((option) => (option.name === name && option.value ? [option.value] : [])),
  }
}

function knownOptions(options: object): string {
  const names = Object.keys(options).map((name) => `--${name}`)
  return names.length > 0 ? `Known are ${names.join(', ')}.` : 'There are no options.'
}
