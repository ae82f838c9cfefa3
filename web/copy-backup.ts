import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { CommandProblem } from '#platform/command.server.ts'
import { retention } from '#platform/retention.ts'

const run = promisify(execFile)

type Places = { path: string; erasedFolder: string; to: string }

/** By rclone; also deletes expired copies. Returns lines to print, since a key without the right to delete is safer. */
export async function copyBackup({ path, erasedFolder, to }: Places, program = 'rclone'): Promise<string[]> {
  const copies = [['copyto', path, `${to}/${basename(path)}`]]
  if (existsSync(erasedFolder)) copies.push(['copy', '--include', 'erased-*.age', erasedFolder, to])
  for (const copy of copies)
    await run(program, copy).catch((problem) => {
      throw new CommandProblem(
        `The backup is made, but BACKUP_TO has no copy of it: ${describeFailure(problem)}.`,
      )
    })
  const old = ['--min-age', `${retention.backupDays - 1}d`, '--include', '*.age']
  const failure = await run(program, ['delete', ...old, to]).then(() => undefined, describeFailure)
  return [
    'Done: BACKUP_TO has a copy of it.',
    ...(failure ? [`What is old there was not deleted: ${failure}. Let the storage delete it.`] : []),
  ]
}

function describeFailure({ code, stderr }: { code?: string | number; stderr?: string }): string {
  if (code === 'ENOENT') return 'there is no program rclone; install it'
  return stderr?.trim().split('\n').at(-1) || `rclone ended with ${code}`
}
