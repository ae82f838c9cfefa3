import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import { isMap, isScalar, isSeq } from 'yaml'
import type { GivenFile } from '#season/file/season-file.server.ts'
import { readText } from '#season/file/season-text.server.ts'
import { fitPicture, kindOf } from './fit-picture.server.ts'

/** The widest that a page shows one. */
export const sides = { wide: 1920, staff: 640, logo: 512 }

/** A season file on this machine, with the pictures beside it encoded; in place of one that cannot be, the words why. */
export async function readGivenFile(path: string, name = path): Promise<GivenFile> {
  const text = textIn(await readFile(path))
  const pictures: Record<string, string> = {}
  for (const named of picturesIn(text)) {
    const read = () => readPicture(resolve(dirname(path), named.path))
    const encoded = await encodePicture(named, read)
    if (encoded) pictures[named.path] = encoded
  }
  return { name, text, pictures }
}

const readPicture = (path: string) =>
  readFile(path).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code === 'ENOENT') return undefined
    throw problem
  })

/** Writes a season with its pictures beside it, where `readGivenFile` finds them. */
export async function writeSeasonFile(
  path: string,
  { text, pictures }: Omit<GivenFile, 'name'>,
): Promise<void> {
  for (const [name, encoded] of Object.entries(pictures)) {
    const picture = resolve(dirname(path), name)
    await mkdir(dirname(picture), { recursive: true })
    await writeFile(picture, bytesOf(encoded))
  }
  await writeFile(path, text)
}

/** What a data URL holds. */
export const bytesOf = (encoded: string) => Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64')

/** Editors save text as UTF-8, or as UTF-16 with a mark at its start. What is neither is named by its reader. */
export function textIn(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  // The character 0 does not pass the site's door.
  return new TextDecoder(encoding).decode(bytes).replaceAll('\0', '\ufffd')
}

/** A picture as a file names it, and how wide the pages show it. */
export type NamedPicture = { path: string; side: number }

/** Every picture of the staff, and those of the programme; what else is wrong with the file is its reader's to say. */
export function picturesIn(text: string): NamedPicture[] {
  const file = readText(text)
  if ('words' in file || !isMap(file.document.contents)) return []
  const staff = file.document.get('staff')
  const members = isSeq(staff) ? staff.items : []
  const faces = members.map((member) => (isMap(member) ? member.get('picture', true) : undefined))
  const wide = file.document.getIn(['programme', 'picture', 'file'], true)
  const logo = file.document.getIn(['programme', 'logo'], true)
  const named = (picture: unknown, side: number) =>
    isScalar(picture) && typeof picture.value === 'string' ? [{ path: picture.value.trim(), side }] : []
  return [
    ...faces.flatMap((face) => named(face, sides.staff)),
    ...named(wide, sides.wide),
    ...named(logo, sides.logo),
  ]
}

const kinds: Record<string, string> = {
  ...{ '.svg': 'svg+xml', '.png': 'png', '.jpg': 'jpeg', '.jpeg': 'jpeg', '.webp': 'webp' },
  ...{ '.heic': 'heic', '.heif': 'heic' },
}

/** Undefined where there is no such picture. */
export async function encodePicture(
  { path, side }: NamedPicture,
  read: () => Promise<Uint8Array | undefined>,
): Promise<string | undefined> {
  const kind = kindNamed(path)
  if (!kind) return 'is of a kind that is not known; write a svg, png, jpg or webp file'
  const bytes = await read()
  if (!bytes) return undefined
  const found = kindOf(bytes)
  if (found !== kind && found !== 'heic')
    return 'is not what the end of its name says; save it once more as a svg, png, jpg or webp file'
  const fitted = await fitPicture(bytes, side)
  return 'img' in fitted ? fitted.img : fitted.why
}

export const kindNamed = (path: string) => kinds[extname(path).toLowerCase()]
