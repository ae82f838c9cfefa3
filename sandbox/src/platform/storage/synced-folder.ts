// The same text stands in the sandbox and in web/app/platform: neither may import the other (web/test/repository/same-files.test.ts).
import {
  chmodSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

const ownFolder = 0o700
const ownFile = 0o600

/** PGlite keeps 128 MB of pages by default, which is more than a season has. */
const settings = ['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=16MB']

/**
 * Opens the database of a folder; a new one begins as a copy of `emptyDatabase` where the build has made that file:
 * making one takes PGlite seconds and 800 MB.
 */
export async function openSynced(folder: string, emptyDatabase: string): Promise<PGlite> {
  const files = syncedFolder(folder)
  const isNew = !existsSync(join(folder, 'PG_VERSION'))
  if (isNew && existsSync(emptyDatabase)) unpack(emptyDatabase, folder)
  const pglite = await PGlite.create({
    fs: files,
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
  })
  closeToOthers(folder)
  return pglite
}

/** Writes the files of a tar of ours. PGlite unpacks one too, by copies of each file that stay with the process: 100 MB. */
function unpack(archive: string, folder: string): void {
  const tar = gunzipSync(readFileSync(archive))
  const block = 512
  for (let at = 0; tar[at]; ) {
    const field = (from: number, length: number) =>
      tar.toString('utf8', at + from, at + from + length).split('\0', 1)[0] ?? ''
    const path = join(folder, field(345, 155), field(0, 100))
    const size = Number.parseInt(field(124, 12), 8)
    const content = at + block
    if (field(156, 1) === '5') mkdirSync(path, { recursive: true })
    else writeFileSync(path, tar.subarray(content, content + size))
    at = content + Math.ceil(size / block) * block
  }
}

/** PGlite's own file system never syncs; this one does at each commit. What it makes, its owner alone can open. */
function syncedFolder(folder: string): NodeFS {
  mkdirSync(folder, { recursive: true, mode: ownFolder })
  chmodSync(folder, ownFolder)
  const files = new NodeFS(folder)
  const init = files.init.bind(files)
  files.init = async (...args) => {
    const started = await init(...args)
    const options: { preRun?: unknown[] } = started.emscriptenOpts
    options.preRun = [...(options.preRun ?? []), syncAndClose]
    return started
  }
  return files
}

type MakeNode = (parent: unknown, name: string, mode: number, device: number) => unknown
type Module = {
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd: number }) => number }
    node_ops: { mknod: MakeNode }
  }
}

function syncAndClose({ NODEFS: { stream_ops: streams, node_ops: nodes } }: Module) {
  const make = nodes.mknod
  const group = 0o077
  nodes.mknod = (parent, name, mode, device) => make(parent, name, mode & ~group, device)
  streams.fsync = (stream) => {
    fsyncSync(stream.nfd)
    return 0
  }
}

/** Closes to everybody else what PGlite unpacked for all to write at its first start. */
function closeToOthers(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? ownFolder : ownFile)
}
