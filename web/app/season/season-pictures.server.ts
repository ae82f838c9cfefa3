import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import { isMap, isScalar, isSeq } from 'yaml'
import type { GivenFile } from './season-file.server.ts'
import { readText } from './season-text.server.ts'

const types: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}
const mostBytes = 300_000
/** How a file of each kind begins, as hex. */
const beginnings: Record<string, RegExp> = {
  // A mark of its letters, blanks, and "<".
  'image/svg+xml': /^(efbbbf)?(09|0a|0d|20)*3c/,
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/webp': /^52494646.{8}57454250/,
}

/** A season file with the pictures of its staff encoded; in place of a picture that cannot be, the words why. */
export async function readGivenFile(path: string, name = path): Promise<GivenFile> {
  const text = decode(await readFile(path))
  const pictures: Record<string, string> = {}
  for (const picture of picturesIn(text)) {
    const encoded = await encode(resolve(dirname(path), picture))
    if (encoded) pictures[picture] = encoded
  }
  return { name, text, pictures }
}

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
function decode(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  // The character 0 does not pass the site's door.
  return new TextDecoder(encoding).decode(bytes).replaceAll('\0', '\ufffd')
}

/** Every picture of the staff, and that of the programme; what else is wrong with the file is its reader's to say. */
function picturesIn(text: string): string[] {
  const file = readText(text)
  if ('words' in file || !isMap(file.document.contents)) return []
  const staff = file.document.get('staff')
  const members = isSeq(staff) ? staff.items : []
  const named = members.map((member) => (isMap(member) ? member.get('picture', true) : undefined))
  const wide = file.document.getIn(['programme', 'picture', 'file'], true)
  return [...named, wide].flatMap((picture) =>
    isScalar(picture) && typeof picture.value === 'string' ? [picture.value.trim()] : [],
  )
}

async function encode(path: string): Promise<string | undefined> {
  const type = types[extname(path).toLowerCase()]
  if (!type) return 'is of a kind that is not known; write a svg, png, jpg or webp file'
  const found = await stat(path).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code === 'ENOENT') return undefined
    throw problem
  })
  if (!found) return undefined
  if (found.size > mostBytes) return `has ${Math.round(found.size / 1000)} KB; write a file of up to 300 KB`
  const bytes = await readFile(path)
  if (!beginnings[type]?.test(bytes.subarray(0, 100).toString('hex')))
    return 'is not what the end of its name says; save it once more as a svg, png, jpg or webp file'
  return `data:${type};base64,${bytes.toString('base64')}`
}
