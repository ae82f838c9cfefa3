import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Load } from './parents-process.ts'

export type { Load }
export type Parents = ReturnType<typeof startParents>

/** In a child process, so that their CPU time is not the site's. */
export function startParents() {
  const program = fileURLToPath(new URL('parents-process.ts', import.meta.url))
  const child = fork(program, { execArgv: ['--import', 'tsx'] })
  return {
    pid: child.pid,
    /** Resolves with each parent's time. */
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
