import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { familyFacts, tokenHashInSql } from './families.ts'
import type { Statement } from './tap.ts'

/** What pgbench does in place of one checkout, and the values that are the same in each. */
export type Script = { text: string; constants: Record<string, string> }

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const numbering = [
  '\\set n :from + :client_id * :each + :i',
  '\\set i :i + 1',
  '\\set session :first + :n % :sessions',
]

/**
 * The very statements of one checkout, of family `n` in session `sessionId`, with the values that differ from one
 * checkout to the next taken from pgbench's variables. All others are parameters too, as they are in the site.
 */
export function scriptOf(
  statements: Statement[],
  { n, sessionId, tokenHash }: { n: number; sessionId: number; tokenHash: string },
): Script {
  const variables = new Map([
    ...Object.values(familyFacts).map(({ inJs, inSql }) => [inJs(n), inSql(':n')] as const),
    [tokenHash, tokenHashInSql(':n')],
    [String(sessionId), ':session'],
  ])
  const constants: Record<string, string> = {}
  const expressionOf = (value: string | null | undefined, name: string) => {
    if (value === null || value === undefined) return 'null'
    const variable = variables.get(value)
    if (variable) return variable
    // The one id that is nobody's is the order's, which the database has given.
    if (isUuid.test(value)) return ':order_id'
    constants[name] = value
    return `:${name}`
  }
  const lines = statements.map(({ text, values }, index) => {
    const line = plain(text).replace(/\$(\d+)/g, (_, k) => expressionOf(values[k - 1], `c${index}_${k}`))
    return /^insert into "orders".* returning "id"$/.test(line) ? `${line} \\gset order_` : `${line};`
  })
  return { text: `${[...numbering, ...lines].join('\n')}\n`, constants }
}

/** In a word in quotes too pgbench takes what follows a colon for a variable, such as the minutes of `HH12:MI`. */
const plain = (text: string) =>
  text.replace(/'[^']*:[^']*'/g, (word) => `(${word.replaceAll(':', "' || chr(58) || '")})`)

/** Runs the script with so many clients, `each` times in each, and answers how many a second. */
export async function runPgbench(
  { text, constants }: Script,
  task: {
    url: string
    folder: string
    connections: number
    each: number
    from: number
    firstSession: number
    sessions: number
  },
): Promise<number> {
  const file = join(task.folder, 'checkout.sql')
  writeFileSync(file, text)
  const { from, each, firstSession: first, sessions } = task
  const variables = Object.entries({ ...constants, from, each, first, sessions, i: 0 })
  const output = await outputOf(process.env.PGBENCH ?? 'pgbench', [
    ...['--no-vacuum', '--protocol=extended', `--file=${file}`],
    ...[`--client=${task.connections}`, '--jobs=2', `--transactions=${each}`],
    ...variables.map(([name, value]) => `--define=${name}=${value}`),
    task.url,
  ])
  const rate = Number(/tps = ([\d.]+)/.exec(output)?.[1])
  const isWhole = output.includes(`processed: ${task.connections * each}/${task.connections * each}`)
  if (!rate || !isWhole) throw new Error(`pgbench could not run the statements of a checkout.\n${output}`)
  return rate
}

function outputOf(command: string, args: string[]) {
  return new Promise<string>((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const kept: Buffer[] = []
    child.stdout.on('data', (chunk) => kept.push(chunk))
    child.stderr.on('data', (chunk) => kept.push(chunk))
    child.on('error', reject)
    child.on('close', () => resolve(Buffer.concat(kept).toString()))
  })
}
