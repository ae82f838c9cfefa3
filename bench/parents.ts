import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Load } from './parents-process.ts'

export type { Load }
export type Parents = ReturnType<typeof startParents>

/** Parents who check out, as a process of their own: their work is not to be taken for the site's. */
export function startParents() {
  const program = fileURLToPath(new URL('parents-process.ts', import.meta.url))
  const child = fork(program, { execArgv: ['--import', 'tsx'] })
  return {
    pid: child.pid,
    /** Answers when all have checked out, with the time that each waited. */
    checkOut: (load: Load) =>
      new Promise<number[]>((resolve, reject) => {
        const end = (code: number | null) => reject(new Error(`The parents gave up (${code}).`))
        child.once('exit', end)
        child.once('message', (millis: number[]) => {
          child.off('exit', end)
          resolve(millis)
        })
        child.send(load)
      }),
    close: () => child.disconnect(),
  }
}
