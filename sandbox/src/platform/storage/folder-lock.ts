// The same text stands in the sandbox and in web/app/platform: neither may import the other (web/test/repository/same-files.test.ts).
import { createHash } from 'node:crypto'
import { accessSync, constants, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes this process the only owner of a data folder, since two processes on one PGlite folder destroy it.
 * The lock is a socket that dies with its owner, however that ends. Gives what releases it; nothing when another
 * process has it.
 */
export async function lockFolder(folder: string): Promise<(() => Promise<void>) | undefined> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  const name = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24)
  // Linux has sockets without a file: the same name for everybody, and nothing that a crash leaves behind.
  const path = process.platform === 'linux' ? `\0courtside-${name}` : join(tmpdir(), `courtside-${name}.sock`)
  const lock = (await listen(path)) ?? (await takeOver(path))
  if (!lock) return undefined
  lock.unref()
  return () => new Promise((resolve) => lock.close(() => resolve()))
}

/** Off Linux a crash leaves the socket's file: nobody answers at it. */
async function takeOver(path: string): Promise<Server | undefined> {
  if (await somebodyAnswers(path)) return undefined
  if (process.platform !== 'linux') rmSync(path, { force: true })
  return listen(path)
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (problem: NodeJS.ErrnoException) =>
      problem.code === 'EADDRINUSE' ? resolve(undefined) : reject(problem),
    )
    server.listen(path, () => resolve(server))
  })
}

function somebodyAnswers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
