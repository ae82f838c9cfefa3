import { strToU8, zipSync } from 'fflate'
import type { GivenFile } from './season-file.server.ts'
import { bytesOf } from './season-pictures.server.ts'

/** A season and the pictures beside it in one file: unpacked, `npm run season` finds all of it. */
export const zipOf = ({ name, text, pictures }: GivenFile): Uint8Array<ArrayBuffer> =>
  zipSync({
    [name]: strToU8(text),
    ...Object.fromEntries(Object.entries(pictures).map(([path, encoded]) => [path, bytesOf(encoded)])),
  })
