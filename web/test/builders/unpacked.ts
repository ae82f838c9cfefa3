import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { readSeasonFile } from '#season/pictures/season-pictures.server.ts'

/** A downloaded season, unpacked into a folder and read from there. */
export async function unpacked(zip: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'courtside-season-'))
  for (const [path, bytes] of Object.entries(unzipSync(zip))) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
  const file = await readSeasonFile(join(folder, 'season.yaml'), 'season.yaml')
  await rm(folder, { recursive: true })
  return file
}
