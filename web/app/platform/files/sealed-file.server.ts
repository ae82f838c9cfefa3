import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { refuse } from '#platform/refusal.ts'

/**
 * A backup is a file of the age format, which the program `age` opens too. A public key (`age1…`) can only seal: a site
 * that has no other cannot read its own backups.
 */
export async function newKeys() {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const secret = await generateX25519Identity()
  return { secret, open: await identityToRecipient(secret) }
}

/** Writes lines, packed and sealed. Nothing has the file's name before all of it is on the disk. */
export async function seal(lines: AsyncIterable<string>, path: string, key: string): Promise<void> {
  const { Encrypter, identityToRecipient } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(isSecret(key) ? await identityToRecipient(key) : key)
  const packed = createGzip()
  const packing = pipeline(Readable.from(joined(lines)), packed)
  // Its failure is that of the file below.
  packing.catch(() => undefined)
  const sealed = await encrypter.encrypt(bytesOf(packed))
  const part = `${path}.part`
  const file = createWriteStream(part, { mode: 0o600, flush: true })
  const writing = pipeline(Readable.fromWeb(sealed as ReadableStream), file)
  try {
    await Promise.all([packing, writing])
  } catch (problem) {
    // On a full disk it would keep the room that all else needs. While it is being written it may come anew.
    await writing.catch(() => undefined)
    await rm(part, { force: true })
    throw problem
  }
  await rename(part, path)
}

/** The lines of a sealed file. One that was cut or changed ends in a problem, and not in fewer lines. */
export async function* unseal(path: string, key: string): AsyncGenerator<string> {
  if (!isSecret(key))
    refuse(
      'not-possible',
      'A backup is opened with its secret key: set BACKUP_KEY to the one that begins with AGE-SECRET-KEY-1.',
    )
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  const opened = await decrypter.decrypt(bytesOf(createReadStream(path))).catch(() => {
    refuse('not-possible', `${path} is no backup, or was made with another key.`)
  })
  const unpacked = createGunzip()
  const unpacking = pipeline(Readable.fromWeb(opened as ReadableStream), unpacked)
  // Its failure is that of the lines below.
  unpacking.catch(() => undefined)
  try {
    yield* linesOf(unpacked)
    await unpacking
  } catch {
    refuse('not-possible', `${path} is damaged. Nothing was changed.`)
  }
}

const isSecret = (key: string) => key.startsWith('AGE-SECRET-KEY-1')

const bytesOf = (stream: Readable) => Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>

/** Many lines at a time: a stream of single ones is slow. */
async function* joined(lines: AsyncIterable<string>) {
  let piece = ''
  for await (const line of lines) {
    piece += `${line}\n`
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}
const pieceLength = 64 * 1024

async function* linesOf(stream: AsyncIterable<Buffer>) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of stream) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}
