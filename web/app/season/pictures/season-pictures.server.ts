import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import { isMap, isScalar, isSeq } from 'yaml'
import type { SourceFile } from '#season/file/season-file.server.ts'
import { readText } from '#season/file/season-text.server.ts'
import { detectKind, fitPicture } from './resize-picture.server.ts'

/** Largest display size in pixels. */
export const sides = { wide: 1920, staff: 640, logo: 512 }

/** Reads a season file from disk with its pictures; one that cannot be encoded is replaced by the reason. */
export async function readSeasonFile(path: string, name = path): Promise<SourceFile> {
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

export async function writeSeasonFile(
  path: string,
  { text, pictures }: Omit<SourceFile, 'name'>,
): Promise<void> {
  for (const [name, encoded] of Object.entries(pictures)) {
    const picture = resolve(dirname(path), name)
    await mkdir(dirname(picture), { recursive: true })
    await writeFile(picture, decodeDataUrl(encoded))
  }
  await writeFile(path, text)
}

export const decodeDataUrl = (encoded: string) =>
  Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64')

/** UTF-8, or UTF-16 by its byte order mark. Other encodings are reported by the parser. */
export function textIn(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  // NUL cannot pass the API.
  return new TextDecoder(encoding).decode(bytes).replaceAll('\0', '\ufffd')
}

export type NamedPicture = { path: string; side: number }

/** Pictures of staff and programme; other errors are left to the parser. */
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

/** Undefined if there is no such file. */
export async function encodePicture(
  { path, side }: NamedPicture,
  read: () => Promise<Uint8Array | undefined>,
): Promise<string | undefined> {
  const kind = kindNamed(path)
  if (!kind) return 'is of a kind that is not known; write a svg, png, jpg or webp file'
  const bytes = await read()
  if (!bytes) return undefined
  const found = detectKind(bytes)
  if (found !== kind && found !== 'heic')
    return 'is not what the end of its name says; save it once more as a svg, png, jpg or webp file'
  const fitted = await fitPicture(bytes, side)
  return 'img' in fitted ? fitted.img : fitted.why
}

export const kindNamed = (path: string) => kinds[extname(path).toLowerCase()]
