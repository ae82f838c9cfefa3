import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { CommandProblem } from '#platform/command.server.ts'
import { retention } from '#platform/retention.ts'

const run = promisify(execFile)

type Places = { path: string; erasedFolder: string; to: string }

/**
 * Copies a backup, and the notes of families that were erased since, to where rclone knows the way, and deletes there
 * what is as old as none is kept. Answers what is to be said: a key that may write and not delete is the safer one.
 */
export async function copyBackup({ path, erasedFolder, to }: Places, program = 'rclone'): Promise<string[]> {
  const copies = [['copyto', path, `${to}/${basename(path)}`]]
  if (existsSync(erasedFolder)) copies.push(['copy', '--include', 'erased-*.age', erasedFolder, to])
  for (const copy of copies)
    await run(program, copy).catch((problem) => {
      throw new CommandProblem(`The backup is made, but BACKUP_TO has no copy of it: ${reasonOf(problem)}.`)
    })
  const old = ['--min-age', `${retention.backupDays - 1}d`, '--include', '*.age']
  const kept = await run(program, ['delete', ...old, to]).then(() => undefined, reasonOf)
  return [
    'Done: BACKUP_TO has a copy of it.',
    ...(kept ? [`What is old there was not deleted: ${kept}. Let the storage delete it.`] : []),
  ]
}

function reasonOf({ code, stderr }: { code?: string | number; stderr?: string }): string {
  if (code === 'ENOENT') return 'there is no program rclone; install it'
  return stderr?.trim().split('\n').at(-1) || `rclone ended with ${code}`
}
