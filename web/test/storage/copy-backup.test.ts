import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyBackup } from '../../copy-backup.ts'

test('a copy of the backup, and of the notes of erased families, goes where rclone leads, and older ones there go; what rclone cannot do is said in its words', async ({
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-copy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'rclone')
  const rclone = (script: string) => {
    writeFileSync(program, `#!/bin/sh\n${script}\n`)
    chmodSync(program, 0o755)
  }
  const places = { path: '/backups/2027-06-02.age', erasedFolder: folder, to: 'offsite:courtside' }
  const copy = () => copyBackup(places, program)

  await expect(copy()).rejects.toThrow(
    'The backup is made, but BACKUP_TO has no copy of it: there is no program rclone; install it.',
  )
  rclone(`echo "$@" >> ${folder}/typed`)
  expect(await copy()).toEqual(['Done: BACKUP_TO has a copy of it.'])
  expect(readFileSync(join(folder, 'typed'), 'utf8')).toBe(
    `copyto /backups/2027-06-02.age offsite:courtside/2027-06-02.age
copy --include erased-*.age ${folder} offsite:courtside
delete --min-age 29d --include *.age offsite:courtside
`,
  )
  rclone('test $1 != delete || { echo "Failed to delete: AccessDenied" >&2; exit 1; }')
  expect(await copy()).toEqual([
    'Done: BACKUP_TO has a copy of it.',
    'What is old there was not deleted: Failed to delete: AccessDenied. Let the storage delete it.',
  ])
  rclone('echo "Failed to copyto: AccessDenied" >&2; exit 1')
  await expect(copy()).rejects.toThrow(/has no copy of it: Failed to copyto: AccessDenied\.$/)
})
