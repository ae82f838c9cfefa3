import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of its own, of so many megabytes, that can be filled to its last byte and freed again. */
export function aSmallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'courtside-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a')
      for (const bytes of [1_000_000, 4096]) writeUntilFull(file, Buffer.alloc(bytes))
      closeSync(file)
    },
    free: () => rmSync(ballast, { force: true }),
    isFull: () => statfsSync(folder).bavail === 0,
    remove() {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}

function writeUntilFull(file: number, bytes: Buffer) {
  try {
    for (;;) writeSync(file, bytes)
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'ENOSPC') throw problem
  }
}
