import { strToU8, unzipSync, zipSync } from 'fflate'
import { bytesOf } from '#season/pictures/season-pictures.server.ts'
import type { GivenFile } from './season-file.server.ts'

/** A season and the pictures beside it in one file: unpacked, `npm run season` finds all of it. */
export const zipOf = ({ name, text, pictures }: GivenFile): Uint8Array<ArrayBuffer> =>
  zipSync({
    [name]: strToU8(text),
    ...Object.fromEntries(Object.entries(pictures).map(([path, encoded]) => [path, bytesOf(encoded)])),
  })

const mostUnpacked = 200_000_000

/** What a zip holds, by its path; undefined where it cannot be read. What else a Mac packs is left out. */
export function unzipped(zip: Uint8Array): Record<string, Uint8Array> | undefined {
  let unpacked = 0
  try {
    return unzipSync(zip, {
      filter: ({ name, originalSize }) => {
        if (/(^|\/)(__MACOSX\/|\.|$)/.test(name)) return false
        unpacked += originalSize
        return unpacked <= mostUnpacked
      },
    })
  } catch {
    return undefined
  }
}
