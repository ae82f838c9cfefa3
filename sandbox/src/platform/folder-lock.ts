import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BadSetting } from './settings.ts'

/**
 * Makes this process the only owner of a data folder, since two processes on one PGlite folder destroy it.
 * The lock is a socket that dies with its owner, however that ends. Throws BadSetting when somebody holds it.
 */
export async function ownFolder(folder: string): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true })
  const name = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24)
  // Linux has sockets without a file: the same name for everybody, and nothing that a crash leaves behind.
  const path = process.platform === 'linux' ? `\0courtside-${name}` : join(tmpdir(), `courtside-${name}.sock`)
  const lock = (await listen(path)) ?? (await takeOver(path, folder))
  lock.unref()
  return () => new Promise((resolve) => lock.close(() => resolve()))
}

async function takeOver(path: string, folder: string): Promise<Server> {
  if (await somebodyAnswers(path)) {
    throw new BadSetting(`The data folder ${folder} is in use by another process.`)
  }
  if (process.platform !== 'linux') rmSync(path, { force: true })
  const lock = await listen(path)
  if (!lock) throw new BadSetting(`The data folder ${folder} is in use by another process.`)
  return lock
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
