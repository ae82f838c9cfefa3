import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A pgbench script, and its constants. */
export type Script = { text: string; constants: Record<string, string> }

/** Gives transactions a second. */
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
  const output = await runForOutput(process.env.PGBENCH ?? 'pgbench', [
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

function runForOutput(command: string, args: string[]) {
  return new Promise<string>((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', () => resolve(Buffer.concat(chunks).toString()))
  })
}
