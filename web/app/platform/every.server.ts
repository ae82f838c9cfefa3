import type { Log } from './log.server.ts'

/** Does `work` now and again so many seconds after each end, never twice at a time. The answer stops it. */
export function every(
  seconds: number,
  work: () => Promise<unknown>,
  log: Log,
  failed: string,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running: Promise<void>
  const run = async () => {
    await work().catch((problem) => log.error({ err: problem }, failed))
    if (isStopped) return
    timer = setTimeout(() => {
      running = run()
    }, seconds * 1000)
    timer.unref()
  }
  running = run()
  return () => {
    isStopped = true
    clearTimeout(timer)
    return running
  }
}
