import { strToU8, unzipSync, zipSync } from 'fflate'
import { decodeDataUrl } from '#season/pictures/season-pictures.server.ts'
import type { SourceFile } from './season-file.server.ts'

export const zipSeason = ({ name, text, pictures }: SourceFile): Uint8Array<ArrayBuffer> =>
  zipSync({
    [name]: strToU8(text),
    ...Object.fromEntries(Object.entries(pictures).map(([path, encoded]) => [path, decodeDataUrl(encoded)])),
  })

const mostUnpacked = 200_000_000

/** Entries by path; undefined if unreadable. Skips macOS metadata. */
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
