import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { refuse } from '#platform/refusal.ts'

/** Backups have the age format. A site with a public key only (`age1…`) cannot read its own backups. */
export async function newKeys() {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const secret = await generateX25519Identity()
  return { secret, open: await identityToRecipient(secret) }
}

/** Gzipped and encrypted. Renamed to its name once it is on the disk. */
export async function seal(lines: AsyncIterable<string>, path: string, key: string): Promise<void> {
  const { Encrypter, identityToRecipient } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(isSecret(key) ? await identityToRecipient(key) : key)
  const packed = createGzip()
  const packing = pipeline(Readable.from(joined(lines)), packed)
  packing.catch(() => undefined)
  const sealed = await encrypter.encrypt(toWebStream(packed))
  const part = `${path}.part`
  const file = createWriteStream(part, { mode: 0o600, flush: true })
  const writing = pipeline(Readable.fromWeb(sealed as ReadableStream), file)
  try {
    await Promise.all([packing, writing])
  } catch (problem) {
    // Frees a full disk. While it is being written it may reappear.
    await writing.catch(() => undefined)
    await rm(part, { force: true })
    throw problem
  }
  await rename(part, path)
}

/** A truncated or altered file is an error, not fewer lines. */
export async function* unseal(path: string, key: string): AsyncGenerator<string> {
  if (!isSecret(key))
    refuse(
      'not-possible',
      'A backup is opened with its secret key: set BACKUP_KEY to the one that begins with AGE-SECRET-KEY-1.',
    )
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  const opened = await decrypter.decrypt(toWebStream(createReadStream(path))).catch(() => {
    refuse('not-possible', `${path} is no backup, or was made with another key.`)
  })
  const unpacked = createGunzip()
  const unpacking = pipeline(Readable.fromWeb(opened as ReadableStream), unpacked)
  unpacking.catch(() => undefined)
  try {
    yield* splitLines(unpacked)
    await unpacking
  } catch {
    refuse('not-possible', `${path} is damaged. Nothing was changed.`)
  }
}

const isSecret = (key: string) => key.startsWith('AGE-SECRET-KEY-1')

const toWebStream = (stream: Readable) => Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>

/** In chunks: a stream of single lines is slow. */
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

async function* splitLines(stream: AsyncIterable<Buffer>) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of stream) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}
