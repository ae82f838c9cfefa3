import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What pgbench does in place of what is measured, and the values that are the same in each. */
export type Script = { text: string; constants: Record<string, string> }

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
  const file = join(task.folder, 'script.sql')
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
  if (!rate || !isWhole) throw new Error(`pgbench could not run its script.\n${output}`)
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
