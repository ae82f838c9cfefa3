// The same text stands in the sandbox and in web/app/platform: neither may import the other (web/test/same-files.test.ts).
import { chmodSync, fsyncSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

const ownFolder = 0o700
const ownFile = 0o600

/** PGlite's own file system never syncs; this one does at each commit. What it makes, its owner alone can open. */
export function syncedFolder(folder: string): NodeFS {
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
export function closeToOthers(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? ownFolder : ownFile)
}
